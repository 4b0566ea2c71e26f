import { type Selectable, sql } from 'kysely';
import { dispute } from '../../entities/names.ts';
import type { Db } from '../driver/connections/pool.ts';
import { insertRow, rowsById } from '../driver/lists/rows.ts';
import { entityList, zoneOf } from '../driver/lists/stored-list.ts';
import type { DisputeTable } from '../tables/schema.ts';

export type Dispute = Selectable<DisputeTable>;

export const disputeList = entityList(dispute, {
  keys: {
    open: { value: sql`disputes.closed_at is null` },
    zone: { value: zoneOf(sql`disputes.name`) },
  },
});

/** Open disputes over these normalised names that run on the day (docs/rules/registrar.md#disputes). */
export function activeDisputes(db: Db, names: readonly string[], today: string): Promise<Dispute[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('name', '=', sql<string>`any(${names})`)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`${today}::date between starts_at and expires_at`)
    .execute();
}

/** Locks the open dispute over a name, running or yet to begin, until the transaction ends. */
export function lockOpenDispute(db: Db, name: string): Promise<Dispute | undefined> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('name', '=', name)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export const insertDispute = insertRow('disputes');

export const disputesById = rowsById('disputes');

/** `initiator`: who ended it, such as `Registrant`. */
export async function closeDispute(db: Db, id: number, initiator: string, now: Date): Promise<void> {
  await db.updateTable('disputes').set({ closed_at: now, initiator }).where('id', '=', id).execute();
}
