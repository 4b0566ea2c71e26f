import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Grouping, Groups, ListQuery } from '../../core/filter.ts';
import { applyList, type Columns, compileFilter } from '../driver/filters.ts';
import { type Groupable, groupRows } from '../driver/groups.ts';
import type { Db } from '../driver/pool.ts';
import type { Reservation } from './reservations.ts';

/** Whose reservations, and what the time is: it decides what has become of a name. */
export interface ReservationScope {
  /** The portal token that made them; undefined: everybody's. */
  readonly madeBy: string | undefined;
  readonly now: Date;
}

/** What became of each name, as rules/reservation/reservation-entry.ts decides it for one. */
const statuses = (reservationId: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  select case
    when entries.registered_at is not null or domains.id is not null then 'registered'
    when reserved_names.expires_at > ${now} then 'reserved'
    when entries.expires_at is not null or entries.lost_at is not null then 'expired'
    else 'pending' end as value
  from reservation_entries entries
  left join reserved_names on reserved_names.reservation_id = entries.reservation_id
    and reserved_names.name = entries.name
  left join domains on domains.name = entries.name
  where entries.reservation_id = ${reservationId}`;

const id = sql`reservations.id`;

const columnsAt = (now: Date): Columns => ({
  kind: sql`reservations.kind`,
  createdAt: sql`reservations.created_at`,
  // Free ones are neither paid nor unpaid.
  paid: sql`(select invoices.status = 'paid' from invoices where invoices.id = reservations.invoice_id)`,
  name: {
    joins: true,
    some: (test) => sql<SqlBool>`exists (select from reservation_entries entries
      where entries.reservation_id = ${id} and ${test(sql`entries.name`)})`,
  },
  status: {
    joins: true,
    some: (test) =>
      sql<SqlBool>`exists (select from (${statuses(id, now)}) named where ${test(sql`named.value`)})`,
  },
});

const groupsAt = (now: Date): Groupable => ({
  keys: {
    kind: { value: sql`reservations.kind` },
    status: {
      value: id,
      // Made distinct for each reservation, they would be looked up for one after the other.
      each: (reservation, name) => sql`left join lateral (${statuses(reservation, now)}) as ${name} on true`,
      countsOnce: true,
    },
    createdAt: { value: sql`reservations.created_at` },
  },
});

function reservationsOf(db: Db, { madeBy }: ReservationScope) {
  const query = db.selectFrom('reservations');
  return madeBy === undefined ? query : query.where('reservations.made_by', '=', madeBy);
}

function chosen(db: Db, scope: ReservationScope, filter: ListQuery['filter']) {
  const query = reservationsOf(db, scope);
  return filter ? query.where(compileFilter(filter, columnsAt(scope.now))) : query;
}

export const listReservations = (db: Db, scope: ReservationScope, list: ListQuery): Promise<Reservation[]> =>
  applyList(reservationsOf(db, scope).selectAll(), list, columnsAt(scope.now), id).execute();

export async function countReservations(
  db: Db,
  scope: ReservationScope,
  filter: ListQuery['filter'],
): Promise<number> {
  const { count } = await chosen(db, scope, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const groupReservations = (
  db: Db,
  scope: ReservationScope,
  filter: ListQuery['filter'],
  grouping: Grouping,
): Promise<Groups> => groupRows(db, chosen(db, scope, filter), groupsAt(scope.now), grouping);
