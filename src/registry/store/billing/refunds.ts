import { randomUUID } from 'node:crypto';
import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Money } from '../../../base/money.ts';
import { hasSettled, statesOfProvider } from '../../rules/money/payment-state.ts';
import type { Db } from '../driver/connections/pool.ts';
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

/**
 * The money that refunds of many objects would return: for how many of them, the least and the most for one, and all
 * of it; and the credit that registrars would lose.
 */
export interface Returned {
  readonly count: number;
  readonly least: Money;
  readonly most: Money;
  readonly total: Money;
  readonly credit: Money;
}

async function returned(db: Db, amounts: RawBuilder<unknown>): Promise<Returned> {
  const { rows } = await sql<Returned>`
    select count(*) filter (where amount > 0) as count, coalesce(min(amount) filter (where amount > 0), 0.00) as least,
      coalesce(max(amount) filter (where amount > 0), 0.00) as most,
      coalesce(sum(amount) filter (where amount > 0), 0.00) as total, coalesce(sum(credit), 0.00) as credit
    from (${amounts}) given (amount, credit)`.execute(db);
  return rows[0] as Returned;
}

/**
 * Each returns what the provider holds of its payment, and takes the credit back that the payment was for. The
 * payment of a bulk payment is not returned with one of its parts.
 */
export const returnedOfInvoices = (db: Db, which: Expression<SqlBool>): Promise<Returned> =>
  returned(
    db,
    sql`
    select coalesce(payments.standing_amount, payments.initial_amount, invoices.amount),
      (select sum(coalesce(credited.subtotal, credited.amount)) from invoices credited
        where credited.credited and credited.registrar_id is not null and (credited.id = invoices.id
          or credited.status = 'paid' and credited.id = any(
            select child_id from bulk_payment_items where parent_id = invoices.id and settled)))
    from (select * from invoices where ${which}) invoices left join payments on payments.reference = invoices.payment_reference
    where invoices.status = 'paid' and invoices.payment_reference is not null
      and not exists (select from bulk_payment_items where child_id = invoices.id and settled)`,
  );

const settledWords = statesOfProvider.flatMap(([word]) => (hasSettled(word) ? [word] : []));

/** Each returns what it has beyond its invoice: `strayAmount` in rules/money/stray-money.ts for one of them. */
export const returnedOfPayments = (db: Db, which: Expression<SqlBool>): Promise<Returned> =>
  returned(
    db,
    sql`
    select payments.standing_amount - case when isOwn and invoices.status = 'paid' then invoices.amount else 0 end, 0.00
    from (select * from payments where ${which}) payments left join invoices on invoices.id = payments.invoice_id
    cross join lateral (select coalesce(invoices.payment_reference = payments.reference, false)) own (isOwn)
    where payments.state = any(${settledWords}::text[])
      and not (isOwn and invoices.status = 'refunded' and payments.refund_asked_at is null)`,
  );
