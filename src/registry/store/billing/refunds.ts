import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../driver/pool.ts';
import { leaseDuration } from '../runner/idempotency.ts';
import type { RefundTable } from '../tables/billing-schema.ts';

/**
 * A refund that was begun and has no known result yet. The reader has locked its invoice, or its payment when
 * it has no invoice.
 */
export type Refund = Selectable<RefundTable>;

/** The refunded object: an invoice, by its id, or a payment alone, by its reference. */
export type Refunded = number | string;

const isOf = (of: Refunded) =>
  typeof of === 'number'
    ? sql<boolean>`invoice_id = ${of}`
    : sql<boolean>`payment_reference = ${of} and invoice_id is null`;

export function refundOf(db: Db, of: Refunded): Promise<Refund | undefined> {
  return db.selectFrom('refunds').selectAll().where(isOf(of)).executeTakeFirst();
}

/** Refunds of payments, with their invoices or alone: at most one for each. */
export function refundsOfPayments(db: Db, references: readonly string[]): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_reference', '=', sql<string>`any(${references})`)
    .execute();
}

/** Returns the new holder. */
export async function beginRefund(
  db: Db,
  refund: Pick<Refund, 'invoice_id' | 'payment_reference' | 'leaving' | 'taken_from' | 'begun_at'>,
): Promise<string> {
  const holder = randomUUID();
  await sql`
    insert into refunds (invoice_id, payment_reference, leaving, taken_from, holder, held_until, begun_at)
    values (${refund.invoice_id}, ${refund.payment_reference}, ${refund.leaving}, ${refund.taken_from}::bigint[],
      ${holder}, clock_timestamp() + ${leaseDuration}, ${refund.begun_at})`.execute(db);
  return holder;
}

/** Takes over a refund that no process is working on and returns the new holder; undefined if one is. */
export async function acquireRefundLease(db: Db, of: Refunded): Promise<string | undefined> {
  const holder = randomUUID();
  const { rows } = await sql`
    update refunds set holder = ${holder}, held_until = clock_timestamp() + ${leaseDuration}
    where ${isOf(of)} and held_until <= clock_timestamp()
    returning id`.execute(db);
  return rows.length > 0 ? holder : undefined;
}

export async function renewRefundLease(db: Db, holder: string): Promise<void> {
  await sql`update refunds set held_until = clock_timestamp() + ${leaseDuration} where holder = ${holder}`.execute(
    db,
  );
}

/** Releases the refund, so that another process continues it. */
export async function expireRefundLease(db: Db, holder: string): Promise<void> {
  await sql`update refunds set held_until = clock_timestamp() - ${leaseDuration} where holder = ${holder}`.execute(
    db,
  );
}

/** Keeps the time at which it was first accepted. */
export async function acceptRefund(db: Db, holder: string, now: Date): Promise<void> {
  await sql`update refunds set accepted_at = coalesce(accepted_at, ${now}), held_until = clock_timestamp() - ${leaseDuration}
    where holder = ${holder}`.execute(db);
}

/** The money was returned in another way, so no credit is restored, whatever the result of the refund. */
export async function forgetTakenCredit(db: Db, invoiceId: number): Promise<void> {
  await db.updateTable('refunds').set({ taken_from: [] }).where('invoice_id', '=', invoiceId).execute();
}

export async function endRefund(db: Db, of: Refunded): Promise<void> {
  await db.deleteFrom('refunds').where(isOf(of)).execute();
}
