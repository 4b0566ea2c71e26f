import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import {
  acquireKeyLease,
  addToAnswer,
  claimKey,
  deleteKey,
  expireKeyLease,
  forgetOldKeys,
  leaseMs,
  lockKey,
  renewKeyLease,
  storeAnswer,
  storePrepared,
} from '#src/registry/store/runner/idempotency.ts';
import { testDatabase } from '../../support/database.ts';

let db: Db;
const now = new Date('2026-11-18T10:00:00Z');
const day = 24 * 60 * 60 * 1000;
const inMs = (ms: number): Date => new Date(now.getTime() + ms);
const claim = { scope: 'registrar:1', key: 'k', operation: 'domain.renew', inputHash: 'one' };
/** None of these is the same key. */
const others = [
  { ...claim, scope: 'registrar:2' },
  { ...claim, key: 'l' },
];
const answer = { ok: true, value: { id: 1 } };

beforeEach(async () => {
  ({ db } = await testDatabase());
  await db.deleteFrom('idempotency_keys').execute();
  for (const other of others) {
    await claimKey(db, other, now);
    await storeAnswer(db, other, { other: true }, now);
    await storePrepared(db, other, { other: true });
  }
});

const rowOf = async ({ scope, key } = claim) =>
  (
    await sql<Record<string, unknown>>`select *, held_until > clock_timestamp() as is_held
      from idempotency_keys where scope = ${scope} and key = ${key}`.execute(db)
  ).rows[0];
/** Whether `work` holds the key for the whole lease from then on, however slow the machine is. */
const expectHeld = async (work: () => Promise<unknown>): Promise<void> => {
  const before = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  await work();
  const held = (await rowOf())?.held_until as Date | null;
  expect(Number(held)).toBeGreaterThanOrEqual(Number(before.rows[0]?.now) + leaseMs - 1);
};
/** Another process is at it, for longer than this test takes. */
const holdOn = () =>
  sql`update idempotency_keys set held_until = clock_timestamp() + interval '1 hour'
    where scope = ${claim.scope} and key = ${claim.key}`.execute(db);
/** Whatever is done with one key, the others stay as they were. */
const othersStay = async (work: () => Promise<unknown>): Promise<void> => {
  const state = async () => {
    const rows = await Promise.all(others.map(rowOf));
    return rows.map((row) => ({ ...row, is_held: 0 }));
  };
  const before = await state();
  await work();
  expect(await state()).toEqual(before);
};

describe('a key', () => {
  it('is taken once, by each caller for itself', async () => {
    expect(await claimKey(db, claim, now)).toEqual({ claimed: true });
    await storeAnswer(db, claim, answer, inMs(5));
    expect(await claimKey(db, claim, inMs(10))).toEqual({
      claimed: false,
      sameInput: true,
      answer,
      answeredAt: inMs(5),
    });
    expect(await claimKey(db, { ...claim, inputHash: 'two' }, now)).toMatchObject({ sameInput: false });
    expect(await claimKey(db, { ...claim, operation: 'domain.delete' }, now)).toMatchObject({
      sameInput: false,
    });
  });

  it('is kept for a day from its answer on', async () => {
    await claimKey(db, claim, now);
    await storeAnswer(db, claim, answer, inMs(1000));
    expect(await claimKey(db, claim, inMs(1000 + day - 1))).toMatchObject({ claimed: false });
    await othersStay(async () =>
      expect(
        await claimKey(db, { ...claim, operation: 'domain.delete', inputHash: 'two' }, inMs(1000 + day)),
      ).toEqual({ claimed: true }),
    );
    // Nothing of before is left.
    expect(await rowOf()).toMatchObject({
      operation: 'domain.delete',
      input_hash: 'two',
      created_at: inMs(1000 + day),
      answer: null,
      prepared: null,
      held_until: null,
    });
  });

  it('is not taken from a process that is still at it, whatever the clock says', async () => {
    await claimKey(db, claim, now);
    await storePrepared(db, claim, { step: 1 });
    await holdOn();
    expect(await claimKey(db, claim, inMs(2 * day))).toMatchObject({ claimed: false, answer: null });
    await expireKeyLease(db, claim);
    expect(await claimKey(db, claim, inMs(2 * day))).toEqual({ claimed: true });
    // One that nobody ever held is taken, too, and so is one that was answered while it was held.
    expect(await claimKey(db, claim, inMs(4 * day))).toEqual({ claimed: true });
    await storePrepared(db, claim, { step: 1 });
    await storeAnswer(db, claim, answer, inMs(4 * day));
    expect(await claimKey(db, claim, inMs(5 * day))).toEqual({ claimed: true });
  });

  it('is deleted alone', async () => {
    await claimKey(db, claim, now);
    await othersStay(() => deleteKey(db, claim));
    expect(await rowOf()).toBeUndefined();
  });

  it('has an answer to which something is added', async () => {
    await claimKey(db, claim, now);
    await storeAnswer(db, claim, answer, now);
    await othersStay(() => addToAnswer(db, claim, { shown: { a: 1 } }));
    expect((await rowOf())?.answer).toEqual({ ...answer, shown: { a: 1 } });
  });

  it('is answered alone', async () => {
    await claimKey(db, claim, now);
    await othersStay(() => storeAnswer(db, claim, answer, inMs(7)));
    expect(await rowOf()).toMatchObject({ answer, created_at: inMs(7) });
  });
});

describe('a key of a command with several steps', () => {
  beforeEach(async () => {
    await claimKey(db, claim, now);
  });

  it('is held for some seconds, with what was prepared', async () => {
    await othersStay(() => expectHeld(() => storePrepared(db, claim, { step: 1 })));
    expect(await rowOf()).toMatchObject({ prepared: { value: { step: 1 } }, answer: null });
    await holdOn();
    expect(await acquireKeyLease(db, claim)).toBeUndefined();
  });

  it('is taken over by one process once it is not held', async () => {
    await storePrepared(db, claim, { step: 1 });
    await othersStay(() => expireKeyLease(db, claim));
    expect(await rowOf()).toMatchObject({ is_held: false });
    await othersStay(() =>
      expectHeld(async () => expect(await acquireKeyLease(db, claim)).toEqual({ value: { step: 1 } })),
    );
    await holdOn();
    expect(await acquireKeyLease(db, claim)).toBeUndefined();
  });

  it('is not taken over when it is answered', async () => {
    await storePrepared(db, claim, { step: 1 });
    await expireKeyLease(db, claim);
    await storeAnswer(db, claim, answer, now);
    expect(await acquireKeyLease(db, claim)).toBeUndefined();
  });

  it('is held on by a sign of life, while there is no answer', async () => {
    await storePrepared(db, claim, { step: 1 });
    await expireKeyLease(db, claim);
    await othersStay(() => expectHeld(() => renewKeyLease(db, claim)));
    await expireKeyLease(db, claim);
    await storeAnswer(db, claim, answer, now);
    await renewKeyLease(db, claim);
    expect(await rowOf()).toMatchObject({ is_held: false });
  });

  it('shows the answer of another request to the one that locks it', async () => {
    expect(await lockKey(db, claim)).toBeUndefined();
    expect(await lockKey(db, { ...claim, key: 'unknown' })).toBeUndefined();
    await storeAnswer(db, claim, answer, now);
    expect(await lockKey(db, claim)).toEqual(answer);
  });
});

describe('old keys', () => {
  const left = async (): Promise<boolean> => (await rowOf()) !== undefined;
  const heldUntil = (ago: string) =>
    sql`update idempotency_keys set held_until = clock_timestamp() - ${ago}::interval where scope = ${claim.scope} and key = ${claim.key}`.execute(
      db,
    );

  it('are forgotten a day after their answer', async () => {
    await claimKey(db, claim, now);
    await storeAnswer(db, claim, answer, now);
    await forgetOldKeys(db, inMs(day - 1));
    expect(await left()).toBe(true);
    await forgetOldKeys(db, inMs(day));
    expect(await left()).toBe(false);
  });

  it('without an answer are kept while a process may be at them', async () => {
    await claimKey(db, claim, now);
    await heldUntil('9 minutes');
    await forgetOldKeys(db, inMs(2 * day));
    expect(await left()).toBe(true);
    await heldUntil('11 minutes');
    await forgetOldKeys(db, inMs(day - 1));
    expect(await left()).toBe(true);
    await forgetOldKeys(db, inMs(day));
    expect(await left()).toBe(false);
  });
});
