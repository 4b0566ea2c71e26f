import { beforeAll, describe, expect, it } from 'vitest';
import { token } from '../../support/billing.ts';
import { setSetting } from '../../support/domains.ts';
import { send } from '../../support/merchant.ts';
import { accountOf, expectBooksToBalance } from '../../support/money.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';
import { list, names, type Params, registrarPortal } from './registrar-portal.ts';

let world: TestWorld;
let url = '';
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
  await setSetting(world, 'registry_juridical_name', 'Zonegraph Registry');
});

const alpha = registrarPortal(() => url, 'alpha', 'alpha-sandbox');
const balance = async () => Number((await accountOf(world)).balance);
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const amount = expect.stringMatching(/^\d+\.\d{1,3}$/);

describe('money', () => {
  const topUp = async (sum: string): Promise<Loose> =>
    (await alpha.send('POST', '/invoices/add_credit', { invoice: { amount: sum, description: '' } })).invoice;
  const shown = async (id: unknown): Promise<Loose> => (await alpha.get(`/invoices/${id}`)).invoice;
  const page = async (q: Params | null, more: Params = {}) =>
    alpha.get('/invoices', { details: true, simple: true, limit: 10, offset: 0, q, ...more });
  const numbersOf = async (q: Params) => names((await page(q)).invoices, 'number');
  /** Asks billing itself, as the portal does, and is sent to the provider. */
  const billing = async (path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: await token('registry'), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Loose;
  };
  const payAtProvider = async ({ number }: Loose) => {
    const { oneoff_redirect_link: link } = await billing('invoice_generator/oneoff', {
      invoice_number: String(number),
      customer_url: 'https://portal.example/invoices/callback',
      reference_number: null,
    });
    const paid = await send(String(link), { form: { outcome: 'settled', method: 'card' } });
    const back = new URL(paid.headers.get('location') ?? '');
    await billing(
      `callback_handler/callback?payment_reference=${back.searchParams.get('payment_reference')}`,
    );
  };
  let [paid, unpaid, cancelled]: Loose[] = [{}, {}, {}];

  it('is topped up: an invoice with VAT, paid at the provider, of which the net amount is credited once', async () => {
    const before = await balance();
    paid = await topUp('100,00');
    expect(paid).toMatchObject({
      id: expect.any(Number),
      number: expect.any(Number),
      paid: false,
      payable: true,
      payment_link: expect.stringMatching(/^http/),
      receipt_date: null,
      cancelled: false,
      cancellable: true,
      due_date: date,
      total: '124.0',
      recipient: 'billing@alpha.example',
      monthly_invoice: false,
    });
    expect(await balance()).toBe(before);
    await payAtProvider(paid);
    expect(await balance()).toBe(before + 100);
    expect(await shown(paid.id)).toMatchObject({
      paid: true,
      payable: false,
      cancellable: false,
      receipt_date: date,
      payment_link: null,
    });
  });

  it('has invoices that are shown, saved, sent and called off', async () => {
    unpaid = await topUp('66');
    cancelled = await topUp('10.5');
    expect(await shown(unpaid.id)).toMatchObject({
      id: unpaid.id,
      number: unpaid.number,
      issue_date: date,
      due_date: date,
      cancelled_at: null,
      subtotal: '66.0',
      vat_rate: '24.0',
      vat_amount: '15.84',
      total: '81.84',
      reference_no: expect.any(String),
      currency: 'EUR',
      seller: { name: 'Zonegraph Registry' },
      buyer: { name: 'Alpha Domains' },
      items: [
        { description: 'prepayment', unit: 'piece', quantity: 1, price: '66.0', sum_without_vat: '66.0' },
      ],
      recipient: 'billing@alpha.example',
    });
    const file = await alpha.download(`/invoices/${unpaid.id}/download`);
    expect({ name: file.name, type: file.type }).toEqual({
      name: `Invoice-${unpaid.number}.pdf`,
      type: 'application/pdf',
    });
    expect(Buffer.from(file.bytes).subarray(0, 5).toString()).toBe('%PDF-');
    const recipient = 'accountant@alpha.example';
    const sent = await alpha.send('POST', `/invoices/${unpaid.id}/send_to_recipient`, {
      invoice: { id: String(unpaid.id), recipient },
    });
    expect(sent.invoice).toMatchObject({ id: unpaid.id, recipient });
    const gone = await alpha.send('PUT', `/invoices/${cancelled.id}/cancel`);
    expect(gone.invoice).toMatchObject({
      cancelled: true,
      cancellable: false,
      payable: false,
      payment_link: null,
    });
    for (const { id } of [cancelled, paid])
      expect(await alpha.ask('PUT', `/invoices/${id}/cancel`)).toMatchObject({
        status: 400,
        code: 2304,
        message: 'Invoice status prohibits operation',
      });
  });

  it('has a list of invoices with every choice of status, every filter and every sort', async () => {
    const all = await page(null);
    expect(Number(all.count)).toBe(3);
    for (const invoice of list(all.invoices))
      expect(invoice).toMatchObject({
        id: expect.any(Number),
        number: expect.any(Number),
        due_date: date,
        paid: expect.any(Boolean),
        cancelled: expect.any(Boolean),
        monthly_invoice: false,
        total: amount,
        recipient: expect.any(String),
      });
    const [one, two, three] = [paid, unpaid, cancelled].map(({ number }) => String(number));
    const chosen = async (...statuses: string[]) =>
      numbersOf(Object.fromEntries(statuses.map((name) => [name, 1])));
    expect(await chosen('account_activity_id_not_null')).toEqual([one]);
    expect(await chosen('account_activity_id_null', 'cancelled_at_null', 'monthly_invoice_false')).toEqual([
      two,
    ]);
    expect(await chosen('cancelled_at_not_null')).toEqual([three]);
    expect(await chosen('monthly_invoice_true', 'cancelled_at_null')).toEqual([]);
    const today = String((await shown(paid.id)).receipt_date);
    for (const [q, wanted] of [
      [{ number_str_matches: two }, [two]],
      [{ number_gteq: two, number_lteq: two }, [two]],
      [{ total_gteq: '100', total_lteq: '200' }, [one]],
      [{ due_date_gteq: '2000-01-01', due_date_lteq: '2000-12-31' }, []],
      [{ account_activity_created_at_gteq: today, account_activity_created_at_lteq: today }, [one]],
      [{ s: 'number asc' }, [one, two, three]],
      [{ s: 'number desc' }, [three, two, one]],
      [{ s: 'total asc' }, [three, two, one]],
      [{ s: ['receipt_date asc', 'cancelled_at asc'] }, [one, three, two]],
      [{ s: 'due_date asc', surprise_eq: 'x' }, null],
    ] as const)
      if (wanted) expect(await numbersOf(q), JSON.stringify(q)).toEqual(wanted);
      else expect((await numbersOf(q)).sort(), JSON.stringify(q)).toEqual([one, two, three].sort());
    expect(names((await page(null, { limit: 1, offset: 1 })).invoices, 'number')).toHaveLength(1);
  });

  it('reports the reason of a refusal, in words to show', async () => {
    for (const [sum, code] of [
      ['0', 2004],
      ['', 2004],
      ['abc', 2005],
    ] as const) {
      const body = { invoice: { amount: sum, description: '' } };
      const refused = await alpha.ask('POST', '/invoices/add_credit', { body });
      expect({ status: refused.status, code: refused.code }, sum).toEqual({ status: 400, code });
    }
    const blank = { invoice: { id: String(unpaid.id), recipient: '' } };
    expect(
      await alpha.ask('POST', `/invoices/${unpaid.id}/send_to_recipient`, { body: blank }),
    ).toMatchObject({
      status: 400,
      code: 2003,
    });
    expect(await alpha.ask('GET', '/invoices/75abc')).toMatchObject({ status: 404, code: 2303 });
    const epp = registrarPortal(() => url, 'alpha-epp', 'alpha-sandbox');
    expect(await epp.ask('GET', '/invoices', { params: { q: null } })).toMatchObject({
      status: 401,
      code: 2201,
    });
  });

  it('has a list of what moved, with filters and sorts, and all of it for a table', async () => {
    const all = await alpha.get('/accounts', { limit: null, offset: null, q: null });
    expect(Number(all.count)).toBe(2);
    expect(all.types_for_select).toEqual([
      ['Create', 'create'],
      ['Renew', 'renew'],
      ['Add credit', 'add_credit'],
      ['Update credit', 'update_credit'],
    ]);
    expect(list(all.activities)[0]).toMatchObject({
      created_at: expect.any(String),
      description: `Invoice no. ${paid.number}`,
      type: 'credit',
      sum: '100.0',
      balance: '1100.0',
      currency: 'EUR',
    });
    const found = async (q: Params) =>
      names((await alpha.get('/accounts', { limit: 10, offset: 0, q })).activities, 'sum');
    expect(await found({ description_matches: 'invoice' })).toEqual(['100.0']);
    expect(await found({ activity_type_in: ['create', 'renew'] })).toEqual([]);
    expect(await found({ activity_type_in: ['', 'add_credit'] })).toHaveLength(2);
    expect(await found({ created_at_gteq: '2000-01-01', created_at_lteq: '2000-01-02' })).toEqual([]);
    for (const by of [
      'description',
      'activity_type',
      'created_at',
      'sum',
      'new_balance',
      'updator_str',
      'nonsense',
    ])
      for (const way of ['asc', 'desc']) expect(await found({ s: `${by} ${way}` }), by).toHaveLength(2);
    expect(await found({ s: 'sum asc' })).toEqual(['100.0', '1000.0']);
  });

  it('has an account whose details are saved as they are, and changed', async () => {
    const details = await alpha.get('/accounts/details');
    expect(details).toMatchObject({
      account: {
        billing_email: 'billing@alpha.example',
        iban_max_length: 34,
        linked_users: [],
        api_users: expect.any(Array),
        white_ips: expect.any(Array),
        balance_auto_reload: null,
        accept_pdf_invoices: true,
        min_deposit: expect.any(Number),
      },
      roles: ['super', 'epp', 'billing'],
      interfaces: ['registrar', 'api'],
    });
    expect(details.account).toHaveProperty('iban');
    const { billing_email } = details.account;
    await alpha.send('PUT', '/accounts', { account: { billing_email, iban: '' } });
    expect((await alpha.get('/accounts/details')).account).toEqual(details.account);
    const iban = 'EE382200221020145685';
    const { message } = await alpha.ask('PUT', '/accounts', { body: { account: { billing_email, iban } } });
    expect(message).toBe('Your account has been updated');
    expect((await alpha.get('/accounts/details')).account.iban).toBe(iban);
    const wrong = await alpha.ask('PUT', '/accounts', { body: { account: { billing_email, iban: 'EE00' } } });
    expect(wrong).toMatchObject({ status: 400, code: 2005 });
  });

  it('reloads by itself, or not', async () => {
    const type = { amount: '100', threshold: '10' };
    const set = await alpha.send('POST', '/accounts/update_auto_reload_balance', { type });
    expect(set.settings.balance_auto_reload.type).toEqual({ name: 'threshold', amount: 100, threshold: 10 });
    expect((await alpha.get('/accounts/details')).account.balance_auto_reload).toMatchObject({ amount: 100 });
    for (let times = 0; times < 2; times += 1)
      expect(await alpha.get('/accounts/disable_auto_reload_balance')).toEqual({ settings: {} });
    expect((await alpha.get('/accounts/details')).account.balance_auto_reload).toBeNull();
  });

  it('belongs to nobody else: there is nobody to switch to', async () => {
    const { account } = await alpha.get('/accounts/details');
    for (const id of [...names(account.api_users, 'id'), '99999'])
      expect(
        await alpha.ask('PUT', '/accounts/switch_user', { body: { account: { new_user_id: id } } }),
      ).toMatchObject({
        status: 400,
        code: 2306,
        message: 'Cannot switch to unlinked user',
      });
    await expectBooksToBalance(world);
  });
});
