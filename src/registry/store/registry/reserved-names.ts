import { type Insertable, type Selectable, sql } from 'kysely';
import { reservedName } from '../../entities/names.ts';
import type { Db } from '../driver/connections/pool.ts';
import { rowsById } from '../driver/lists/rows.ts';
import { entityList, zoneOf } from '../driver/lists/stored-list.ts';
import type { ReservedNameTable } from '../tables/schema.ts';

export type ReservedName = Selectable<ReservedNameTable>;

const byPortal = sql`reserved_names.reservation_id is not null`;

/** Expired rows stay until the job deletes them. */
export const reservedNameList = entityList(reservedName, {
  columns: { byPortal },
  keys: { byPortal: { value: byPortal }, zone: { value: zoneOf(sql`reserved_names.name`) } },
});

/** Ignores expired reservations. */
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

/** A name that an operator has reserved; a portal's names belong to its reservation. */
export function deleteReservedName(db: Db, name: string): Promise<ReservedName | undefined> {
  return db
    .deleteFrom('reserved_names')
    .where('name', '=', name)
    .where('reservation_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export const reservedNamesById = rowsById('reserved_names');

/** All names of a paid order count as reserved once a caller has learned that some of them are paid for. */
export async function markFoundPaid(db: Db, names: readonly string[], now: Date): Promise<void> {
  await sql`
    update reserved_names set found_paid_at = ${now}
    where found_paid_at is null and reservation_id in (
      select reservation_id from reserved_names where name = any(${names}) and expires_at is null)`.execute(
    db,
  );
}

/**
 * A name that a portal had reserved leaves the list when it is registered
 * (docs/rules/reservation.md#life-of-a-reserved-name): the holder's entry remembers the domain, so that its later
 * deletion does not bring the reservation back (docs/rules/reservation.md#entries). What an operator reserved stays,
 * with a new password (docs/rules/registrar.md#reserved-names). Returns the id of the deleted row.
 */
export async function endReservation(
  db: Db,
  name: string,
  domainId: number,
  now: Date,
  newPassword: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with kept as (
      update reserved_names set password = ${newPassword}, updated_at = ${now}
      where name = ${name} and reservation_id is null),
    ended as (
      delete from reserved_names where name = ${name} and reservation_id is not null
      returning id, reservation_id, name),
    remembered as (
      update reservation_entries set registered_at = ${now}, registered_domain_id = ${domainId}
      from ended
      where reservation_entries.reservation_id = ended.reservation_id and reservation_entries.name = ended.name)
    select id from ended`.execute(db);
  return rows[0]?.id;
}
