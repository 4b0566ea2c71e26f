import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import type { SandboxCallbackTable } from './schema.ts';

export type SandboxCallback = Selectable<SandboxCallbackTable>;

/** The process that inserts the callback sends it; from `dueAt` on, other processes may. */
export async function insertSandboxCallback(
  db: Db,
  callback: Pick<SandboxCallback, 'payment_reference' | 'order_reference' | 'event_name'>,
  now: Date,
  dueAt: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('sandbox_callbacks')
    .values({
      ...callback,
      next_attempt_at: dueAt,
      created_at: now,
      done_at: null,
      given_up_at: null,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Lease {
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** Claims due callbacks, oldest first; nobody else gets the same one while its lease runs. */
export async function claimCallbacks(
  db: Db,
  { now, leaseUntil, limit, except }: Lease & { readonly limit: number; readonly except: readonly number[] },
): Promise<SandboxCallback[]> {
  const { rows } = await sql<SandboxCallback>`
    update sandbox_callbacks set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    where id in (
      select due.id from sandbox_callbacks due
      where due.done_at is null and due.given_up_at is null and due.next_attempt_at <= ${now}
        and not due.id = any(${except}::bigint[])
      order by due.next_attempt_at, due.id
      limit ${limit}
      for update skip locked)
    returning *`.execute(db);
  return rows.sort((one, other) => one.id - other.id);
}

/** Claims a callback that nobody has tried yet. */
export function claimNewCallback(
  db: Db,
  id: number,
  { leaseUntil }: Lease,
): Promise<SandboxCallback | undefined> {
  return db
    .updateTable('sandbox_callbacks')
    .set({ attempts: 1, next_attempt_at: leaseUntil })
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .returningAll()
    .executeTakeFirst();
}

export async function settleCallback(
  db: Db,
  { id, attempts }: Pick<SandboxCallback, 'id' | 'attempts'>,
  outcome:
    | { readonly done_at: Date; readonly last_error: null }
    | { readonly next_attempt_at: Date; readonly last_error: string }
    | { readonly given_up_at: Date; readonly last_error: string },
): Promise<void> {
  await db
    .updateTable('sandbox_callbacks')
    .set(outcome)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute();
}
