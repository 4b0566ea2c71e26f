import { type Selectable, sql } from 'kysely';
import { contact } from '../../entities/contact.ts';
import { withoutPersonal } from '../../entities/history.ts';
import { hiddenName } from '../../rules/visibility.ts';
import type { Db } from '../driver/pool.ts';
import { Recordset } from '../driver/recordset.ts';
import type { HistoryTable } from '../tables/schema.ts';

type Entry = Pick<Selectable<HistoryTable>, 'id' | 'object_id' | 'changes' | 'snapshot'>;

const batchSize = 250;

const entries = new Recordset<Pick<Entry, 'id' | 'changes' | 'snapshot'>>({
  id: 'bigint',
  changes: 'jsonb',
  snapshot: 'jsonb',
});
const writeEntries = entries.statement(
  (given) => sql`update history set changes = given.changes, snapshot = coalesce(given.snapshot, 'null')
    from ${given} where history.id = given.id`,
);

/**
 * Removes personal data from the history of contacts that were deleted before this time. The entry of its deletion is
 * changed last, so that an interrupted removal is repeated.
 */
export async function eraseDeletedContacts(db: Db, before: Date): Promise<void> {
  for (;;) {
    const { rows: gone } = await sql<Pick<Entry, 'id' | 'object_id'>>`
      select id, object_id from history
      where object_type = 'contact' and event = 'destroy' and kind is null and at < ${before}
      order by at limit ${batchSize}`.execute(db);
    const contactIds = gone.map(({ object_id }) => object_id);
    const { rows: kept } = await sql<Entry>`select id, object_id, changes, snapshot from history
      where object_type = 'contact' and object_id = any(${contactIds}::int[])`.execute(db);
    await writeEntries(db, kept.map(forgotten));
    await sql`update contact_versions set name = ${hiddenName}
      where contact_id = any(${contactIds}::int[])`.execute(db);
    await sql`update history set kind = 'FORGOTTEN'
      where id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(db);
    if (gone.length < batchSize) return;
  }
}

const forgotten = ({ id, changes, snapshot }: Entry) => ({
  id,
  changes: Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => {
      const value = (one: unknown): unknown => withoutPersonal(contact, { [field]: one })[field] ?? null;
      return [field, { from: value(from), to: value(to) }];
    }),
  ),
  snapshot: snapshot && withoutPersonal(contact, snapshot),
});
