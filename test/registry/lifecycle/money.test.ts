import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ledgerProof } from '#src/registry/store/registry/ledger.ts';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { setBalance } from '../../support/money.ts';
import { mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { advance, clockAt } from '../../support/time.ts';
import { alpha, beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-06-03T12:00:00+03:00') });
});

const topUp = async (amount: string, auth = alpha): Promise<number> =>
  Number((await mutate('accountTopUp', { amount }, 'invoice { number }', auth)).invoice.number);
const invoices = async (where: ReturnType<typeof sql>) =>
  (await sql<Loose>`select * from invoices where ${where} order by id`.execute(world.container.database.db))
    .rows;
const set = (name: string, value: string) =>
  putSetting(world.container.database.db, name, value, world.clock.now());

describe('a prepayment that nobody pays', () => {
  it('is called off at ten past midnight once its due date and the delay are over, and not before', async () => {
    await set('days_to_keep_overdue_invoices_active', '1');
    const number = await topUp('10');
    expect(await advance(world, { to: '2026-07-05T00:09:59+03:00' })).toEqual([]);
    expect(await advance(world, { by: 'PT1M' })).toEqual([
      { at: '2026-07-05T00:10:00.000+03:00', kind: 'INVOICE_CANCELLED', subject: String(number) },
    ]);
    expect(await invoices(sql`number = ${number}`)).toMatchObject([
      { status: 'cancelled', due_date: '2026-07-03', cancelled_at: new Date('2026-07-04T21:10:00Z') },
    ]);
    await set('days_to_keep_overdue_invoices_active', '0');
  });
});

describe('auto-reload', () => {
  const reloads = () => invoices(sql`description = 'reload balance' and issued_here`);

  it('issues one invoice when the balance has fallen to the threshold, and no other while that can be paid', async () => {
    const { account, userErrors } = await mutate(
      'accountAutoReloadSet',
      { amount: '100', threshold: '10' },
      'account { autoReload { amount threshold pendingInvoice { number } } }',
      beta,
    );
    expect(userErrors).toEqual([]);
    expect(account.autoReload).toEqual({ amount: '100.00', threshold: '10.00', pendingInvoice: null });
    expect(await advance(world, { by: 'PT2H' })).toEqual([]);
    await setBalance(world, 'BETA', '10.00');
    const events = await advance(world, { by: 'PT2H' });
    expect(events.map(({ kind }) => kind)).toEqual(['INVOICE_ISSUED']);
    expect(await reloads()).toMatchObject([{ subtotal: '100.00', amount: '124.00', status: 'unpaid' }]);
    expect(await advance(world, { by: 'PT5H' })).toEqual([]);
  });

  it('issues another one within the hour when that one is called off', async () => {
    const [first] = await reloads();
    await mutate('invoiceCancel', { number: first?.number }, 'invoice { status }', beta);
    expect((await advance(world, { by: 'PT1H' })).map(({ kind }) => kind)).toEqual(['INVOICE_ISSUED']);
    expect((await reloads()).map(({ status }) => status)).toEqual(['cancelled', 'unpaid']);
  });

  it('ends when it is disabled, and the open invoice stays', async () => {
    const document = 'mutation { accountAutoReloadDisable { account { autoReload { amount } } } }';
    const answer = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: document },
      auth: beta,
    });
    expect((answer.body as Loose).data.accountAutoReloadDisable.account.autoReload).toBeNull();
    expect((await reloads()).at(-1)).toMatchObject({ status: 'unpaid' });
    expect(await advance(world, { by: 'PT3H' })).toEqual([]);
  });

  it.each([
    [
      '0',
      '-1',
      ['Amount must be greater than or equal to 0.01', 'Threshold must be greater than or equal to 0'],
    ],
    ['10000000', '1', ['Amount is too large']],
  ])('refuses %s at %s', async (amount, threshold, messages) => {
    const { userErrors } = await mutate(
      'accountAutoReloadSet',
      { amount, threshold },
      'account { balance }',
      beta,
    );
    expect(userErrors.map(({ message }) => message)).toEqual(messages);
  });
});

describe('a monthly summary', () => {
  it('adds up on the first of a month what was bought in the month before', async () => {
    await advance(world, { to: '2026-09-10T12:00:00+03:00' });
    const { domain } = seed(world);
    await domain('kokku-one.ee');
    await domain('kokku-two.ee');
    await domain('kokku-long.ee', { period: 2 });
    await advance(world, { to: '2026-09-30T23:59:00+03:00' });
    expect(await invoices(sql`kind = 'monthly_summary'`)).toEqual([]);
    const events = await advance(world, { by: 'PT2M' }, { summaries: true });
    expect(events).toMatchObject([{ at: '2026-10-01T00:00:00.000+03:00', kind: 'SUMMARY_ISSUED' }]);
    const [summary] = await invoices(sql`kind = 'monthly_summary'`);
    expect(summary).toMatchObject({
      issue_date: '2026-09-30',
      due_date: '2026-09-30',
      amount: '0.00',
      description: 'Domains in September 2026',
    });
    const { rows } = await sql<Loose>`
      select description, quantity, price, years from invoice_lines where invoice_id = ${summary?.id}
      order by id`.execute(world.container.database.db);
    expect(rows).toEqual([
      { description: '.ee registration: 1 year', quantity: 2, price: '10.000', years: 1 },
      { description: '.ee registration: 2 years', quantity: 1, price: '20.000', years: 2 },
      { description: 'Domains prepayment', quantity: -1, price: '40.000', years: null },
    ]);
    expect(await advance(world, { by: 'P10D' }, { summaries: true })).toEqual([]);
  });

  it('is no prepayment: nobody can pay or cancel it', async () => {
    const [summary] = await invoices(sql`kind = 'monthly_summary'`);
    const { userErrors } = await mutate(
      'invoiceCancel',
      { number: summary?.number },
      'invoice { number }',
      alpha,
    );
    expect(userErrors).toMatchObject([{ resultCode: 2304 }]);
  });

  it('is issued for every month that a leap goes over, and the books still add up', async () => {
    await seed(world).domain('kokku-october.ee');
    await advance(world, { to: '2026-11-15T12:00:00+02:00' });
    await seed(world).domain('kokku-november.ee');
    const events = await advance(world, { to: '2027-03-02T12:00:00+02:00' }, { summaries: true });
    expect(events.filter(({ kind }) => kind === 'SUMMARY_ISSUED').map(({ at }) => at)).toEqual([
      '2026-12-01T00:00:00.000+02:00',
    ]);
    const days = (await invoices(sql`kind = 'monthly_summary'`)).map(({ issue_date }) => issue_date);
    expect(days).toEqual(['2026-09-30', '2026-10-31', '2026-11-30']);
    expect((await ledgerProof(world.container.database.db)).every(({ balanced }) => balanced)).toBe(true);
  });
});
