import { beforeAll, describe, expect, it } from 'vitest';
import { linkpayUrl } from '#src/registry/rules/money/linkpay.ts';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { type Pending, paymentsOf } from '../../../support/paid-reservations.ts';
import { portalOf, userUniqueId } from '../../../support/portal.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld({ LINKPAY_URL: 'https://pay.example/lp', LINKPAY_TOKEN: 'testtoken' });
  portal = portalOf(world);
  payments = paymentsOf(world, portal);
});

const ask = (...names: readonly string[]) => portal.post('/long_reserve_domains', { domain_names: names });
const refused = (error: string) => ({ status: 422, body: { error } });

describe('asking for a paid reservation', () => {
  it('answers 201 with a number, an id, the names and a link that pays ten euros for each', async () => {
    const { status, body } = await ask('A.ee', 'b.com.ee');
    expect(status).toBe(201);
    const id = String(body.user_unique_id);
    expect(body).toEqual({
      message: 'Domains are in pending status. Need to pay for domains.',
      linkpay_url: linkpayUrl(
        { prefix: 'https://pay.example/lp', token: 'testtoken', secret: 'sandbox-payment-secret' },
        {
          invoiceNumber: Number(body.invoice_number),
          amount: '20.0',
          customField1: id,
          customField2: 'business_registry',
        },
      ),
      invoice_number: 150005,
      user_unique_id: userUniqueId,
      available_domains: ['a.ee', 'b.com.ee'],
    });
  });

  it('gives the link as it was signed, not decoded', async () => {
    const { linkpay_url } = await payments.pending('link.ee');
    expect(new URL(linkpay_url).searchParams.get('transaction_amount')).toBe('10.0');
    expect(linkpay_url).not.toContain('\\u0026');
  });

  it('keeps an invoice for the business registry, described by names and id', async () => {
    const { invoice_number, user_unique_id } = await payments.pending('kirjeldus.ee', 'teine.ee');
    const invoice = await world.container.database.db
      .selectFrom('invoices')
      .selectAll()
      .where('number', '=', invoice_number)
      .executeTakeFirstOrThrow();
    expect(invoice).toMatchObject({
      initiator: 'business_registry',
      status: 'unpaid',
      amount: '20.00',
      user_unique_id,
      reserved_names: ['kirjeldus.ee', 'teine.ee'],
      description: `Reserved domain names: kirjeldus.ee, teine.ee; User unique id: ${user_unique_id}`,
    });
  });

  it('counts a name once, in whatever forms it is given', async () => {
    const { available_domains, linkpay_url } = await payments.pending('ö.ee', 'Ö.ee', 'xn--nda.ee');
    expect(available_domains).toEqual(['ö.ee']);
    expect(linkpay_url).toContain('transaction_amount=10.0&');
  });

  it('is refused when none of the names can be had', async () => {
    expect(await ask('x.nozone', 'pri.ee')).toMatchObject(refused('No available domains'));
  });

  it('is refused when one of them cannot be had: all or none', async () => {
    await portal.reserved('held.ee');
    expect(await ask('free.ee', 'held.ee')).toMatchObject(refused('Some domains are not available'));
    expect((await ask('free.ee')).status).toBe(201);
  });

  it('holds nothing: others may still take the names', async () => {
    await payments.pending('open.ee');
    expect(await portal.suggest('open')).toMatchObject({ variants: expect.arrayContaining(['open.ee']) });
    expect((await portal.reserve('open.ee')).status).toBe(201);
  });

  it('is a dry run on request: nothing is left of it, not even the number', async () => {
    const send = (headers: Record<string, string>) =>
      portal.post('/long_reserve_domains', { domain_names: ['kuiv.ee'] }, headers);
    const tried = await send({ 'dry-run': 'true' });
    expect(tried).toMatchObject({ status: 201, body: { available_domains: ['kuiv.ee'] } });
    expect((await payments.statusOf(tried.body.invoice_number, tried.body.user_unique_id)).status).toBe(404);
    expect((await send({})).body.invoice_number).toBe(tried.body.invoice_number);
  });

  it('is made once for an idempotency key', async () => {
    const send = () =>
      portal.post('/long_reserve_domains', { domain_names: ['korra.ee'] }, { 'idempotency-key': 'k1' });
    const first = await send();
    expect((await send()).text).toBe(first.text);
  });
});

describe('callers that ask for the same names', () => {
  it('share the number of the first, each under an id of their own', async () => {
    const first = await payments.pending('jagatud1.ee', 'jagatud2.ee');
    const second = await payments.pending('jagatud2.ee', 'jagatud3.ee');
    const third = await payments.pending('jagatud3.ee');
    const other = await payments.pending('omaette.ee');
    expect([second, third].map(({ invoice_number }) => invoice_number)).toEqual([
      first.invoice_number,
      first.invoice_number,
    ]);
    expect(other.invoice_number).not.toBe(first.invoice_number);
    expect(new Set([first, second, third].map(({ user_unique_id }) => user_unique_id)).size).toBe(3);
    expect(second.linkpay_url).toContain('transaction_amount=20.0&');
    expect(third.linkpay_url).toContain('transaction_amount=10.0&');
  });

  it('take the oldest number when several overlap', async () => {
    const one = await payments.pending('vana1.ee');
    const two = await payments.pending('vana2.ee');
    expect(two.invoice_number).not.toBe(one.invoice_number);
    const both = await payments.pending('vana2.ee', 'vana1.ee');
    expect(both.invoice_number).toBe(one.invoice_number);
  });

  it('share it also when its payment failed or is overdue: it may still be paid', async () => {
    for (const status of ['failed', 'overdue'] as const) {
      const first = await payments.pending(`veel-${status}.ee`);
      await payments.move(first, status, 'operator');
      expect((await payments.pending(`veel-${status}.ee`)).invoice_number).toBe(first.invoice_number);
    }
  });

  it('do not share the number of one that was cancelled', async () => {
    const first = await payments.pending('katki.ee');
    await payments.move(first, 'cancelled', 'operator');
    expect((await payments.pending('katki.ee')).invoice_number).not.toBe(first.invoice_number);
  });
});

describe('names that somebody has paid for', () => {
  let paid: Pending;
  beforeAll(async () => {
    paid = await payments.pending('makstud1.ee', 'makstud2.ee');
    await payments.pay(paid);
  });

  it('are unavailable to everybody else before the payer has asked for the codes', async () => {
    expect(await portal.reserve('makstud1.ee')).toMatchObject(refused('No available domains'));
    expect(await portal.suggest('makstud1')).toMatchObject({
      variants: expect.not.arrayContaining(['makstud1.ee']),
    });
  });

  it('cannot be asked for against payment: intersecting invoices are paid', async () => {
    const text = 'Some intersecting invoices are paid';
    expect(await ask('makstud2.ee', 'x.nozone')).toMatchObject(refused('Some domains are not available'));
    expect(await ask('makstud1.ee', 'vaba.ee')).toMatchObject(refused(text));
  });

  it('are simply unavailable once somebody has found that out, all names of the order', async () => {
    expect(await ask('makstud1.ee')).toMatchObject(refused('No available domains'));
    expect(await ask('makstud2.ee')).toMatchObject(refused('No available domains'));
    expect(await ask('makstud2.ee', 'vaba.ee')).toMatchObject(refused('Some domains are not available'));
    expect((await payments.pending('vaba.ee')).available_domains).toEqual(['vaba.ee']);
  });

  it('are simply unavailable once the payer has the codes', async () => {
    await payments.reported(paid);
    expect(await ask('makstud1.ee')).toMatchObject(refused('No available domains'));
    expect(await ask('makstud1.ee', 'vaba.ee')).toMatchObject(refused('Some domains are not available'));
  });
});

describe('billing without a number left', () => {
  it('is answered with 502, and nothing is reserved', async () => {
    const { db } = world.container.database;
    const { last } = await db
      .selectFrom('invoices')
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    await putSetting(db, 'invoice_number_max', String(last), world.clock.now());
    const key = { 'idempotency-key': 'exhausted' };
    const send = () => portal.post('/long_reserve_domains', { domain_names: ['otsas.ee'] }, key);
    expect(await send()).toMatchObject({
      status: 502,
      body: { error: 'Billing service unavailable', details: { reason: 'out of range' } },
    });
    await putSetting(db, 'invoice_number_max', '199999', world.clock.now());
    expect((await send()).status).toBe(201);
  });
});
