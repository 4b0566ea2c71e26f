import { childLinks, parentLinks } from '../../store/billing/invoices.ts';
import {
  eventsOfInvoices,
  type Payment,
  paymentsByReference,
  paymentsOfInvoices,
} from '../../store/billing/payments.ts';
import { linesOfInvoices } from '../../store/billing/prepayments.ts';
import { refundsOfPayments } from '../../store/billing/refunds.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { shownAgain } from '../runner/shown-again.ts';
import { lists, oneOf } from './keyed.ts';

export const paymentLists = lists(paymentsOfInvoices, (row) => row.invoice_id);
export const eventLists = lists(eventsOfInvoices, (row) => row.of_invoice_id);
export const lineLists = lists(linesOfInvoices, (row) => row.invoice_id);
export const childLists = lists(childLinks, (row) => row.parent_id);
export const parentLists = lists(parentLinks, (row) => row.child_id);

export const paymentsReferenced = async (
  db: Db,
  references: readonly string[],
): Promise<(Payment | null)[]> =>
  oneOf(references, await paymentsByReference(db, references), (row) => row.reference);

export const paymentReferenced = (db: Db, reference: string): Promise<Payment | null> =>
  shownAgain(db, `payment ${reference}`, async () => (await paymentsReferenced(db, [reference]))[0] ?? null);

/** Returns when the refund of each payment began; null for a payment without one. */
export const refundsBegun = async (db: Db, references: readonly string[]): Promise<(Date | null)[]> =>
  oneOf(references, await refundsOfPayments(db, references), (row) => row.payment_reference).map(
    (refund) => refund?.begun_at ?? null,
  );
