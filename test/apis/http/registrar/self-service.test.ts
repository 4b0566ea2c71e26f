import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { seed } from '../../../support/seed.ts';
import { alpha, basic, beta, type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

/** As the registrars' portal speaks. */
let world: TestWorld;
let provider: TestProvider;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  desk = billingDesk(world, provider);
});

const call = async (line: string, body?: unknown, auth = alpha) => {
  const [method = 'GET', url = ''] = line.split(' ');
  return world.request({
    method: method as 'GET',
    url: `/repp/v1${url}`,
    auth,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  });
};
const dataOf = async (line: string, body?: unknown, auth = alpha): Promise<Loose> => {
  const answer = await call(line, body, auth);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as Loose).data;
};
const refusalOf = async (line: string, body?: unknown, auth = alpha) => {
  const { status, body: reported } = await call(line, body, auth);
  const { code, message } = reported as Loose;
  return { status, code, message };
};
const addCredit = async (amount: unknown, auth = alpha): Promise<Loose> =>
  (await dataOf('POST /invoices/add_credit', { invoice: { amount, description: 'top-up', id: 1 } }, auth))
    .invoice;

describe('invoices', () => {
  it('are made, shown in three sizes, printed, paid and gone from the open ones', async () => {
    const made = await addCredit('100,00');
    expect(made).toEqual({
      id: expect.any(Number),
      number: expect.any(Number),
      paid: false,
      payable: true,
      payment_link: expect.stringContaining('transaction_amount=124.0&'),
      receipt_date: null,
      cancellable: true,
      due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      total: '124.0',
      recipient: 'billing@alpha.example',
      monthly_invoice: false,
      cancelled: false,
    });
    const { invoice: full } = await dataOf(`GET /invoices/${made.id}`);
    expect(full).toMatchObject({
      subtotal: '100.0',
      vat_amount: '24.0',
      vat_rate: '24.0',
      total: '124.0',
      description: 'top-up',
      currency: 'EUR',
      buyer: { name: 'Alpha Domains', address: '' },
      items: [
        {
          description: 'prepayment',
          unit: 'piece',
          quantity: 1,
          price: '100.0',
          sum_without_vat: '100.0',
          vat_amount: '24.0',
          total: '124.0',
        },
      ],
    });
    const pdf = await world.app.inject({
      method: 'GET',
      url: `/repp/v1/invoices/${made.id}/download`,
      headers: { authorization: alpha },
    });
    expect(pdf.headers['content-disposition']).toBe(
      `attachment; filename="Invoice-${made.number}.pdf"; filename*=UTF-8''Invoice-${made.number}.pdf`,
    );
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');

    const open =
      '/invoices?limit=10&offset=0&details=true&simple=true&q[account_activity_id_null]=1&q[cancelled_at_null]=1&q[monthly_invoice_false]=1';
    expect(await dataOf(`GET ${open}`)).toEqual({ invoices: [made], count: 1 });
    const number = Number(made.number);
    await desk.callback(desk.payment(number, 'settled', { initial_amount: 124, standing_amount: 124 }));
    expect(await dataOf(`GET ${open}`)).toEqual({ invoices: [], count: 0 });
    const { invoices } = await dataOf('GET /invoices?details=true&q[account_activity_id_not_null]=1');
    expect(invoices).toMatchObject([{ number, paid: true, payable: false, payment_link: null }]);
    expect(await dataOf('GET /invoices')).toEqual({ invoices: [number], count: 1 });
  });

  it('are found by every filter, and sorted by several fields', async () => {
    const small = await addCredit(1, beta);
    const large = await addCredit(2000, beta);
    const cancelled = await addCredit('30', beta);
    await dataOf(`PUT /invoices/${cancelled.id}/cancel`, null, beta);
    const numbers = async (query: string) =>
      (await dataOf(`GET /invoices?${query}`, undefined, beta)).invoices;
    const all = [small, large, cancelled].map(({ number }) => number);
    expect(await numbers('q[s]=number+asc')).toEqual(all);
    expect(await numbers('q[s]=total+desc')).toEqual([large, cancelled, small].map(({ number }) => number));
    expect((await numbers('q[s][]=cancelled_at+asc&q[s][]=number+desc'))[0]).toBe(cancelled.number);
    expect((await numbers('q[s][]=cancelled_at+desc&q[s][]=number+desc'))[0]).toBe(cancelled.number);
    expect(await numbers('q[s]=receipt_date+desc')).toHaveLength(3);
    expect(await numbers('q[cancelled_at_not_null]=1')).toEqual([cancelled.number]);
    expect(await numbers('q[total_gteq]=100,5')).toEqual([large.number]);
    expect(await numbers(`q[number_str_matches]=*${small.number}*`)).toEqual([small.number]);
    expect(await numbers('q[number_str_matches]=%25')).toHaveLength(3);
    expect(await numbers(`q[number_gteq]=${large.number}&q[number_lteq]=${large.number}`)).toEqual([
      large.number,
    ]);
    expect(await numbers(`q[due_date_lteq]=${small.due_date}&q[s]=number+asc`)).toEqual(all);
    expect(await numbers('q[monthly_invoice_true]=1')).toEqual([]);
    expect(await numbers('q[unknown]=1&limit=&offset=&q[s]=nothing')).toHaveLength(3);
    expect(await numbers('offset=x&q[due_date_gteq]=soon&q[number_gteq]=x&q[total_gteq]=x')).toHaveLength(3);
    expect(await refusalOf('GET /invoices?limit=-1', undefined, beta)).toMatchObject({
      status: 400,
      code: 2005,
    });
  });

  it('are nobody else’s, and not for users who may not pay', async () => {
    const { id } = await addCredit('5', beta);
    for (const line of [
      `GET /invoices/${id}`,
      `GET /invoices/${id}/download`,
      `PUT /invoices/${id}/cancel`,
      'GET /invoices/75abc',
    ])
      expect(await refusalOf(line), line).toMatchObject({ status: 404, code: 2303 });
    expect(await refusalOf('GET /invoices', undefined, basic('alpha-epp', 'alpha-sandbox'))).toMatchObject({
      code: 2201,
    });
    expect(
      await refusalOf('GET /invoices', undefined, basic('alpha-billing', 'alpha-sandbox')),
    ).toMatchObject({ status: 200 });
  });

  it.each([
    [{}, 2003, 'param is missing or the value is empty: invoice'],
    [{ invoice: { description: 'x' } }, 2004, 'Amount is too small. Minimum deposit is 0.01 EUR'],
    [
      { invoice: { amount: 'x', description: '\u0007' } },
      2005,
      'Amount is not a number, Description is invalid',
    ],
    [{ invoice: { amount: '1e3' } }, 2005, 'Amount is not a number'],
    [{ invoice: { amount: '99999999' } }, 2004, 'Amount is too large'],
  ])('%j is refused', async (body, code, message) => {
    expect(await refusalOf('POST /invoices/add_credit', body)).toEqual({ status: 400, code, message });
  });

  it('are sent to one address', async () => {
    const { id } = await addCredit('5');
    const send = `POST /invoices/${id}/send_to_recipient`;
    const { invoice } = await dataOf(send, { invoice: { id: String(id), recipient: 'x@y.example' } });
    expect(invoice).toMatchObject({ id, recipient: 'x@y.example' });
    for (const [body, code, message] of [
      [{}, 2003, 'Missing parameter id'],
      [{ invoice: { recipient: 'a@b.ee' } }, 2003, 'Missing parameter id'],
      [{ invoice: { id: '1' } }, 2003, 'Missing parameter recipient'],
      [{ invoice: { id: '1', recipient: '' } }, 2003, 'Invoice recipient cannot be empty'],
      [{ invoice: { id: '1', recipient: 'a@b.ee,c@d.ee' } }, 2005, 'Recipient is invalid'],
    ] as const)
      expect(await refusalOf(send, body)).toEqual({ status: 400, code, message });
  });

  it('that are called off stay so', async () => {
    const { id } = await addCredit('5');
    expect((await dataOf(`PUT /invoices/${id}/cancel`, null)).invoice).toMatchObject({
      cancelled: true,
      payable: false,
      payment_link: null,
    });
    expect(await refusalOf(`PUT /invoices/${id}/cancel`, null)).toEqual({
      status: 400,
      code: 2304,
      message: 'Invoice status prohibits operation',
    });
  });
});

describe('the account', () => {
  it('shows its activities, with filters and who it was', async () => {
    await seed(world).by(alpha).domain('tegevus.ee');
    const { activities, count, types_for_select } = await dataOf(
      'GET /accounts?q[description_matches]=TEGEVUS&limit&offset',
    );
    expect(count).toBe(1);
    expect(activities).toEqual([
      {
        created_at: expect.any(String),
        description: 'Create tegevus.ee',
        type: 'debit',
        sum: '-10.0',
        balance: expect.any(String),
        currency: 'EUR',
        updator: 'alpha',
      },
    ]);
    expect(types_for_select).toContainEqual(['Add credit', 'add_credit']);
    const credits = await dataOf(
      'GET /accounts?q[activity_type_in][]=add_credit&q[activity_type_in][]=update_credit&q[s]=sum+desc&limit=1',
    );
    expect(credits.activities).toMatchObject([{ type: 'credit' }]);
    const today = world.container.calendar.dateOf(world.clock.now());
    expect(
      (await dataOf(`GET /accounts?q[created_at_lteq]=${today}&q[created_at_gteq]=${today}`)).count,
    ).toBeGreaterThan(1);
  });

  it('is looked after: bills, IBAN, auto-reload', async () => {
    expect((await dataOf('GET /accounts/details')).account).toMatchObject({
      billing_email: 'billing@alpha.example',
      iban: '',
      linked_users: [],
      balance_auto_reload: null,
      accept_pdf_invoices: true,
      min_deposit: 0,
    });
    const account = {
      billing_email: 'new@alpha.example',
      iban: 'ee38 2200 2210 2014 5685',
      accept_pdf_invoices: false,
    };
    const updated = await call('PUT /accounts', { account });
    expect(updated.body).toEqual({ code: 1000, message: 'Your account has been updated', data: { account } });
    const set = await call('POST /accounts/update_auto_reload_balance', {
      type: { amount: '100', threshold: '10' },
    });
    expect(set.body).toEqual({
      code: 1000,
      message: 'Balance Auto-Reload setting has been updated',
      data: {
        settings: { balance_auto_reload: { type: { name: 'threshold', amount: 100, threshold: 10 } } },
      },
    });
    expect((await dataOf('GET /accounts/details')).account).toMatchObject({
      billing_email: 'new@alpha.example',
      iban: 'EE382200221020145685',
      accept_pdf_invoices: false,
      balance_auto_reload: { name: 'threshold', amount: 100, threshold: 10 },
    });
    const disable = (site: string) =>
      world.request({
        url: '/registry/v1/accounts/disable_auto_reload_balance',
        headers: { 'sec-fetch-site': site },
      });
    expect((await disable('cross-site')).body).toMatchObject({
      code: 2201,
      message: 'Authorization error: a page of another site cannot do this',
    });
    expect((await dataOf('GET /accounts/details')).account).toMatchObject({
      balance_auto_reload: { name: 'threshold' },
    });
    expect((await disable('same-origin')).body.code).toBe(1000);
    expect((await call('GET /accounts/disable_auto_reload_balance')).body).toEqual({
      code: 1000,
      message: 'Balance Auto-Reload setting has been disabled',
      data: { settings: {} },
    });
    await dataOf('PATCH /accounts', { account: { billing_email: '', iban: '' } });
    expect((await dataOf('GET /accounts/details')).account).toMatchObject({
      billing_email: 'info@alpha.example',
      iban: '',
    });
  });

  it.each([
    ['PUT /accounts', {}, 2003, 'param is missing or the value is empty: account'],
    [
      'PUT /accounts',
      { account: { billing_email: 'x', iban: 'EE00' } },
      2005,
      'Billing email is invalid, Iban is invalid',
    ],
    [
      'POST /accounts/update_auto_reload_balance',
      { type: { amount: '0', threshold: '-1' } },
      2004,
      'Amount must be greater than or equal to 0.01, Threshold must be greater than or equal to 0',
    ],
    [
      'POST /accounts/update_auto_reload_balance',
      { type: { amount: 'x', threshold: '1' } },
      2005,
      'Amount is not a number',
    ],
    ['POST /accounts/update_auto_reload_balance', {}, 2003, 'param is missing or the value is empty: type'],
    ['PUT /accounts/switch_user', { account: { new_user_id: '8' } }, 2306, 'Cannot switch to unlinked user'],
  ])('%s refuses %j', async (line, body, code, message) => {
    expect(await refusalOf(line, body)).toEqual({ status: 400, code, message });
  });

  it('is seen by every user, and changed by billing users; users and addresses are for super users', async () => {
    const epp = basic('alpha-epp', 'alpha-sandbox');
    const details = (await dataOf('GET /accounts/details', undefined, epp)).account;
    expect(details).toMatchObject({ api_users: [], white_ips: [] });
    expect((await dataOf('GET /accounts/details')).account.api_users).toContainEqual({
      id: expect.any(Number),
      username: 'alpha',
      role: 'super',
      registrar_name: 'Alpha Domains',
      active: true,
    });
    expect(await refusalOf('PUT /accounts', { account: { iban: '' } }, epp)).toMatchObject({ code: 2201 });
  });
});
