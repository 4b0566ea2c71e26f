import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import type { OutboxItem } from '#src/base/events.ts';
import { Undeliverable } from '#src/integrations/undeliverable.ts';
import { maxDeliveryAttempts } from '#src/registry/rules/backoff.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import {
  claimDue,
  markDone,
  markFailed,
  type OutboxRow,
  retryDead,
} from '#src/registry/store/runner/outbox.ts';
import { testDatabase } from '../../support/database.ts';
import { deadEntries, enqueue, minutes, outboxFor, pendingEntries } from '../../support/outbox.ts';
import { clockAt } from '../../support/time.ts';

let database: Database;
let clock: SimulatedClock;
beforeEach(async () => {
  database = await testDatabase();
  await database.db.deleteFrom('outbox').execute();
  clock = new SimulatedClock();
});

const mail = (subject: string): OutboxItem => ({
  kind: 'mail',
  subject,
  payload: { text: subject },
  recipients: [],
});
const passes = (ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms));
const later = () => passes(minutes(24 * 60));

/** Takes everything, and remembers what it took. */
function receiver() {
  const taken: string[] = [];
  return { taken, deliver: async ({ subject }: OutboxRow) => void taken.push(subject) };
}

/** Is down; counts the attempts. */
function unreachableReceiver(error: () => Error = () => new Error('nobody answers')) {
  const state = { attempts: 0 };
  const deliver = async () => {
    state.attempts += 1;
    throw error();
  };
  return { state, deliver };
}

const claim = (limit = 10) =>
  claimDue(database.db, {
    now: clock.now(),
    leaseMs: minutes(5),
    limit,
    except: [],
    orderedKinds: [],
    maxAttempts: maxDeliveryAttempts,
  });

const leasesRunOut = () =>
  database.db
    .updateTable('outbox')
    .set({ claimed_until: new Date(0) })
    .where('claimed_until', 'is not', null)
    .execute();

describe('a claim that was lost', () => {
  /** The first claim runs out and another process takes the item; only then does the first come to an end. */
  async function lost(): Promise<{ first: OutboxRow; second: OutboxRow }> {
    await enqueue(database, clock.now(), mail('a.ee'));
    const [first] = await claim();
    await leasesRunOut();
    const [second] = await claim();
    if (!first || !second) throw new Error('the item was not claimed twice');
    return { first, second };
  }
  const stored = () => database.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();

  it('does not push the item ahead of its present holder', async () => {
    const { first } = await lost();
    const before = await stored();
    await markFailed(database.db, first, { error: 'too late', retryAt: new Date('2099-01-01') });
    expect(await stored()).toEqual(before);
  });

  it('does not make it a dead letter while another delivers it', async () => {
    const { first, second } = await lost();
    await markFailed(database.db, first, { error: 'too late', deadAt: clock.now() });
    expect(await stored()).toMatchObject({ dead_at: null, last_error: null, attempts: second.attempts });
    await markFailed(database.db, second, { error: 'in time', deadAt: clock.now() });
    expect(await stored()).toMatchObject({ dead_at: expect.any(Date), last_error: 'in time' });
  });

  it('takes nothing back from what was delivered meanwhile', async () => {
    const { first, second } = await lost();
    await markDone(database.db, second.id, clock.now());
    await markFailed(database.db, first, { error: 'too late', deadAt: clock.now() });
    await markFailed(database.db, second, { error: 'later still', deadAt: clock.now() });
    expect(await stored()).toMatchObject({ done_at: expect.any(Date), dead_at: null, last_error: null });
  });
});

describe('the outbox', () => {
  it('delivers what an operation left behind, once', async () => {
    const { taken, deliver } = receiver();
    const { outbox } = outboxFor(database, clock, deliver);
    await enqueue(database, clock.now(), mail('a.ee'), mail('b.ee'));
    await outbox.drain();
    await outbox.drain();
    expect(taken).toEqual(['a.ee', 'b.ee']);
  });

  it('forgets the content of what it has delivered', async () => {
    const { outbox } = outboxFor(database, clock, receiver().deliver);
    await enqueue(database, clock.now(), mail('a.ee'));
    await outbox.drain();
    const rows = await database.db.selectFrom('outbox').select(['payload', 'done_at']).execute();
    expect(rows).toEqual([{ payload: {}, done_at: expect.any(Date) }]);
  });

  it('waits for the moment that an item names', async () => {
    const { taken, deliver } = receiver();
    const { outbox } = outboxFor(database, clock, deliver);
    const notBefore = new Date(clock.now().getTime() + minutes(60));
    await enqueue(database, clock.now(), { ...mail('a.ee'), notBefore });
    await outbox.drain();
    expect(taken).toEqual([]);
    passes(minutes(61));
    await outbox.drain();
    expect(taken).toEqual(['a.ee']);
  });

  it('delivers, in the same drain, what a delivery brings about', async () => {
    const taken: string[] = [];
    const { outbox } = outboxFor(database, clock, async ({ subject }) => {
      taken.push(subject);
      if (subject === 'first') await enqueue(database, clock.now(), mail('second'));
    });
    await enqueue(database, clock.now(), mail('first'));
    await outbox.drain();
    expect(taken).toEqual(['first', 'second']);
  });

  it('delivers again, once the lease has run out, what a process took and never finished', async () => {
    const { taken, deliver } = receiver();
    const { outbox } = outboxFor(database, clock, deliver);
    await enqueue(database, clock.now(), mail('a.ee'));
    expect(await claim()).toHaveLength(1);
    // Leases run in real time: a leap of the sandbox's clock ends none.
    passes(minutes(60 * 24));
    await outbox.drain();
    expect(taken).toEqual([]);
    await leasesRunOut();
    await outbox.drain();
    expect(taken).toEqual(['a.ee']);
  });

  it('delivers once what is in hand while the clock is moved ahead', async () => {
    const taken: string[] = [];
    const { outbox } = outboxFor(database, clock, async ({ subject }) => {
      taken.push(subject);
      later();
      await sleep(200);
    });
    await enqueue(database, clock.now(), mail('a.ee'));
    const first = outbox.drain();
    await sleep(100);
    await Promise.all([first, outbox.drain()]);
    expect(taken).toEqual(['a.ee']);
  });
});

describe('a delivery that fails', () => {
  it('is tried again after ten seconds, then after four times as long each time', async () => {
    const { state, deliver } = unreachableReceiver();
    clock = clockAt('2026-05-10T10:00:00Z');
    const { outbox } = outboxFor(database, clock, deliver);
    await enqueue(database, clock.now(), mail('a.ee'));
    for (const [attempts, seconds] of [10, 40, 160, 640, 2560].entries()) {
      await outbox.drain();
      expect(state.attempts).toBe(attempts + 1);
      const [entry] = await pendingEntries(database.db, 10);
      const delay = ((entry?.next_attempt_at.getTime() ?? 0) - clock.now().getTime()) / 1000;
      expect(delay).toBeGreaterThanOrEqual(seconds * 0.8);
      expect(delay).toBeLessThanOrEqual(seconds * 1.2);
      await outbox.drain();
      expect(state.attempts).toBe(attempts + 1);
      passes(seconds * 1200 + 1);
    }
  });

  it('is a dead letter after eight attempts, and says why', async () => {
    const { state, deliver } = unreachableReceiver();
    const { outbox } = outboxFor(database, clock, deliver);
    await enqueue(database, clock.now(), mail('a.ee'));
    for (let day = 0; day < 12; day += 1) {
      await outbox.drain();
      later();
    }
    expect(state.attempts).toBe(8);
    expect(await pendingEntries(database.db, 10)).toEqual([]);
    expect(await deadEntries(database.db, 10)).toMatchObject([
      { kind: 'mail', subject: 'a.ee', attempts: 8, last_error: 'nobody answers', dead_at: expect.any(Date) },
    ]);
  });

  it('is a dead letter at once when the receiver refuses for good', async () => {
    const { state, deliver } = unreachableReceiver(() => new Undeliverable('no such mailbox'));
    const { outbox } = outboxFor(database, clock, deliver);
    await enqueue(database, clock.now(), mail('a.ee'));
    await outbox.drain();
    later();
    await outbox.drain();
    expect(state.attempts).toBe(1);
    expect(await deadEntries(database.db, 10)).toMatchObject([{ last_error: 'no such mailbox' }]);
  });

  it('is a dead letter when every attempt ended with the end of its process', async () => {
    const { taken, deliver } = receiver();
    const { outbox } = outboxFor(database, clock, deliver);
    await enqueue(database, clock.now(), mail('a.ee'));
    for (let attempt = 0; attempt < maxDeliveryAttempts; attempt += 1) {
      expect(await claim()).toHaveLength(1);
      await leasesRunOut();
    }
    await outbox.drain();
    expect(taken).toEqual([]);
    expect(await deadEntries(database.db, 10)).toMatchObject([
      { last_error: 'the last attempt never came to an end' },
    ]);
  });

  it('is delivered when an operator revives it', async () => {
    const { outbox: broken } = outboxFor(
      database,
      clock,
      unreachableReceiver(() => new Undeliverable('no')).deliver,
    );
    await enqueue(database, clock.now(), mail('a.ee'));
    await broken.drain();
    const [dead] = await deadEntries(database.db, 10);
    expect(await retryDead(database.db, dead?.id ?? 0, clock.now())).toMatchObject({ attempts: 0 });
    const { taken, deliver } = receiver();
    await outboxFor(database, clock, deliver).outbox.drain();
    expect(taken).toEqual(['a.ee']);
    expect(await retryDead(database.db, dead?.id ?? 0, clock.now())).toBeUndefined();
  });
});
