import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runJobs } from '#src/registry/operations/operator/run-jobs.ts';
import { insertPaymentEvent } from '#src/registry/store/billing/payments.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { clockAt } from '../../../support/time.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url }, { clock: clockAt('2026-05-10T12:00:00Z') });
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.requests.length = 0;
  world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
});

const count = async (table: 'payment_events' | 'rate_budgets') =>
  (
    await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      world.container.database.db,
    )
  ).rows[0]?.count ?? 0;
const from = (address: string, reference: string, event = 'status_updated') =>
  world.request({
    method: 'GET',
    url: `/api/v1/callback_handler/callback?payment_reference=${reference}&event_name=${event}`,
    auth: null,
    remoteAddress: address,
  });

describe('notifications of payments that somebody made up', () => {
  it('are answered as ever and leave nothing behind', async () => {
    const before = await count('payment_events');
    for (const event of ['status_updated', 'dispute_opened', 'status_update', 'token_updated'])
      expect(await from('192.0.2.1', 'made-up', event)).toMatchObject({
        status: 200,
        body: { message: null, user_unique_id: null },
      });
    expect(await count('payment_events')).toBe(before);
    expect(provider.requests).toHaveLength(1);
  });

  it('are not looked up for ever for one sender, while others are heard', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 260; index += 1)
      statuses.push((await from('192.0.2.2', `made-up-${index}`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(240);
    expect(provider.requests).toHaveLength(240);
    const refused = await from('192.0.2.2', 'one-more');
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many notifications; try again in a minute' },
    });
    expect(refused.headers['retry-after']).toBe('60');

    const number = await desk.invoice(registry);
    expect((await from('192.0.2.3', desk.payment(number, 'settled'))).status).toBe(200);
    expect(await desk.status(number)).toBe('paid');
    world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
    expect((await from('192.0.2.2', 'one-more')).status).toBe(200);
  });

  it('are counted by where they come from, over both APIs, and a network of IPv6 is one place', async () => {
    const { db } = world.container.database;
    await db.deleteFrom('rate_budgets').execute();
    const overGraph = (remoteAddress: string) =>
      world.request({
        method: 'POST',
        url: '/graphql',
        auth: null,
        remoteAddress,
        payload: {
          query:
            'mutation { paymentNotificationReceive(input: { paymentReference: "made-up", eventName: "status_updated" }) { userErrors { code } } }',
        },
      });
    await overGraph('192.0.2.20');
    await overGraph('192.0.2.21');
    await overGraph('2001:db8:7::1');
    await from('2001:db8:7::2', 'made-up');
    await from('192.0.2.21', 'made-up');
    const senders = await db
      .selectFrom('rate_budgets')
      .select(['caller', 'used'])
      .orderBy('caller')
      .execute();
    expect(senders).toEqual([
      { caller: 'notification:192.0.2.20', used: 1 },
      { caller: 'notification:192.0.2.21', used: 2 },
      { caller: 'notification:2001:db8:7::', used: 2 },
    ]);
  });

  it('are kept up to a number while the provider does not answer', async () => {
    const { db } = world.container.database;
    await sql`insert into payment_events (payment_reference, received_at, outcome)
      select 'stray-' || n, ${world.clock.now()}, 'provider unavailable' from generate_series(1, 999) n`.execute(
      db,
    );
    provider.behaviour = 'garbage';
    for (let index = 0; index < 3; index += 1)
      expect((await from('192.0.2.4', `down-${index}`)).status).toBe(422);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from payment_events where invoice_id is null`.execute(db);
    expect(rows[0]?.count).toBe(1_000);
    await sql`delete from payment_events where invoice_id is null`.execute(db);
  });
});

describe('notifications of one payment', () => {
  it('make the provider be asked so often in a minute and no more', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    const { db } = world.container.database;
    const event = {
      payment_reference: reference,
      name: null,
      received_at: world.clock.now(),
      outcome: 'unchanged',
    };
    for (let index = 0; index < 298; index += 1) await insertPaymentEvent(db, { ...event, invoice_id: null });
    expect((await desk.callback(reference)).status).toBe(200);
    provider.requests.length = 0;
    const before = await count('payment_events');
    expect((await desk.callback(reference)).status).toBe(429);
    expect(provider.requests).toEqual([]);
    expect(await count('payment_events')).toBe(before);
  });

  it('that cost nothing in the end are not counted against their sender', async () => {
    for (let index = 0; index < 3; index += 1)
      await from('192.0.2.9', desk.payment(await desk.invoice(registry), 'settled'));
    const { rows } = await sql<{ used: number }>`
      select used from rate_budgets where caller = 'notification:192.0.2.9'`.execute(
      world.container.database.db,
    );
    expect(rows).toEqual([{ used: 0 }]);
  });
});

describe('old notifications', () => {
  it('are forgotten: strays after a month, repetitions after a year, senders after a day', async () => {
    const { db } = world.container.database;
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    await desk.callback(reference);
    await insertPaymentEvent(db, {
      payment_reference: 'stray',
      name: null,
      invoice_id: null,
      received_at: world.clock.now(),
      outcome: 'provider unavailable',
    });
    const later = async (days: number) => {
      world.clock.moveTo(new Date(world.clock.now().getTime() + days * 86_400_000));
      const call = {
        actor: { kind: 'operator', token: 'test', role: 'ADMIN' },
        request: { id: 'test', via: 'rest' },
      } as const;
      expect((await world.container.runner.run(runJobs, { jobs: ['forget'] }, call)).ok).toBe(true);
      const { rows } = await sql<{ outcome: string }>`
        select outcome from payment_events where payment_reference in ('stray', ${reference}) order by id`.execute(
        db,
      );
      return rows.map(({ outcome }) => outcome);
    };
    expect(await later(29)).toEqual(['paid', 'unchanged', 'provider unavailable']);
    expect(await count('rate_budgets')).toBe(0);
    expect(await later(2)).toEqual(['paid', 'unchanged']);
    expect(await later(340)).toEqual(['paid']);
  });
});
