import { sql } from 'kysely';
import { declareSecrets } from '../../entities/entity.ts';
import type { Db } from '../driver/connections/pool.ts';

declareSecrets('input_hash');

export interface KeyClaim {
  readonly scope: string;
  readonly key: string;
  readonly operation: string;
  readonly inputHash: string;
}

export type ClaimResult =
  | { readonly claimed: true }
  | {
      readonly claimed: false;
      readonly sameInput: boolean;
      readonly answer: unknown;
      /** The moment of the first answer. */
      readonly answeredAt: Date;
    };

const keptForMs = 24 * 60 * 60 * 1000;

/**
 * Takes the key for this transaction. A concurrent request with the same key makes this wait on the unique
 * index until it has committed (then its answer is returned) or rolled back (then the key is ours).
 */
export async function claimKey(db: Db, claim: KeyClaim, now: Date): Promise<ClaimResult> {
  const taken = await sql`
    insert into idempotency_keys (scope, key, operation, input_hash, created_at)
    values (${claim.scope}, ${claim.key}, ${claim.operation}, ${claim.inputHash}, ${now})
    on conflict (scope, key) do update
      set operation = excluded.operation, input_hash = excluded.input_hash,
          created_at = excluded.created_at, answer = null, prepared = null, held_until = null
      where idempotency_keys.created_at <= ${new Date(now.getTime() - keptForMs)}
        and (idempotency_keys.answer is not null or idempotency_keys.held_until is null
          or idempotency_keys.held_until <= clock_timestamp())
    returning key`.execute(db);
  if (taken.rows.length > 0) return { claimed: true };
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['operation', 'input_hash', 'answer', 'created_at'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow();
  return {
    claimed: false,
    sameInput: first.operation === claim.operation && first.input_hash === claim.inputHash,
    answer: first.answer,
    answeredAt: first.created_at,
  };
}

/** Kept for a day from now on, because the clock may have been moved since the key was claimed. */
export async function storeAnswer(
  db: Db,
  { scope, key }: KeyClaim,
  answer: unknown,
  now: Date,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer), created_at: now })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
}

/** Adds to an answer what is known only after it was stored. */
export async function addToAnswer(db: Db, { scope, key }: KeyClaim, more: object): Promise<void> {
  await sql`
    update idempotency_keys set answer = answer || ${JSON.stringify(more)}::jsonb
    where scope = ${scope} and key = ${key}`.execute(db);
}

export async function deleteKey(db: Db, { scope, key }: KeyClaim): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute();
}

/**
 * A process that runs an external command sends heartbeats (`heartbeatMs`), so only dead processes lose their key, and
 * soon.
 */
export const leaseMs = 12_000;
export const leaseDuration = sql`interval '1 millisecond' * ${sql.lit(leaseMs)}`;
export const heartbeatMs = 3_000;

/**
 * Stores the prepared value of an external command; the key is held while the external system is asked
 * (operations/operation.ts).
 */
export async function storePrepared(db: Db, { scope, key }: KeyClaim, prepared: unknown): Promise<void> {
  await sql`
    update idempotency_keys set prepared = ${JSON.stringify({ value: prepared })}, held_until = clock_timestamp() + ${leaseDuration}
    where scope = ${scope} and key = ${key}`.execute(db);
}

/** Takes over the prepared value of a key that no process holds; undefined if one does. */
export async function acquireKeyLease(
  db: Db,
  { scope, key }: KeyClaim,
): Promise<{ readonly value: unknown } | undefined> {
  const { rows } = await sql<{ prepared: { value: unknown } }>`
    update idempotency_keys set held_until = clock_timestamp() + ${leaseDuration}
    where scope = ${scope} and key = ${key} and answer is null and held_until <= clock_timestamp()
    returning prepared`.execute(db);
  return rows[0]?.prepared;
}

/** Heartbeat: the process is still alive. */
export async function renewKeyLease(db: Db, { scope, key }: KeyClaim): Promise<void> {
  await sql`
    update idempotency_keys set held_until = clock_timestamp() + ${leaseDuration}
    where scope = ${scope} and key = ${key} and answer is null`.execute(db);
}

/**
 * The next request with this key continues from the prepared value, even if the server's clock is set back meanwhile.
 */
export async function expireKeyLease(db: Db, { scope, key }: KeyClaim): Promise<void> {
  await sql`
    update idempotency_keys set held_until = clock_timestamp() - ${leaseDuration}
    where scope = ${scope} and key = ${key}`.execute(db);
}

/** Locks the key; returns its answer if another process has given one meanwhile. */
export async function lockKey(db: Db, { scope, key }: KeyClaim): Promise<unknown> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  return row?.answer ?? undefined;
}

/** An external command in progress keeps its key, whatever a moved clock says. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await sql`
    delete from idempotency_keys
    where created_at <= ${new Date(now.getTime() - keptForMs)}
      and (answer is not null or coalesce(held_until, created_at) <= clock_timestamp() - interval '10 minutes')`.execute(
    db,
  );
}
