import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../support/graph.ts';
import { mutateOf } from '../../support/operator.ts';
import { startProvider, type TestProvider } from '../../support/payment-provider.ts';
import { seed } from '../../support/seed.ts';
import { alpha, type Loose, portal, type TestWorld, testWorld } from '../../support/world.ts';
import { reservationApi } from './reservation-api.ts';
import { askingForPaid } from './reservation-twins.ts';

let world: TestWorld;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
});

/** What the provider holds once a customer has paid through the link. */
function paidThrough(link: string): string {
  const { searchParams } = new URL(link);
  const amount = Number(searchParams.get('transaction_amount'));
  return provider.add({
    order_reference: searchParams.get('order_reference'),
    linkpay_customer_data: { custom_field_1: searchParams.get('custom_field_1') },
    initial_amount: amount,
    standing_amount: amount,
    payment_state: 'settled',
    transaction_time: '2026-05-10T10:05:00Z',
  });
}

/** The five steps from a wish to a domain, each told through one of the doors. */
interface Door {
  wish(names: string[]): Promise<{ number: number; id: string; link: string }>;
  notify(reference: string): Promise<void>;
  ask(pair: { number: number; id: string }): Promise<ReturnType<typeof askingForPaid.reported.rest>>;
  register(name: string, registrant: string, code: string): Promise<unknown>;
}

const overRest: Door = {
  wish: async (names) => {
    const url = `${reservationApi.root}/long_reserve_domains`;
    const { body } = await world.request({
      method: 'POST',
      url,
      payload: { domain_names: names },
      auth: portal,
    });
    return {
      number: Number(body.invoice_number),
      id: String(body.user_unique_id),
      link: String(body.linkpay_url),
    };
  },
  notify: async (reference) => {
    const url = `/api/v1/callback_handler/callback?payment_reference=${reference}&event_name=status_updated`;
    expect((await world.request({ url, auth: null })).status).toBe(200);
  },
  ask: async (pair) => {
    const url = reservationApi.root + askingForPaid.rest(pair).url;
    return askingForPaid.reported.rest((await world.request({ url, auth: portal })).body);
  },
  register: async (name, registrant, code) => {
    const domain = { name, registrant, period: 1, period_unit: 'y', ...(code && { reserved_pw: code }) };
    const { body } = await world.request({
      method: 'POST',
      url: '/registry/v1/domains',
      payload: { domain },
    });
    return body.code;
  },
};

const mutate = mutateOf(() => world);
const overGraphql: Door = {
  wish: async (names) => {
    const select = 'reservation { userUniqueId } invoice { number } paymentUrl';
    const { reservation, invoice, paymentUrl } = await mutate(
      'paidReservationCreate',
      { names },
      select,
      portal,
    );
    return {
      number: Number(invoice?.number),
      id: String(reservation?.userUniqueId),
      link: String(paymentUrl),
    };
  },
  notify: async (paymentReference) => {
    const input = { paymentReference, eventName: 'status_updated' };
    expect((await mutate('paymentNotificationReceive', input, 'message', null)).userErrors).toEqual([]);
  },
  ask: async (pair) => {
    const { query, variables = {} } = askingForPaid.graphql(pair);
    const { data } = await graph(world, query, { variables, auth: portal });
    return askingForPaid.reported.graphql(data.paidReservation as Loose);
  },
  register: async (name, registrant, code) => {
    const input = { name, registrant, period: 'P1Y', ...(code && { reservationCode: code }) };
    const { userErrors } = await mutate('domainRegister', input, 'domain { name }', alpha);
    return userErrors[0]?.resultCode ?? 1000;
  },
};

describe.each([
  ['REST', () => overRest, 'r'],
  ['the graph', () => overGraphql, 'g'],
])('a paid reservation through %s', (_, api, tag) => {
  it('waits, is paid, shows its codes once asked, and is registered with one of them', async () => {
    const { wish, notify, ask, register } = api();
    const names = [`teekond-${tag}.ee`, `teine-${tag}.ee`];
    const registrant = await seed(world).contact();
    const { link, ...pair } = await wish(names);
    expect(await ask(pair)).toEqual({ status: 'pending', names, entries: null, codes: [] });

    await notify(paidThrough(link));
    const { status, entries, codes } = await ask(pair);
    expect({ status, entries }).toMatchObject({
      status: 'paid',
      entries: names.map((name) => ({ name, status: 'reserved' })),
    });
    expect(new Set(codes).size).toBe(2);

    const [name = '', other = ''] = names;
    const [code = '', otherCode = ''] = codes;
    expect(await register(name, registrant, '')).toBe(2003);
    expect(await register(name, registrant, otherCode)).toBe(2202);
    expect(await register(name, registrant, code)).toBe(1000);
    expect((await ask(pair)).entries).toMatchObject([
      { name, status: 'registered', code: null, until: null },
      { name: other, status: 'reserved', code: otherCode },
    ]);
  });
});
