import type { OperationContext } from '../../core/operation.ts';
import type { PaymentAlert } from '../../rules/payment-state.ts';
import type { Invoice } from '../../store/invoices.ts';
import { raiseDisagreement } from '../../store/payments.ts';

/** Where the provider's word and our books differ; nothing moves, an operator looks. */
export type DisagreementKind =
  | PaymentAlert
  /** Another payment has settled for an invoice that was paid already. */
  | 'paidTwice'
  | 'amountTooLarge'
  /** Not our merchant account. */
  | 'accountMismatch'
  /** The provider told of another payment than the one it was asked for. */
  | 'referenceMismatch'
  /** A payment that we made for one invoice now names another. */
  | 'orderMismatch'
  | 'unknownInvoice'
  /** A payment that we know of and the provider does not. */
  | 'unknownPayment'
  /** The customer has the money back and the registrar's credit cannot be taken. */
  | 'creditSpent'
  /** The names stay reserved although the money went back (design/rulings.md). */
  | 'reservationRefunded'
  /** Paid for, but somebody else had these names by then (reference/reservation.md 10). */
  | 'namesLost'
  /** A bulk payment has settled for an invoice that was not open any more. */
  | `childNotPayable ${number}`
  /** A dispute or a report of fraud. */
  | `reported ${string}`;

/** Raised once for a payment and a kind, however often the provider repeats itself. */
export function disagree(
  { db, now }: Pick<OperationContext, 'db' | 'now'>,
  reference: string,
  kind: DisagreementKind,
  invoice: Pick<Invoice, 'id'> | undefined,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return raiseDisagreement(db, {
    payment_reference: reference,
    invoice_id: invoice?.id ?? null,
    kind,
    details: JSON.stringify(details),
    raised_at: now,
    resolved_at: null,
    resolved_by: null,
    note: null,
  });
}
