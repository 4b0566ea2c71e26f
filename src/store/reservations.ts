import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from './database.ts';
import type { ReservationEntryTable, ReservationTable } from './reservation-schema.ts';

export type Reservation = Selectable<ReservationTable>;

/** One reserved name, with what is true of the name now. */
export type ReservationEntry = Selectable<ReservationEntryTable> & {
  /** The code, while this reservation holds the name; never another holder's (reference/reservation.md BUG-1). */
  readonly password: string | null;
  readonly held_until: Date | null;
  /** The domain that has the name now. */
  readonly domain_id: number | null;
};

/** Undefined when the id is taken: the caller tries another. */
export function insertReservation(
  db: Db,
  reservation: Insertable<ReservationTable>,
): Promise<Reservation | undefined> {
  return db
    .insertInto('reservations')
    .values(reservation)
    .onConflict((conflict) => conflict.constraint('reservations_user_unique_id_unique').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function insertEntries(
  db: Db,
  entries: readonly Insertable<ReservationEntryTable>[],
): Promise<void> {
  await db.insertInto('reservation_entries').values(entries).execute();
}

export function reservationByUserUniqueId(db: Db, userUniqueId: string): Promise<Reservation | undefined> {
  return db
    .selectFrom('reservations')
    .selectAll()
    .where('user_unique_id', '=', userUniqueId)
    .executeTakeFirst();
}

export function reservationsById(db: Db, ids: readonly number[]): Promise<Reservation[]> {
  return db.selectFrom('reservations').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}

/** The entries of several reservations in one statement, each reservation's in the order asked for. */
export function entriesOf(db: Db, reservationIds: readonly number[]): Promise<ReservationEntry[]> {
  return db
    .selectFrom('reservation_entries as entries')
    .leftJoin('reserved_names', (join) =>
      join
        .onRef('reserved_names.reservation_id', '=', 'entries.reservation_id')
        .onRef('reserved_names.name', '=', 'entries.name'),
    )
    .leftJoin('domains', 'domains.name', 'entries.name')
    .selectAll('entries')
    .select(['reserved_names.password', 'reserved_names.expires_at as held_until', 'domains.id as domain_id'])
    .where('entries.reservation_id', '=', sql<number>`any(${reservationIds})`)
    .orderBy('entries.reservation_id')
    .orderBy('entries.position')
    .execute();
}

export interface HeldName {
  readonly name: string;
  readonly puny: string;
  readonly password: string;
}

/** Gives back the names that were still to be had; the unique name decides. */
export async function holdNames(
  db: Db,
  reservationId: number,
  names: readonly HeldName[],
  { expiresAt, now }: { expiresAt: Date | null; now: Date },
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .insertInto('reserved_names')
    .values(
      names.map(({ name, puny, password }) => ({
        name,
        name_puny: puny,
        password,
        reservation_id: reservationId,
        expires_at: expiresAt,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}
