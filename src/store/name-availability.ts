import { sql } from 'kysely';
import type { Db } from './database.ts';

export type StoredObstacle = 'registered' | 'blocked' | 'disputed' | 'reserved' | 'awaitingCode';

/**
 * What stands against each of these normalised names, in one statement; names without an obstacle are left out.
 * Reservations of them that have run out are removed on the way: the only clean-up there is, for nothing depends
 * on it (reference/reservation.md 5.5, BUG-12).
 */
export async function storedObstacles(
  db: Db,
  names: readonly string[],
  { now, today }: { now: Date; today: string },
): Promise<ReadonlyMap<string, StoredObstacle>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; obstacle: StoredObstacle | null }>`
    with expired as (
      delete from reserved_names where id in (
        select id from reserved_names where name = any(${names}::text[]) and expires_at <= ${now}
        order by id for update)
    )
    select checked.name, case
      when exists (select from domains where domains.name = checked.name) then 'registered'
      when exists (select from blocked_names where blocked_names.name = checked.name) then 'blocked'
      when exists (select from disputes where disputes.name = checked.name and closed_at is null
        and ${today}::date between starts_at and expires_at) then 'disputed'
      when reserved_names.reservation_id is not null and reserved_names.expires_at is null then 'awaitingCode'
      when reserved_names.id is not null then 'reserved'
    end as obstacle
    from unnest(${names}::text[]) as checked (name)
    left join reserved_names on reserved_names.name = checked.name
      and (reserved_names.expires_at is null or reserved_names.expires_at > ${now})`.execute(db);
  return new Map(rows.flatMap(({ name, obstacle }) => (obstacle ? [[name, obstacle]] : [])));
}
