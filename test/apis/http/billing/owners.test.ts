import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

interface Snapshot {
  readonly method: string;
  readonly url: string;
  readonly initiator: unknown;
  readonly body: Record<string, unknown>;
}

let world: TestWorld;
let provider: TestProvider;
let auction: BillingApi;
let desk: ReturnType<typeof billingDesk>;
const reported: Snapshot[] = [];
let status = 200;
beforeAll(async () => {
  const owner = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, new TextEncoder().encode('billing-sandbox'));
    reported.push({
      method: request.method ?? '',
      url: request.url ?? '',
      initiator: payload.initiator,
      body: JSON.parse(text),
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"ok"}');
  }).unref();
  await new Promise<void>((done) => owner.listen(0, '127.0.0.1', () => done()));
  const { port } = owner.address() as AddressInfo;
  provider = await startProvider();
  world = await testWorld({
    PAYMENT_PROVIDER_URL: provider.url,
    OWNER_SERVICE_URLS: `auction=http://127.0.0.1:${port}/,eeid=http://127.0.0.1:${port}/eeid`,
  });
  auction = await billingApi(world, 'auction');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  status = 200;
  reported.length = 0;
  provider.requests.length = 0;
});

const settled = { message: { message: 'Payment is proccessing' }, user_unique_id: null };

describe('the service that owns a paid invoice', () => {
  it('is notified once, with the 21 fields and without what is about persons', async () => {
    const number = await desk.invoice(auction, { custom_field1: 'prepended' });
    const reference = desk.payment(number, 'settled');
    expect((await desk.callback(reference)).body).toEqual(settled);
    expect((await desk.callback(reference)).body).toEqual({ message: null, user_unique_id: null });
    await world.container.outbox.drain();
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatchObject({
      method: 'PUT',
      url: '/eis_billing/payment_status',
      initiator: 'billing',
    });
    expect(Object.keys(reported[0]?.body ?? {})).toHaveLength(22);
    expect(reported[0]?.body).toMatchObject({
      order_reference: String(number),
      payment_state: 'settled',
      standing_amount: 10,
      transaction_time: '2026-05-10T10:05:00Z',
      payment_reference: reference,
      invoice_number_collection: null,
      email: null,
      customer_ip: null,
      api_username: null,
    });
  });

  it('is notified of no children when its invoice has none, and of null when it is an ordinary one', async () => {
    const descriptions = { prepended: null, 'Topup 150007': [], 'reload balance': [] };
    for (const [custom_field1, collection] of Object.entries(descriptions)) {
      reported.length = 0;
      await desk.callback(desk.payment(await desk.invoice(auction, { custom_field1 }), 'settled'));
      await world.container.outbox.drain();
      expect(reported[0]?.body.invoice_number_collection).toEqual(collection);
    }
  });

  it('is found by its name: each has an address of its own', async () => {
    const number = await desk.invoice(await billingApi(world, 'eeid'));
    await desk.callback(desk.payment(number, 'settled'));
    await world.container.outbox.drain();
    expect(reported).toMatchObject([
      { url: '/eeid/eis_billing/payment_status', body: { order_reference: String(number) } },
    ]);
  });

  it('that cannot be notified at once is notified later, although the callback comes no more', async () => {
    status = 503;
    const number = await desk.invoice(auction);
    const reference = desk.payment(number, 'settled');
    expect((await desk.callback(reference)).body).toEqual(settled);
    await world.container.outbox.drain();
    expect(reported).toHaveLength(1);
    expect(await desk.status(number)).toBe('paid');
    status = 200;
    world.clock.moveTo(new Date(world.clock.now().getTime() + 10 * 60_000));
    await world.container.outbox.drain();
    expect(reported).toHaveLength(2);
    expect(reported[1]).toEqual(reported[0]);
    await world.container.outbox.drain();
    expect(reported).toHaveLength(2);
  });

  it('is notified of the children of a bulk payment', async () => {
    const children = [await desk.invoice(auction), await desk.invoice(auction)];
    const request = { customer_url: 'https://auction.example/' };
    await auction.post('/invoice_generator/oneoff', { ...request, invoice_number: String(children[0]) });
    const attempt = [...provider.payments.keys()].at(-1);
    await auction.post('/invoice_generator/bulk_payment', {
      ...request,
      description: children.join(' '),
      transaction_amount: '20.0',
    });
    const reference = [...provider.payments.keys()].at(-1) ?? '';
    provider.change(reference, { payment_state: 'settled' });
    await desk.callback(reference);
    await world.container.outbox.drain();
    expect(reported[0]?.body.invoice_number_collection).toEqual([
      { number: children[0], ref: attempt },
      { number: children[1], ref: null },
    ]);
  });

  it('is notified of a deposit in its own words', async () => {
    await auction.post('/invoice_generator/deposit_prepayment', {
      customer_url: 'https://auction.example/',
      description: 'auction_deposit d.ee, user_uuid u-1, user_email u@example.com',
      transaction_amount: '500.0',
    });
    const reference = [...provider.payments.keys()].at(-1) ?? '';
    const number = Number(provider.requests.at(-1)?.body.order_reference);
    provider.change(reference, { payment_state: 'settled' });
    await desk.callback(reference);
    await world.container.outbox.drain();
    expect(reported[0]?.body).toEqual({
      domain_name: 'd.ee',
      user_uuid: 'u-1',
      user_email: 'u@example.com',
      transaction_amount: 500,
      invoice_number: number,
      description: 'deposit',
      affiliation: 1,
    });
  });

  it('is not notified without an address, nor about unpaid invoices, nor about its own changes', async () => {
    const registry = await billingApi(world, 'registry');
    const number = await desk.invoice(registry);
    expect((await desk.callback(desk.payment(number, 'settled'))).body).toMatchObject({ message: null });
    const failed = await desk.invoice(auction);
    expect((await desk.callback(desk.payment(failed, 'failed'))).body).toMatchObject({ message: null });
    await auction.post('/invoice_generator/invoice_status', { invoice_number: failed, status: 'paid' });
    await world.container.outbox.drain();
    expect(reported).toEqual([]);
  });
});

describe('a status that is synchronised', () => {
  const synchronize = (api: BillingApi, id: unknown, word: string, method: 'PATCH' | 'PUT' = 'PATCH') =>
    api.send(method, '/invoice/invoice_synchronize', { id, status: word });

  it('is changed, and reported to the service that owns the invoice', async () => {
    const number = await desk.invoice(auction);
    for (const method of ['PATCH', 'PUT'] as const)
      expect(await synchronize(auction, number, 'cancelled', method)).toMatchObject({
        status: 200,
        body: { message: 'Invoice data was successfully updated' },
      });
    expect((await desk.find(number)).status).toBe('cancelled');
    await world.container.outbox.drain();
    expect(reported[0]).toMatchObject({
      method: 'PUT',
      url: '/eis_billing/invoices',
      initiator: 'billing',
      body: {
        status: 'cancelled',
        invoice: { invoice_number: number, initiator: 'auction', status: 'cancelled' },
      },
    });
  });

  it('is never overdue, nor one of a service that keeps no invoices, nor one that there is not', async () => {
    const number = await desk.invoice(auction);
    const refused = { status: 422, body: { error: expect.anything() } };
    expect(await synchronize(auction, number, 'overdue')).toMatchObject(refused);
    const eeid = await billingApi(world, 'eeid');
    expect(await synchronize(eeid, await desk.invoice(eeid), 'paid')).toMatchObject(refused);
    expect(await synchronize(eeid, number, 'paid')).toMatchObject({ status: 404 });
    expect(await synchronize(auction, 'x', 'paid')).toMatchObject(refused);
    expect((await desk.find(number)).status).toBe('unpaid');
    await world.container.outbox.drain();
    expect(reported).toEqual([]);
  });
});

describe('a reservation that is called off', () => {
  it('takes the invoices of that user and name that are not paid with it', async () => {
    const portal = await billingApi(world, 'business_registry');
    const fields = { custom_field1: 'caller-off', reserved_domain_names: ['lahti.ee', 'kinni.ee'] };
    const [open, paid, others] = [
      await desk.invoice(portal, fields),
      await desk.invoice(portal, { ...fields, reserved_domain_names: ['makstud.ee'] }),
      await desk.invoice(portal, { ...fields, custom_field1: 'somebody-else' }),
    ];
    await desk.callback(desk.payment(paid, 'settled'));
    const callOff = (domain_name: unknown, token: unknown, method: 'PATCH' | 'PUT' = 'PATCH') =>
      portal.send(method, '/invoice/reserved_domain_cancellation_statuses', { domain_name, token });
    const none = { status: 404, body: { message: 'No invoices found' } };
    expect(await callOff('lahti.ee', '%')).toMatchObject(none);
    expect(await callOff('muu.ee', 'caller-off')).toMatchObject(none);
    expect(await callOff('makstud.ee', 'caller-off')).toMatchObject(none);
    expect((await callOff('lahti.ee', '')).status).toBe(422);
    for (const method of ['PATCH', 'PUT'] as const)
      expect(await callOff('LAHTI.ee', 'caller-off', method)).toMatchObject({
        status: 200,
        body: { message: 'All invoices cancelled' },
      });
    const statuses = [open, paid, others].map(async (number) => (await desk.find(number)).status);
    expect(await Promise.all(statuses)).toEqual(['cancelled', 'paid', 'unpaid']);
  });
});
