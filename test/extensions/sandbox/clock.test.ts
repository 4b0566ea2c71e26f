import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxNarrowing } from '#src/extensions/sandbox/narrowed.ts';
import { advanceClock } from '#src/extensions/sandbox/operations/advance-clock.ts';
import { newContact } from '../../support/contacts.ts';
import { secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { unknownField } from '../../support/graph.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { buildSchema } from '../../support/schema.ts';
import { seed } from '../../support/seed.ts';
import { advance, domainNow } from '../../support/time.ts';
import { alpha, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
});

const hour = 60 * 60 * 1000;
const now = () => world.container.clock.now().getTime();

describe('clockAdvance', () => {
  it('moves the clock by a duration or to an instant, and returns the new time', async () => {
    const before = now();
    const moved = await mutate('clockAdvance', { by: 'PT2H' }, 'now events { kind }');
    expectDone(moved);
    expect(moved.events).toEqual([]);
    expect(Date.parse(String(moved.now)) - before).toBeGreaterThanOrEqual(2 * hour);
    const target = new Date(now() + 3 * hour).toISOString();
    const again = await mutate('clockAdvance', { to: target }, 'now');
    expect(Date.parse(String(again.now))).toBeGreaterThanOrEqual(Date.parse(target));
  });

  it('only moves forward, and needs a distance', async () => {
    const past = new Date(now() - hour).toISOString();
    expectRefused(await mutate('clockAdvance', { to: past }, 'now'), 2004);
    expectRefused(await mutate('clockAdvance', { by: '-P1D' }, 'now'), 2004);
    for (const by of ['P99999Y', 'P1000000Y', 'P300000000D', 'PT9007199254740991S', '-P1000000Y'])
      expectRefused(await mutate('clockAdvance', { by }, 'now'), 2004);
    const document = 'mutation ($input: ClockAdvanceInput!) { clockAdvance(input: $input) { now } }';
    for (const input of [{}, { by: 'P1D', to: past }, { by: null }]) {
      const { errors } = await ask(document, { input });
      expect(errors?.[0]).toMatchObject({
        message: expect.stringMatching(/exactly one key|must be non-null/i),
        extensions: { code: 'BAD_USER_INPUT' },
      });
    }
  });

  it('is for any caller who says who it is', async () => {
    for (const auth of [alpha, portal]) expectDone(await mutate('clockAdvance', { by: 'PT1S' }, 'now', auth));
    const { errors } = await ask('mutation { clockAdvance(input: { by: "PT1S" }) { now } }', {}, null);
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
  });

  it('reports what happens at one moment by kind and name', async () => {
    const registrant = await newContact(world);
    for (const name of ['rida-c.ee', 'rida-a.ee', 'rida-b.ee']) await newDomain(world, { name, registrant });
    const events = await advance(world, { by: 'P3Y' });
    const reported = events.filter(({ subject }) => subject.startsWith('rida-'));
    expect(reported.length).toBeGreaterThan(8);
    const sorted = reported.toSorted((one, other) =>
      [one.at, one.kind, one.subject].join() < [other.at, other.kind, other.subject].join() ? -1 : 1,
    );
    expect(reported).toEqual(sorted);
  });

  it('moves once for a request that is sent twice with one key', async () => {
    const send = () =>
      ask(
        'mutation { clockAdvance(input: { by: "P30D" }, idempotencyKey: "one leap") { now events { kind } } }',
      );
    const before = now();
    const [first, second] = [await send(), await send()];
    expect(second.data).toEqual(first.data);
    expect(now() - before).toBeLessThan(31 * 24 * hour);
  });

  it('returns the new time in a dry run, and moves nothing', async () => {
    const before = now();
    const { data } = await ask(
      'mutation { clockAdvance(input: { by: "P30D" }, dryRun: true) { now events { kind } } }',
    );
    expect(Date.parse(String(data.clockAdvance.now)) - before).toBeGreaterThan(29 * 24 * hour);
    expect(now() - before).toBeLessThan(hour);
  });

  it('moves the time of every process on the database, and of those that start later', async () => {
    const early = await secondContainer();
    await advance(world, { by: 'P10D' });
    const apart = (container: typeof early.container) => Math.abs(container.clock.now().getTime() - now());
    await expect.poll(() => apart(early.container)).toBeLessThan(hour);
    const late = await secondContainer();
    expect(apart(late.container)).toBeLessThan(hour);
  });
});

describe('the clock of several processes', () => {
  it('is moved twice by two who move it at once, whichever process they ask', async () => {
    const other = await secondContainer({ ...(await ownConnection()) });
    const before = now();
    const call = {
      actor: { kind: 'operator', token: 'test', role: 'ADMIN' } as const,
      request: { id: 'test', via: 'graphql' } as const,
    };
    const outcomes = await Promise.all([
      world.container.runner.run(advanceClock, { by: 'P3D' }, call),
      other.container.runner.run(advanceClock, { by: 'P3D' }, call),
      world.container.runner.run(advanceClock, { by: 'P3D' }, call),
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
    await expect.poll(() => Math.round((now() - before) / (24 * hour))).toBe(9);
    await expect
      .poll(() => Math.round((other.container.clock.now().getTime() - before) / (24 * hour)))
      .toBe(9);
  });

  it('leads a move that is asked for again after a crash to the same moment', async () => {
    const before = now();
    const move = { id: randomUUID(), by: 'P5D' };
    await world.container.jobs.advanceBy(move);
    await world.container.jobs.advanceBy(move);
    expect(Math.round((now() - before) / (24 * hour))).toBe(5);
  });

  it('catches up by itself with a move that another process made', async () => {
    const { container } = await secondContainer();
    container.jobs.start();
    const before = container.clock.now().getTime();
    // Without a word to anybody, as for whoever is not connected.
    await sql`update sandbox_clock set ahead_ms = ahead_ms + ${24 * hour}`.execute(container.database.db);
    await expect.poll(() => Math.round((container.clock.now().getTime() - before) / hour)).toBe(24);
    await container.jobs.stop();
    await advance(world, { by: 'PT1S' });
    expect(now()).toBeGreaterThan(before + 23 * hour);
  });
});

/** Of a process of its own, where there can be one. */
async function ownConnection() {
  const database = await secondConnection();
  return database && { database };
}

describe('sandboxReset', () => {
  it('is for the operator', async () => {
    const { errors } = await ask('mutation { sandboxReset(input: { world: BARE }) { world } }', {}, alpha);
    expect(errors?.[0]).toMatchObject(unknownField('sandboxReset', 'Mutation'));
  });

  it('refuses nobody who has a password meanwhile', async () => {
    const statuses: number[] = [];
    let isUnderWay = true;
    const asking = (async () => {
      while (isUnderWay)
        statuses.push((await world.request({ url: '/registry/v1/accounts/balance', auth: alpha })).status);
    })();
    expectDone(await mutate('sandboxReset', { world: 'DEMO' }, 'world'));
    isUnderWay = false;
    await asking;
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses).not.toContain(401);
  });

  it('empties everything, starts counters and clock again, and lets everybody in again', async () => {
    const name = await newDomain(world);
    await advance(world, { by: 'P100D' });
    const reset = await mutate('sandboxReset', { world: 'BARE' }, 'world');
    expectDone(reset);
    expect(reset.world).toBe('BARE');
    expect(await domainNow(world, name)).toBeUndefined();
    expect(Math.abs(now() - Date.now())).toBeLessThan(hour);
    const { data } = await ask(
      '{ ledger(first: 10) { totalCount } registrars(first: 5) { nodes { code } } }',
    );
    expect(data).toEqual({
      ledger: { totalCount: 2 },
      registrars: { nodes: [{ code: 'ALPHA' }, { code: 'BETA' }] },
    });
    await seed(world).domain(name);
    expect((await domainNow(world, name))?.id).toBe(1);
  });
});

describe('sandboxMailbox', () => {
  it('shows the newest mails first', async () => {
    const { db } = world.container.database;
    const mail = { recipient: 'a@b.example', text: 'see https://x.example', links: ['https://x.example'] };
    for (const subject of ['first', 'second'])
      await db
        .insertInto('sandbox_mails')
        .values({ ...mail, subject, sent_at: world.container.clock.now() })
        .execute();
    const { data } = await ask(
      '{ sandboxMailbox(first: 2) { nodes { to subject text links sentAt } } }',
      {},
      alpha,
    );
    expect(data.sandboxMailbox.nodes).toMatchObject([
      { to: 'a@b.example', subject: 'second', links: ['https://x.example'] },
      { subject: 'first' },
    ]);
  });
});

describe('the graph of production', () => {
  it('has none of the fields of the sandbox, and nothing else less', () => {
    const [whole, production] = [buildSchema(), buildSchema({ narrowedBy: [sandboxNarrowing] })];
    const fields = (schema: GraphQLSchema, type: string) => {
      const found = schema.getType(type);
      return found && 'getFields' in found ? Object.keys(found.getFields()) : [];
    };
    const gone = ['Query', 'Mutation'].flatMap((type) => {
      const left = fields(production, type);
      return fields(whole, type).filter((field) => !left.includes(field));
    });
    expect(gone.sort()).toEqual(['clockAdvance', 'sandboxMailbox', 'sandboxPaymentComplete', 'sandboxReset']);
    expect(production.getType('SandboxMail')).toBeUndefined();
    expect(fields(production, 'JobEvent')).toContain('kind');
  });
});
