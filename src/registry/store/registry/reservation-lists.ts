import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { reservation } from '../../entities/reservation.ts';
import { entityList } from '../driver/lists/stored-list.ts';

/**
 * The state of each name, by the rule in rules/reservation/reservation-entry.ts. Each name is looked up, because a
 * join would read all domains.
 */
const statuses = (reservationId: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  select case
    when entries.registered_at is not null or domains.id is not null then 'registered'
    when reserved_names.expires_at > ${now} then 'reserved'
    when entries.expires_at is not null or entries.lost_at is not null then 'expired'
    else 'pending' end as value
  from reservation_entries entries
  left join reserved_names on reserved_names.reservation_id = entries.reservation_id
    and reserved_names.name = entries.name
  left join lateral (select id from domains where domains.name = entries.name limit 1) domains on true
  where entries.reservation_id = ${reservationId}`;

const id = sql`reservations.id`;

/** The state of a name depends on the time. */
export const reservationListAt = (now: Date) =>
  entityList(reservation, {
    columns: {
      // Free reservations are neither paid nor unpaid.
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
    },
    keys: {
      status: {
        value: id,
        // Distinct states for each reservation would be looked up one by one.
        each: (one, name) => sql`left join lateral (${statuses(one, now)}) as ${name} on true`,
        countsOnce: true,
      },
    },
  });
