import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { payment } from '../../entities/payment.ts';
import { paymentDisagreement } from '../../entities/payment-disagreement.ts';
import { type PaymentState, statesOfProvider } from '../../rules/money/payment-state.ts';
import type { Db } from '../driver/connections/pool.ts';
import { rowsBy, rowsById } from '../driver/lists/rows.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { PaymentDisagreementTable, PaymentEventTable, PaymentTable } from '../tables/billing-schema.ts';

export type Payment = Selectable<PaymentTable>;
export type PaymentEvent = Selectable<PaymentEventTable>;
export type PaymentDisagreement = Selectable<PaymentDisagreementTable>;

/** Nothing was sold for a payment without an invoice. */
const isStray = sql`payments.invoice_id is null`;

const state = sql<PaymentState>`(case payments.state ${sql.join(
  statesOfProvider.map(([word, meaning]) => sql`when ${sql.lit(word)} then ${sql.lit(meaning)}`),
  sql` `,
)} else 'other' end)`;

export const paymentList = entityList(payment, {
  columns: {
    state,
    invoiceNumber: sql`(select number from invoices where invoices.id = payments.invoice_id)`,
    stray: isStray,
  },
  keys: { stray: { value: isStray }, state: { value: state } },
  amount: sql`payments.initial_amount`,
});

export const paymentsById = rowsById('payments');

export function paymentByReference(db: Db, reference: string): Promise<Payment | undefined> {
  return db.selectFrom('payments').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** The caller has already locked the invoice, if any. */
export function lockPayment(db: Db, reference: string): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
}

export function paymentsByReference(db: Db, references: readonly string[]): Promise<Payment[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', sql<string>`any(${references})`)
    .execute();
}

/** Stores the payment as last reported; a known one keeps the invoice, link and creation time. */
export function putPayment(db: Db, payment: Insertable<PaymentTable>): Promise<Payment> {
  return db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) =>
      conflict.column('reference').doUpdateSet(({ ref, fn }) => ({
        invoice_id: fn.coalesce(ref('payments.invoice_id'), ref('excluded.invoice_id')),
        order_reference: ref('excluded.order_reference'),
        state: ref('excluded.state'),
        initial_amount: ref('excluded.initial_amount'),
        standing_amount: ref('excluded.standing_amount'),
        payment_link: fn.coalesce(ref('excluded.payment_link'), ref('payments.payment_link')),
        snapshot: ref('excluded.snapshot'),
        occurred_at: ref('excluded.occurred_at'),
        acquiring_completed_at: fn.coalesce(
          ref('excluded.acquiring_completed_at'),
          ref('payments.acquiring_completed_at'),
        ),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePayment(
  db: Db,
  reference: string,
  fields: Updateable<PaymentTable>,
): Promise<Payment | undefined> {
  return db
    .updateTable('payments')
    .set(fields)
    .where('reference', '=', reference)
    .returningAll()
    .executeTakeFirst();
}

export const paymentsOfInvoices = rowsBy('payments', 'invoice_id');

/** Notifications of these invoices' payments, whether or not the invoice was known when they arrived. */
export async function eventsOfInvoices(
  db: Db,
  invoiceIds: readonly number[],
): Promise<(PaymentEvent & { of_invoice_id: number })[]> {
  const { rows } = await sql<PaymentEvent & { of_invoice_id: number }>`
    select event.*, coalesce(event.invoice_id, payment.invoice_id) as of_invoice_id
    from payment_events event left join payments payment on payment.reference = event.payment_reference
    where event.invoice_id = any(${invoiceIds}) or payment.invoice_id = any(${invoiceIds})
    order by event.id`.execute(db);
  return rows;
}

export function insertPaymentEvent(db: Db, event: Insertable<PaymentEventTable>): Promise<{ id: number }> {
  return db.insertInto('payment_events').values(event).returning('id').executeTakeFirstOrThrow();
}

/** The number of notifications of this payment since then; counted up to a limit. */
export async function recentEvents(db: Db, reference: string, since: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from payment_events where payment_reference = ${reference} and received_at > ${since}
      limit ${most}) recent`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Keeps a notification of an unknown payment, as long as there are not too many of them. */
export async function insertStrayEvent(
  db: Db,
  event: Pick<Insertable<PaymentEventTable>, 'payment_reference' | 'name' | 'outcome'> & {
    readonly received_at: Date;
  },
  most: number,
): Promise<void> {
  await sql`
    insert into payment_events (payment_reference, name, received_at, outcome)
    select ${event.payment_reference}, ${event.name ?? null}, ${event.received_at}, ${event.outcome}
    where (select count(*) from payment_events where invoice_id is null) < ${most}`.execute(db);
}

const dayMs = 24 * 60 * 60 * 1000;

/** Notifications without an invoice are deleted after a month, those that changed nothing about one after a year. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  await sql`delete from payment_events where invoice_id is null and received_at <= ${daysAgo(30)}`.execute(
    db,
  );
  await sql`delete from payment_events
    where outcome in ('unchanged', 'older than known') and received_at <= ${daysAgo(365)}`.execute(db);
}

export async function updatePaymentEvent(
  db: Db,
  id: number,
  fields: Updateable<PaymentEventTable>,
): Promise<void> {
  await db.updateTable('payment_events').set(fields).where('id', '=', id).execute();
}

/** Each disagreement is raised once, however often the provider repeats its report. */
export async function raiseDisagreement(
  db: Db,
  disagreement: Insertable<PaymentDisagreementTable>,
): Promise<void> {
  await db
    .insertInto('payment_disagreements')
    .values(disagreement)
    .onConflict((conflict) => conflict.constraint('payment_disagreements_once').doNothing())
    .execute();
}

export const disagreementList = entityList(paymentDisagreement, {
  columns: { kind: sql`split_part(payment_disagreements.kind, ' ', 1)` },
});

export const countOpenDisagreements = (db: Db): Promise<number> =>
  disagreementList.count(db, { field: 'resolvedAt', is: 'isNull', value: true });

export const disagreementsById = rowsById('payment_disagreements');

export function resolveDisagreement(
  db: Db,
  id: number,
  fields: Updateable<PaymentDisagreementTable>,
): Promise<PaymentDisagreement | undefined> {
  return db
    .updateTable('payment_disagreements')
    .set(fields)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** All open disagreements of these kinds about a payment. */
export async function resolveDisagreementsOf(
  db: Db,
  reference: string,
  kinds: readonly string[],
  fields: Updateable<PaymentDisagreementTable>,
): Promise<void> {
  await db
    .updateTable('payment_disagreements')
    .set(fields)
    .where('payment_reference', '=', reference)
    .where('kind', 'in', kinds)
    .where('resolved_at', 'is', null)
    .execute();
}
