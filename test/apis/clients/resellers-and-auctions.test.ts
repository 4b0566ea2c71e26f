import { beforeAll, describe, expect, it } from 'vitest';
import { invoiceByNumber } from '#src/registry/store/billing/invoices.ts';
import { token } from '../../support/billing.ts';
import { send } from '../../support/merchant.ts';
import { accountOf } from '../../support/money.ts';
import { people } from '../../support/seed.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';
import { list, names, registrarPortal } from './registrar-portal.ts';

let world: TestWorld;
let url = '';
let jwt = '';
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
  jwt = await token('auction');
});

/** A reseller's shop: the portal's way of speaking, with bodies of its own. */
const reseller = registrarPortal(() => url, 'alpha', 'alpha-sandbox');

describe("a reseller's shop", () => {
  const contact = {
    name: 'Mari Mets',
    email: 'mari@mets.example',
    phone: '+372.59813313',
    ident: { ident: people.mari, ident_type: 'priv', ident_country_code: 'EE' },
    addr: { country_code: 'EE', city: 'Tallinn', street: 'Street', zip: '13911', state: 'Harjumaa' },
  };
  const order = async (name: string, period: number) => {
    const { data } = await reseller.ask('POST', '/contacts', { body: { contact } });
    const code = String(data.contact.code);
    return reseller.ask('POST', '/domains', {
      body: {
        domain: {
          name,
          reserved_pw: null,
          registrant: code,
          period_unit: 'm',
          period,
          nameservers_attributes: [
            { hostname: 'ns1.hosting.example', ipv4: null, ipv6: null },
            { hostname: 'ns2.hosting.example' },
          ],
          admin_contacts: [code],
          tech_contacts: [code],
          dnskeys_attributes: [],
        },
      },
    });
  };

  it('sells years as months, for the price of years', async () => {
    const before = Number((await accountOf(world)).balance);
    for (const [name, months] of [
      ['kuu-12.ee', 12],
      ['kuu-24.ee', 24],
      ['kuu-3.ee', 3],
    ] as const) {
      const { status, code } = await order(name, months);
      expect({ name, status, code }).toEqual({ name, status: 200, code: 1000 });
    }
    expect(before - Number((await accountOf(world)).balance)).toBe(33);
    const { expire_time, created_at } = (await reseller.get('/domains/kuu-12.ee')).domain;
    const day = (moment: Loose) => String(moment).slice(0, 10);
    const dayAfterYear = world.container.calendar.datePlus(day(created_at), { years: 1, days: 1 });
    expect(day(expire_time)).toBe(dayAfterYear);
  });

  it('copies all contacts and domains, two hundred at a time', async () => {
    const page = { details: true, limit: 200, offset: 0 };
    const contacts = await reseller.get('/contacts', page);
    const domains = await reseller.get('/domains', page);
    expect(Number(contacts.count)).toBe(list(contacts.contacts).length);
    expect(names(domains.domains).sort()).toEqual(['kuu-12.ee', 'kuu-24.ee', 'kuu-3.ee']);
    expect(list((await reseller.get('/domains', { ...page, offset: 200 })).domains)).toEqual([]);
    for (const { registrant, contacts: held, nameservers, dnssec_keys } of list(domains.domains)) {
      expect(names(contacts.contacts, 'code')).toContain(String(registrant.code));
      for (const part of [held, nameservers, dnssec_keys]) expect(Array.isArray(part)).toBe(true);
    }
  });

  it('reads its messages without their wrapper', async () => {
    const { transfer_code } = (await reseller.get('/domains/kuu-3.ee')).domain;
    const other = registrarPortal(() => url, 'beta', 'beta-sandbox');
    const moved = [{ domain_name: 'kuu-3.ee', transfer_code }];
    await other.send('POST', '/domains/transfer', { data: { domain_transfers: moved } });
    const latest = await reseller.get('/registrar/notifications');
    const read = await reseller.send('PUT', `/registrar/notifications/${latest.id}`, { read: true });
    expect(read).toEqual({ notification_id: latest.id, read: true });
  });
});

/** The auction house speaks to billing: a token of its own, a body always, `null` for none. */
async function auction(method: 'POST' | 'PATCH' | 'GET', path: string, body: unknown = null) {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: jwt, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  expect(response.status, path).toBeLessThan(500);
  expect(response.headers.get('content-type'), path).toMatch(/application\/json/);
  return { status: response.status, body: (await response.json()) as Loose };
}

/** A customer pays where it was sent to, and comes back; the auction house asks how it went. */
async function pay(link: Loose): Promise<Loose> {
  const paid = await send(String(link), { form: { outcome: 'settled', method: 'card' } });
  expect(paid.status).toBe(303);
  const back = new URL(paid.headers.get('location') ?? '');
  expect(back.origin).toBe('https://auction.example');
  const reference = back.searchParams.get('payment_reference');
  return (await auction('GET', `callback_handler/callback?payment_reference=${reference}`)).body;
}

const customer_url = 'https://auction.example/invoices/callback';

describe('an auction house', () => {
  const issued = async (amount: string): Promise<number> => {
    const number = Number(
      (await auction('POST', 'invoice_generator/invoice_number_generator')).body.invoice_number,
    );
    const { status, body } = await auction('POST', 'invoice_generator/invoice_generator', {
      transaction_amount: amount,
      order_reference: number,
      customer_name: 'Mari Mets',
      customer_email: 'mari@mets.example',
      custom_field1: 'prepended',
      custom_field2: 'auction',
      invoice_number: number,
    });
    expect({ status, link: String(body.everypay_link) }).toEqual({
      status: 201,
      link: expect.stringContaining('order_reference'),
    });
    return number;
  };
  const stored = async (number: number) => {
    const invoice = await invoiceByNumber(world.container.database.db, number);
    if (!invoice) throw new Error(`no invoice ${number}`);
    return invoice;
  };

  it.each(['100,00', '100.0', '100'])(
    'takes a deposit of %s, and lets it be paid',
    async (transaction_amount) => {
      const user = `u-${transaction_amount.length}-${transaction_amount.includes(',')}`;
      const { status, body } = await auction('POST', 'invoice_generator/deposit_prepayment', {
        transaction_amount,
        customer_url,
        description: `auction_deposit tagatis.ee, user_uuid ${user}, user_email ${user}@tamm.example`,
        custom_field2: 'auction',
        affiliation: 'auction_deposit',
      });
      expect({ status, message: body.message }).toEqual({ status: 201, message: 'Link created' });
      expect(await pay(body.oneoff_redirect_link)).not.toHaveProperty('error');
      const returned = await auction('POST', 'invoice_generator/deposit_status', {
        user_uuid: user,
        domain_name: 'tagatis.ee',
        status: 'returned',
      });
      expect([returned.status, returned.body.error]).toEqual([200, undefined]);
    },
  );

  it('shows new amounts as its floating point has them, before an invoice is paid', async () => {
    const number = await issued('100,00');
    for (const [written, amount] of [
      ['124.0', '124.00'],
      ['3.3000000000000003', '3.30'],
      ['434.99999999999994', '435.00'],
      ['122', '122.00'],
    ]) {
      const body = `{"invoice_number":${number},"transaction_amount":${written}}`;
      expect(await auction('PATCH', 'invoice/update_invoice_data', body)).toEqual({
        status: 200,
        body: { message: 'Invoice data was successfully updated' },
      });
      expect((await stored(number)).amount).toBe(amount);
    }
    const { body } = await auction('POST', 'invoice_generator/oneoff', {
      invoice_number: String(number),
      customer_url,
      amount: null,
      reference_number: null,
    });
    expect(await pay(body.oneoff_redirect_link)).not.toHaveProperty('error');
    expect((await stored(number)).status).toBe('paid');
    const late = await auction('PATCH', 'invoice/update_invoice_data', {
      invoice_number: number,
      transaction_amount: 5,
    });
    expect(late).toMatchObject({ status: 422, body: { error: expect.anything() } });
  });

  it('has several invoices paid at once, whose sum has a tail', async () => {
    const amounts = ['1.1', '2.2'];
    const numbers = [await issued(amounts[0] ?? ''), await issued(amounts[1] ?? '')];
    const { status, body } = await auction('POST', 'invoice_generator/bulk_payment', {
      transaction_amount: String(amounts.map(Number).reduce((sum, one) => sum + one, 0)),
      customer_url,
      description: numbers.join(' '),
      custom_field2: 'auction',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    await pay(body.oneoff_redirect_link);
    for (const number of numbers) expect((await stored(number)).status).toBe('paid');
  });

  it('gets reference numbers, and a JSON answer about an unknown one', async () => {
    const reference = await auction('POST', 'invoice_generator/reference_number_generator', {
      initiator: 'auction',
      email: 'mari@mets.example',
      owner: 'Mari Mets',
    });
    expect(String(reference.body.reference_number)).toMatch(/^\d{2,20}$/);
    const unknown = await auction('PATCH', 'invoice/update_invoice_data', {
      invoice_number: 99_999_999,
      transaction_amount: 5,
    });
    expect(unknown).toEqual({ status: 404, body: { error: 'Invoice not found' } });
    expect((await auction('GET', 'get_invoice_payment_link/show')).status).toBe(404);
  });
});
