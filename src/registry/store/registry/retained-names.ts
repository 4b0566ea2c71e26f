import { sql } from 'kysely';
import type { ListQuery } from '../../../base/filter.ts';
import type { Db } from '../driver/connections/pool.ts';
import { applyList, type Columns, compileFilter } from '../driver/lists/filters.ts';

type RetainedKind = 'blocked' | 'reserved' | 'disputed';

export interface RetainedName {
  readonly id: number;
  readonly kind: RetainedKind;
  readonly name: string;
  readonly name_puny: string;
  /** The sort key of the list, in descending order: by kind (blocked, reserved, disputed), then by name. */
  readonly position: string;
}

interface Moment {
  readonly now: Date;
  readonly today: string;
}

const columns: Columns = { kind: sql`retained.kind`, position: sql`retained.position` };

/** Names that operators reserved: reservations of founders are confidential. */
const retained = (db: Db, { now, today }: Moment) =>
  db.selectFrom(
    sql<RetainedName>`(
      select id, 'blocked' as kind, name, name_puny, '3' || name as position from blocked_names
      union all select id, 'reserved', name, name_puny, '2' || name from reserved_names
        where reservation_id is null and (expires_at is null or expires_at > ${now})
      union all select id, 'disputed', name, name_puny, '1' || name from disputes
        where closed_at is null and ${today}::date between starts_at and expires_at)`.as('retained'),
  );

export function listRetainedNames(db: Db, moment: Moment, list: ListQuery): Promise<RetainedName[]> {
  return applyList(retained(db, moment).selectAll(), list, columns, sql`retained.id`).execute();
}

export async function countRetainedNames(
  db: Db,
  moment: Moment,
  filter: ListQuery['filter'],
): Promise<number> {
  let query = retained(db, moment).select(({ fn }) => fn.countAll<number>().as('count'));
  if (filter) query = query.where(compileFilter(filter, columns));
  return (await query.executeTakeFirstOrThrow()).count;
}
