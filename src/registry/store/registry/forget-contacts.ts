import { type Selectable, sql } from 'kysely';
import { contact } from '../../entities/contact.ts';
import { withoutPersonal } from '../../entities/history.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { HistoryTable } from '../tables/schema.ts';

export type Entry = Pick<Selectable<HistoryTable>, 'id' | 'object_id' | 'changes' | 'snapshot'>;

const batchSize = 250;

/** Removes personal data from the history of contacts that were deleted before this time. */
export async function eraseDeletedContacts(db: Db, before: Date): Promise<void> {
  for (;;) {
    const { rows: gone } = await sql<Pick<Entry, 'object_id'>>`
      select object_id from history
      where object_type = 'contact' and event = 'destroy' and kind is null and at < ${before}
      order by at limit ${batchSize}`.execute(db);
    await eraseContacts(
      db,
      gone.map(({ object_id }) => object_id),
    );
    if (gone.length < batchSize) return;
  }
}

/** Removes personal data from the history of these contacts, which must have been deleted. */
export async function eraseContacts(db: Db, contactIds: readonly number[]): Promise<void> {
  for (let from = 0; from < contactIds.length; from += batchSize) {
    const some = contactIds.slice(from, from + batchSize);
    const { rows: kept } = await sql<Entry>`select id, object_id, changes, snapshot from history
      where object_type = 'contact' and object_id = any(${some}::bigint[])`.execute(db);
    await eraseEntries(db, kept, (document) => withoutPersonal(contact, document));
  }
}

type Cleaned = (document: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Cleans entries of history with a function of the database: the role that serves may not change history itself. */
export async function eraseEntries(db: Db, entries: readonly Entry[], cleaned: Cleaned): Promise<void> {
  const erased = entries.map(({ id, changes, snapshot }) => ({
    id,
    changes: Object.fromEntries(
      Object.entries(changes).map(([field, { from, to }]) => {
        const value = (one: unknown): unknown => cleaned({ [field]: one })[field] ?? null;
        return [field, { from: value(from), to: value(to) }];
      }),
    ),
    snapshot: snapshot && cleaned(snapshot),
  }));
  await sql`select erase_history(${JSON.stringify(erased)}::jsonb)`.execute(db);
}
