import type { PaymentDetails } from '../../../rules/money/payment-details.ts';
import { type Invoice, invoicesById, invoicesWithNumbers } from '../../../store/billing/invoices.ts';
import type { Payment } from '../../../store/billing/payments.ts';
import type { Db } from '../../../store/driver/connections/pool.ts';

export type Match =
  | { readonly kind: 'found'; readonly invoice: Invoice }
  | { readonly kind: 'orderMismatch'; readonly invoice: Invoice }
  | { readonly kind: 'unknownInvoice' };

/**
 * Finds the invoice of a payment. A payment that we created or have seen before belongs to its invoice, and the order
 * must agree. Others are found by the number in the order; reservations that share a number are distinguished by the
 * user unique id that their link carried (docs/rules/billing.md#matching-a-payment-to-its-invoices).
 */
export async function findPaidInvoice(
  db: Db,
  known: Payment | undefined,
  { orderReference, customField1 }: Pick<PaymentDetails, 'orderReference' | 'customField1'>,
): Promise<Match> {
  const number = orderReference === undefined ? undefined : numberIn(orderReference);
  if (known?.invoice_id) {
    const [invoice] = await invoicesById(db, [known.invoice_id]);
    if (!invoice) return { kind: 'unknownInvoice' };
    return { kind: invoice.number === number ? 'found' : 'orderMismatch', invoice };
  }
  const sharers = number === undefined ? [] : await invoicesWithNumbers(db, [number]);
  const invoice =
    sharers.find(({ user_unique_id }) => user_unique_id !== null && user_unique_id === customField1) ??
    onlyOne(sharers, customField1);
  return invoice ? { kind: 'found', invoice } : { kind: 'unknownInvoice' };
}

/** A payment through a link with a user unique id can pay only that user's invoice. */
function onlyOne(sharers: readonly Invoice[], customField1: string | undefined): Invoice | undefined {
  const [only] = sharers;
  if (!only || sharers.length > 1) return undefined;
  return only.user_unique_id === null || customField1 === undefined ? only : undefined;
}

/** `150005`, or the parent's number of a bulk payment as it used to be written: `Ref:10001, 140001`. */
function numberIn(order: string): number | undefined {
  const text = order.includes(', ') ? order.split(', ')[0]?.split(':')[1] : order;
  return text !== undefined && /^\d{1,10}$/.test(text) && Number(text) <= 2_147_483_647
    ? Number(text)
    : undefined;
}
