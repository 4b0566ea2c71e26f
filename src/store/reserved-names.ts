import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from './database.ts';
import type { ReservedNameTable } from './schema.ts';

export type ReservedName = Selectable<ReservedNameTable>;

/** A reservation that has run out no longer stands in the way. */
export async function insertReservedName(
  db: Db,
  reserved: Insertable<ReservedNameTable>,
): Promise<ReservedName> {
  await db
    .deleteFrom('reserved_names')
    .where('name', '=', reserved.name)
    .where('expires_at', '<=', reserved.created_at)
    .execute();
  return db.insertInto('reserved_names').values(reserved).returningAll().executeTakeFirstOrThrow();
}

export function reservedNamesById(db: Db, ids: readonly number[]): Promise<ReservedName[]> {
  return db.selectFrom('reserved_names').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}

/**
 * A registered name leaves the reserved list (docs/rules/reservation.md#life-of-a-reserved-name), also one that the
 * operator had reserved for good: the incumbent keeps such rows under a new password
 * (docs/rules/registrar.md#reserved-names), the spec removes them. The holder's entry remembers the domain, so that
 * its later deletion does not bring the reservation back (docs/rules/reservation.md#entries). Gives back the id of
 * the row that is gone.
 */
export async function endReservation(
  db: Db,
  name: string,
  domainId: number,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with ended as (delete from reserved_names where name = ${name} returning id, reservation_id, name),
    remembered as (
      update reservation_entries set registered_at = ${now}, registered_domain_id = ${domainId}
      from ended
      where reservation_entries.reservation_id = ended.reservation_id and reservation_entries.name = ended.name)
    select id from ended`.execute(db);
  return rows[0]?.id;
}
