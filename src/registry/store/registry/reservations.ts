import { type Insertable, type Selectable, sql } from 'kysely';
import type { Invoice } from '../billing/invoices.ts';
import type { Db } from '../driver/connections/pool.ts';
import { rowsById } from '../driver/lists/rows.ts';
import type { ReservationEntryTable, ReservationTable } from '../tables/reservation-schema.ts';

export type Reservation = Selectable<ReservationTable>;

/** A reserved name with its present state. */
export type ReservationEntry = Selectable<ReservationEntryTable> & {
  /** The code, while this reservation holds the name; never another holder's (docs/rules/reservation.md#entries). */
  readonly password: string | null;
  readonly held_until: Date | null;
  /** The domain that has the name now. */
  readonly domain_id: number | null;
  /** The registrar that now sponsors the domain which was registered with the code. */
  readonly registered_for: number | null;
  /** The status of the invoice that pays for it; null if it is free. */
  readonly invoice_status: Invoice['status'] | null;
};

/** Inserts a reservation; returns undefined if the id is taken, and then the caller tries another. */
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

export const reservationsById = rowsById('reservations');

/** The entries of several reservations in one statement, those of each in the requested order. */
export function entriesOf(db: Db, reservationIds: readonly number[]): Promise<ReservationEntry[]> {
  return db
    .selectFrom('reservation_entries as entries')
    .leftJoin('reserved_names', (join) =>
      join
        .onRef('reserved_names.reservation_id', '=', 'entries.reservation_id')
        .onRef('reserved_names.name', '=', 'entries.name'),
    )
    .leftJoin('domains', 'domains.name', 'entries.name')
    .innerJoin('reservations', 'reservations.id', 'entries.reservation_id')
    .leftJoin('invoices', 'invoices.id', 'reservations.invoice_id')
    .selectAll('entries')
    .select([
      'reserved_names.password',
      'reserved_names.expires_at as held_until',
      'domains.id as domain_id',
      sql<
        number | null
      >`case when domains.id = entries.registered_domain_id then domains.registrar_id end`.as(
        'registered_for',
      ),
      'invoices.status as invoice_status',
    ])
    .where('entries.reservation_id', '=', sql<number>`any(${reservationIds})`)
    .orderBy('entries.reservation_id')
    .orderBy('entries.position')
    .execute();
}

export async function linkInvoice(db: Db, reservationId: number, invoiceId: number): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ invoice_id: invoiceId })
    .where('id', '=', reservationId)
    .execute();
}

/** Locks the row until the transaction ends; everything that happens once to a reservation is done under this lock. */
export function lockReservation(db: Db, id: number): Promise<Reservation> {
  return db.selectFrom('reservations').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function reservationOfInvoice(db: Db, invoiceId: number): Promise<Reservation | undefined> {
  const [found] = await reservationsOfInvoices(db, [invoiceId]);
  return found;
}

export function reservationsOfInvoices(db: Db, invoiceIds: readonly number[]): Promise<Reservation[]> {
  return db
    .selectFrom('reservations')
    .selectAll()
    .where('invoice_id', '=', sql<number>`any(${invoiceIds})`)
    .execute();
}

/** The reservation whose code each of these domains was registered with. */
export async function reservationsOfDomains(
  db: Db,
  domainIds: readonly number[],
): Promise<(Reservation & { readonly domain_id: number })[]> {
  const { rows } = await sql<Reservation & { domain_id: number }>`
    select reservations.*, entries.registered_domain_id as domain_id
    from reservation_entries entries join reservations on reservations.id = entries.reservation_id
    where entries.registered_domain_id = any(${domainIds})`.execute(db);
  return rows;
}

/** Invoices that could still be paid for any of these names, oldest first. */
export function payableInvoicesFor(db: Db, names: readonly string[]): Promise<Invoice[]> {
  return payableFor(db, names).execute();
}

/**
 * Returns the invoices that could still be paid for any of these names, locked until the transaction ends. Other
 * names of the invoices are not locked: the caller has locked the given names, which is enough to decide about those.
 */
export function lockPayableInvoicesFor(db: Db, names: readonly string[]): Promise<Invoice[]> {
  return payableFor(db, names).forUpdate('invoices').execute();
}

const payableFor = (db: Db, names: readonly string[]) =>
  db
    .selectFrom('invoices')
    .innerJoin('reservations', 'reservations.invoice_id', 'invoices.id')
    .selectAll('invoices')
    .where('reservations.held_at', 'is', null)
    .where('invoices.status', 'in', ['unpaid', 'failed', 'overdue'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('reservation_entries')
          .whereRef('reservation_entries.reservation_id', '=', 'reservations.id')
          .where('reservation_entries.name', '=', sql<string>`any(${names})`),
      ),
    )
    .orderBy('invoices.id');

/** Holds the names from now on; those that somebody else has are lost. */
export async function markHeld(
  db: Db,
  reservationId: number,
  { lost, now }: { lost: readonly string[]; now: Date },
): Promise<void> {
  await db.updateTable('reservations').set({ held_at: now }).where('id', '=', reservationId).execute();
  await db
    .updateTable('reservation_entries')
    .set({ lost_at: now })
    .where('reservation_id', '=', reservationId)
    .where('name', '=', sql<string>`any(${lost})`)
    .execute();
}

/** The payment was reversed before any code was issued: nothing is held, nothing was lost. */
export async function releaseNames(db: Db, reservationId: number): Promise<void> {
  await db.deleteFrom('reserved_names').where('reservation_id', '=', reservationId).execute();
  await db.updateTable('reservations').set({ held_at: null }).where('id', '=', reservationId).execute();
  await db
    .updateTable('reservation_entries')
    .set({ lost_at: null })
    .where('reservation_id', '=', reservationId)
    .execute();
}

/**
 * Ends a reservation: its names are free, except for those that are registered. Returns the names that were reserved.
 */
export async function endReservationOf(
  db: Db,
  reservationId: number,
  now: Date,
): Promise<{ id: number; name: string }[]> {
  await db
    .updateTable('reservation_entries')
    .set({ lost_at: now })
    .where('reservation_id', '=', reservationId)
    .where('registered_at', 'is', null)
    .where('lost_at', 'is', null)
    .execute();
  return db
    .deleteFrom('reserved_names')
    .where('reservation_id', '=', reservationId)
    .returning(['id', 'name'])
    .execute();
}

/** Starts the validity of the codes of all held names. */
export async function materialise(
  db: Db,
  reservationId: number,
  { expiresAt, now }: { expiresAt: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('reserved_names')
    .set({ expires_at: expiresAt, updated_at: now })
    .where('reservation_id', '=', reservationId)
    .execute();
  await db
    .updateTable('reservation_entries')
    .set({ expires_at: expiresAt })
    .where('reservation_id', '=', reservationId)
    .where('lost_at', 'is', null)
    .execute();
  await db
    .updateTable('reservations')
    .set({ materialised_at: now })
    .where('id', '=', reservationId)
    .execute();
}

/**
 * Deletes expired reservations of the given names, to free the unique name. Nothing else depends on it, because every
 * read compares with the clock (docs/rules/reservation.md#availability).
 */
export async function removeExpired(db: Db, names: readonly string[], now: Date): Promise<void> {
  await sql`
    delete from reserved_names where id in (
      select id from reserved_names where name = any(${names}::text[]) and expires_at <= ${now}
      order by id for update)`.execute(db);
}

export interface HeldName {
  readonly name: string;
  readonly puny: string;
  readonly password: string;
}

/** Returns the names that could still be reserved; the unique index decides. */
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
