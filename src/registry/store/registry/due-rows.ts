import { type Selectable, sql } from 'kysely';
import type { Invoice } from '../billing/invoices.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { Earliest } from '../driver/lists/earliest.ts';
import { unclaimed } from '../runner/outbox.ts';
import type { ReservedNameTable } from '../tables/schema.ts';
import type { Dispute } from './disputes.ts';

/** The due rows of jobs besides domains. Rows that another transaction has locked are left for the next run. */

export interface PendingConfirmation {
  readonly domain_name: string;
  readonly kind: 'update' | 'delete';
  readonly asked_at: Date;
}

/** The rows are not locked, so the caller must check them again under the lock of the domain. */
export function confirmationsAskedBefore(
  db: Db,
  moment: Date,
  limit: number,
): Promise<PendingConfirmation[]> {
  return db
    .selectFrom('pending_changes')
    .innerJoin('domains', 'domains.id', 'pending_changes.domain_id')
    .select(['domains.name as domain_name', 'pending_changes.kind', 'pending_changes.asked_at'])
    .where('asked_at', '<=', moment)
    .orderBy('asked_at')
    .orderBy('pending_changes.id')
    .limit(limit)
    .execute();
}

export const earliestAsked: Earliest = sql`select min(asked_at) from pending_changes`;

/** A status that an operator has set keeps a contact, and so does a pending confirmation that names it. */
const archivable = sql<boolean>`contacts.unlinked_at is not null
  and not contacts.statuses && array['clientDeleteProhibited', 'serverDeleteProhibited']
  and not exists (select from pending_changes where request #>> '{registrant,code}' = contacts.code)`;

/** Contacts that no domain has used since this time; check again under the lock. */
export async function takeOrphans(
  db: Db,
  since: Date,
  limit: number,
): Promise<{ id: number; unlinked_at: Date }[]> {
  const { rows } = await sql<{ id: number; unlinked_at: Date }>`
    select id, unlinked_at from contacts
    where ${archivable} and unlinked_at <= ${since}
    order by unlinked_at, id limit ${limit} for update skip locked`.execute(db);
  return rows;
}

export const earliestOrphan: Earliest = sql`select min(unlinked_at) from contacts where ${archivable}`;

/** Open disputes whose last day has passed. */
export function takePastDisputes(db: Db, today: string, limit: number): Promise<Dispute[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('expires_at', '<', today)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export const earliestDisputeEnd: Earliest = sql`select min(expires_at) from disputes where closed_at is null`;

const unmarked = sql<boolean>`disputes.closed_at is null and exists (
  select from domains where domains.name = disputes.name and not 'disputed' = any(domains.statuses))`;

/** Active disputes whose domain does not have the status yet. */
export function unmarkedDisputes(db: Db, today: string, limit: number): Promise<Dispute[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where(unmarked)
    .where(sql<boolean>`${today}::date between starts_at and expires_at`)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export const earliestUnmarkedDispute: Earliest = sql`select min(starts_at) from disputes where ${unmarked}`;

/** Deletes expired reservations. Nothing depends on it, because every read compares with the clock. */
export async function removeExpiredReservations(
  db: Db,
  until: Date,
  limit: number,
): Promise<Selectable<ReservedNameTable>[]> {
  const { rows } = await sql<Selectable<ReservedNameTable>>`
    delete from reserved_names where id in (
      select id from reserved_names where expires_at <= ${until}
      order by expires_at, id limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows.sort((one, other) => Number(one.expires_at) - Number(other.expires_at) || one.id - other.id);
}

export const earliestReservationEnd: Earliest = sql`select min(expires_at) from reserved_names`;

/** Prepayments have a due date, and are cancelled after it. */
const mayFallOverdue = sql<boolean>`status = 'unpaid' and kind <> 'prepayment'`;

/** Invoices that have been unpaid since this time. */
export function takeUnpaid(db: Db, since: Date, limit: number): Promise<Invoice[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where(mayFallOverdue)
    .where('created_at', '<=', since)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export const earliestUnpaid: Earliest = sql`select min(created_at) from invoices where ${mayFallOverdue}`;

/** Rows that another process is working on are not due. Registrars' webhooks have their own timeout. */
export const earliestDelivery: Earliest = sql`
  select min(next_attempt_at) from outbox
  where done_at is null and dead_at is null and webhook_id is null and ${unclaimed}`;
