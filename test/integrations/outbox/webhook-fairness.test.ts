import { type KyselyPlugin, RawNode, sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { claimForWebhooks } from '#src/registry/store/runner/webhook-deliveries.ts';
import { countStatements } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { mutateOf } from '../../support/operator.ts';
import { receiver, silentReceiver } from '../../support/receiver.ts';
import { type Hook, webhooksOf } from '../../support/webhooks.ts';
import { beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let hooks: ReturnType<typeof webhooksOf>;
let db: Db;
beforeAll(async () => {
  world = await testWorld();
  hooks = webhooksOf(world);
  db = world.container.database.db;
});
afterEach(async () => {
  await db.deleteFrom('webhooks').execute();
  await db.deleteFrom('outbox').execute();
});

const url = 'https://example.com/hooks';
const rowOf = ({ id }: Hook): number => Number(Buffer.from(id, 'base64').toString().split(':')[1]);
/** Messages that wait, as webhooks would have them; of one subject, or each of its own. */
const wait = (hook: Hook, count: number, { subject = '', seconds = 0 } = {}) =>
  sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at, webhook_id)
    select 'webhook', coalesce(nullif(${subject}::text, ''), 'domain.changed ' || number), jsonb_build_object(
      'event', 'webhook.test', 'message', gen_random_uuid(), 'data', '{}'::jsonb), moment, moment, ${rowOf(hook)}::int
    from generate_series(1, ${count}::int) number,
      (select ${world.clock.now()}::timestamptz - interval '1 hour' + ${seconds}::int * interval '1 second' as moment) at
    `.execute(db);
const claim = (limit: number, on = db) =>
  claimForWebhooks(on, {
    now: world.clock.now(),
    leaseMs: 60_000,
    limit,
    except: [],
    each: 4,
    ofRegistrar: 8,
  });
const countOf = (taken: readonly { readonly webhook_id: number }[], some: readonly Hook[]): number =>
  taken.filter(({ webhook_id }) => some.some((hook) => rowOf(hook) === webhook_id)).length;

interface Plan {
  readonly Plans?: readonly Plan[];
  readonly [measure: string]: unknown;
}

/** Has the database tell what it looked at instead of what it found. */
const explained: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (!RawNode.is(node)) throw new TypeError('not written by hand');
    const [first = '', ...rest] = node.sqlFragments;
    return { ...node, sqlFragments: [`explain (analyze, format json) ${first}`, ...rest] };
  },
  transformResult: async ({ result }) => result,
};
const lookedAt = ({ Plans = [], ...node }: Plan): number =>
  Object.entries(node)
    .filter(([name]) => name === 'Actual Rows' || name.startsWith('Rows Removed by'))
    .reduce((sum, [, rows]) => sum + Number(rows) * Number(node['Actual Loops']), 0) +
  Plans.reduce((sum, plan) => sum + lookedAt(plan), 0);

describe('the next delivery', () => {
  /** What a claim looks at, with and without knowing how many there are; what it takes is given back. */
  const claimsLookAt = async (): Promise<{ rows: number; plan: string }[]> => {
    const found: { rows: number; plan: string }[] = [];
    for (const prepare of [sql`select 1`, sql`analyze outbox`, sql`analyze webhooks`]) {
      await prepare.execute(db);
      const [row] = (await claim(32, db.withPlugin(explained) as Db)) as unknown as {
        'QUERY PLAN': [{ Plan: Plan }];
      }[];
      const plan = row?.['QUERY PLAN'][0].Plan;
      if (!plan) throw new Error('nothing was explained');
      found.push({ rows: lookedAt(plan), plan: JSON.stringify(plan) });
      await db.updateTable('outbox').set({ claimed_until: null }).execute();
    }
    return found;
  };

  it('is found by looking at each message that waits, and not at each beside each other', async () => {
    const [one, other] = [await hooks.create(url), await hooks.create(url)];
    for (const hook of [one, other]) await wait(hook, 1_000, { subject: 'webhook.test' });
    for (const { rows, plan } of await claimsLookAt()) {
      expect(rows).toBeGreaterThan(2_000);
      expect(rows, plan).toBeLessThan(10 * 2_000);
      expect(plan).toContain('outbox_webhook_turn');
    }
  });

  it('is found without looking at all that waits, however much that is', async () => {
    const [one, other] = [await hooks.create(url), await hooks.create(url)];
    for (const hook of [one, other]) await wait(hook, 5_000);
    for (const { rows, plan } of await claimsLookAt()) expect(rows, plan).toBeLessThan(500);
  });

  it('is published to watchers by one statement', async () => {
    const [one, other] = [await hooks.create(url), await hooks.create(url)];
    await wait(one, 300);
    await wait(other, 200, { subject: 'webhook.test' });
    await claim(4);
    const { statements } = await countStatements(world.container.database, async () => {
      const { text } = await world.request({ method: 'GET', url: '/metrics' });
      expect(text).toMatch(/^zonegraph_webhook_pending 500$/m);
      expect(text).toMatch(/^zonegraph_webhook_lag_seconds 3600(?:\.\d+)?$/m);
    });
    expect(statements.filter((text) => text.includes('from webhooks'))).toHaveLength(1);
    expect(statements.filter((text) => /from outbox where dead_at/.test(text))).toHaveLength(1);
  });

  it('is a test only when none waits', async () => {
    const there = await receiver();
    const [{ id }, other] = [await hooks.create(there.url), await hooks.create(there.url)];
    const test = (which: string) => hooks.mutate('webhookTest', { id: which }, 'delivery { status }');
    const both = await Promise.all([test(id), test(id)]);
    expect(both.map(({ delivery }) => delivery !== null).sort()).toEqual([false, true]);
    expect(both.flatMap(({ userErrors }) => userErrors)).toMatchObject([
      { resultCode: 2304, message: 'A test of this webhook is still waiting to be delivered' },
    ]);
    expect((await test(other.id)).userErrors).toEqual([]);
    await world.container.outbox.drain();
    expect((await test(id)).userErrors).toEqual([]);
  });

  it('is of each registrar in turn, and at no time more than eight of one', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, () => hooks.create(url)));
    const foreign = [await webhooksOf(world, beta).create(url)];
    for (const hook of many) await wait(hook, 5);
    // Later than all those.
    await wait(foreign[0] as Hook, 6, { seconds: 60 });
    const first = await claim(4);
    expect([countOf(first, many), countOf(first, foreign)]).toEqual([2, 2]);
    const next = await claim(28);
    expect([countOf(next, many), countOf(next, foreign)]).toEqual([6, 2]);
    expect(await claim(20)).toEqual([]);
    // One is answered: there is room for one more of each.
    await sql`update outbox set done_at = ${world.clock.now()} where id in (
      select min(id) from outbox where claimed_until is not null and done_at is null group by webhook_id = ${rowOf(foreign[0] as Hook)})`.execute(
      db,
    );
    const last = await claim(20);
    expect([countOf(last, many), countOf(last, foreign)]).toEqual([1, 1]);
  });

  it('waits for no slow receiver, however many they are', async () => {
    const [slow, quick] = [await silentReceiver(), await receiver()];
    const moment = world.clock.now();
    // Each of five registrars has as much on its way as it may, and more.
    for (const number of [1, 2, 3, 4, 5]) {
      const made = await mutateOf(() => world)(
        'registrarCreate',
        { code: `SLOW${number}`, name: `Slow ${number}`, email: 'slow@slow.example', regNo: `${number}` },
        'registrar { id }',
        operator,
      );
      const owner = Number(Buffer.from(String(made.registrar?.id), 'base64').toString().split(':')[1]);
      for (let of = 0; of < 3; of += 1) {
        const { id } = await db
          .insertInto('webhooks')
          .values({
            registrar_id: owner,
            url: slow.url,
            events: ['domain.changed'],
            secret: 'whsec_',
            created_by: 'slow',
            created_at: moment,
            updated_at: moment,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await wait({ id: Buffer.from(`Webhook:${id}`).toString('base64'), secret: '' }, 6);
      }
    }
    const { outbox } = world.container;
    outbox.start();
    try {
      await expect.poll(() => slow.waiting()).toBe(5 * 8);
      await wait(await hooks.create(quick.url), 20);
      await expect.poll(() => quick.received.length).toBe(20);
      expect(slow.waiting()).toBe(5 * 8);
    } finally {
      slow.answerAll();
    }
  });

  it('keeps neither jobs nor who runs them waiting', async () => {
    const slow = await silentReceiver();
    const { id } = await hooks.create(slow.url);
    const { outbox, database } = world.container;
    outbox.start();
    try {
      await newDomain(world);
      await expect.poll(() => slow.waiting()).toBe(1);
      for (const jobs of [[], ['outbox']]) {
        const { userErrors } = await mutateOf(() => world)('jobsRun', { jobs }, 'events { kind }', operator);
        expect(userErrors).toEqual([]);
      }
      expect((await hooks.show(id)).deliveries).toMatchObject([
        { status: 'PENDING', attempts: 1, error: null },
      ]);
      const held = await sql`select job from job_leases where holder is not null`.execute(database.db);
      expect(held.rows).toEqual([]);
    } finally {
      slow.answerAll();
      await outbox.stop();
    }
  });
});
