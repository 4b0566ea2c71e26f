import { type Selectable, sql } from 'kysely';
import type { OutboxItem } from '../../../base/events.ts';
import type { Filter } from '../../../base/filter.ts';
import { outboxItem } from '../../entities/outbox-item.ts';
import type { Db } from '../driver/connections/pool.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { OutboxTable } from '../tables/integrations-schema.ts';

export type OutboxKind = OutboxItem['kind'];
/** Messages to registrars' webhooks have their own claims and settlement (webhook-deliveries.ts). */
const isOurs = sql<boolean>`webhook_id is null`;
export type OutboxRow = Omit<Selectable<OutboxTable>, 'kind'> & { readonly kind: OutboxKind };

export interface Claim {
  readonly now: Date;
  /** How long a claim lasts; one that was never settled can be taken again. */
  readonly leaseMs: number;
  readonly limit: number;
  /** Items that this process is still working on, even if their lease has expired. */
  readonly except: readonly number[];
  /** Kinds whose items of one subject are delivered one after the other. */
  readonly orderedKinds: readonly OutboxKind[];
  readonly maxAttempts: number;
}

/** Leases use the database's time, because a clock can be moved and those of processes differ. */
export const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= clock_timestamp())`;

/** Claims due items, oldest first. No two callers get the same item while its lease runs. */
export async function claimDue(db: Db, claim: Claim): Promise<OutboxRow[]> {
  const { now, leaseMs, limit, except, orderedKinds, maxAttempts } = claim;
  const { rows } = await sql<OutboxRow>`
    update outbox set attempts = attempts + 1,
      claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where id in (
      select due.id from outbox due
      where due.done_at is null and due.dead_at is null and due.webhook_id is null
        and due.next_attempt_at <= ${now} and due.attempts < ${maxAttempts} and ${unclaimed}
        and not due.id = any(${except}::bigint[])
        and not (due.kind = any(${orderedKinds}::text[]) and exists (
          select from outbox earlier
          where earlier.kind = due.kind and earlier.subject = due.subject and earlier.id < due.id
            and earlier.done_at is null and earlier.dead_at is null))
      order by due.next_attempt_at, due.id
      limit ${limit}
      for update skip locked)
    returning *`.execute(db);
  return rows.sort((one, other) => one.id - other.id);
}

/** Items whose last attempt was claimed and never settled: their process is gone, and they have no attempts left. */
export async function markAbandonedDead(
  db: Db,
  { now, except, maxAttempts }: Pick<Claim, 'now' | 'except' | 'maxAttempts'>,
): Promise<OutboxRow[]> {
  const rows = await db
    .updateTable('outbox')
    .set({ dead_at: now, last_error: sql`coalesce(last_error, 'the last attempt never came to an end')` })
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .where(isOurs)
    .where('next_attempt_at', '<=', now)
    .where('attempts', '>=', maxAttempts)
    .where(unclaimed)
    .where(sql<boolean>`not id = any(${except}::bigint[])`)
    .returningAll()
    .execute();
  return rows as OutboxRow[];
}

/** Delivered items are deleted, because mails contain personal data and tokens. */
export async function markDone(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ done_at: now, dead_at: null, last_error: null, payload: '{}' })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute();
}

/** `attempts` identifies the claim: one that has expired and been taken over changes nothing. */
export async function markFailed(
  db: Db,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  outcome: { readonly error: string } & ({ readonly retryAt: Date } | { readonly deadAt: Date }),
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      last_error: outcome.error,
      claimed_until: null,
      ...('retryAt' in outcome ? { next_attempt_at: outcome.retryAt } : { dead_at: outcome.deadAt }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute();
}

/** A dead letter gets all its attempts again, beginning at once. */
export async function retryDead(db: Db, id: number, now: Date): Promise<OutboxRow | undefined> {
  const row = await db
    .updateTable('outbox')
    .set({ dead_at: null, attempts: 0, next_attempt_at: now, claimed_until: null })
    .where('id', '=', id)
    .where(isOurs)
    .where('dead_at', 'is not', null)
    .where('done_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row as OutboxRow | undefined;
}

/** A waiting item for operators, and why it waits. Payloads contain personal data and are not shown. */
export type OutboxEntry = Omit<
  Selectable<OutboxTable>,
  'payload' | 'claimed_until' | 'webhook_id' | 'first_attempt_at'
>;

export const outboxItemsById = (db: Db, ids: readonly number[]): Promise<OutboxEntry[]> =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'kind',
      'subject',
      'attempts',
      'next_attempt_at',
      'created_at',
      'done_at',
      'dead_at',
      'last_error',
    ])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(isOurs)
    .execute();

const entryState = sql`case when outbox.done_at is not null then 'done'
  when outbox.dead_at is not null then 'dead' else 'pending' end`;

export const outboxList = entityList(outboxItem, {
  columns: { state: entryState },
  keys: { state: { value: entryState } },
  only: isOurs,
});

export interface OutboxState {
  readonly pending: number;
  readonly dead: number;
  /** The age of the oldest item that should have been delivered by now. */
  readonly lagSeconds: number;
}

export async function outboxState(db: Db, now: Date): Promise<OutboxState> {
  const { rows } = await sql<OutboxState>`
    select waiting.*, (select count(*) from outbox where dead_at is not null and ${isOurs}) as dead
    from (select count(*) as pending, ${lagAt(now)} from outbox where ${isPending}) waiting`.execute(db);
  return rows[0] ?? { pending: 0, dead: 0, lagSeconds: 0 };
}

/** The age of the oldest of these items that should have been delivered by now; 0 if there is none. */
export async function outboxLag(db: Db, now: Date, filter: Filter | undefined): Promise<number> {
  const { rows } = await sql<Pick<OutboxState, 'lagSeconds'>>`
    select ${lagAt(now)} from outbox where ${isPending} and ${outboxList.matching(filter)}`.execute(db);
  return rows[0]?.lagSeconds ?? 0;
}

const isPending = sql`done_at is null and dead_at is null and ${isOurs}`;
const lagAt = (now: Date) => sql`greatest(0, coalesce(extract(epoch from ${now}::timestamptz
  - min(created_at) filter (where attempts > 0 or next_attempt_at <= ${now})), 0))::float8 as "lagSeconds"`;
