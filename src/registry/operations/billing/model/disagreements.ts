import type { PaymentAlert } from '../../../rules/money/payment-state.ts';
import type { Invoice } from '../../../store/billing/invoices.ts';
import { raiseDisagreement } from '../../../store/billing/payments.ts';
import type { OperationContext } from '../../operation.ts';

/** A difference between the provider's report and our books. No status changes; an operator decides. */
export const disagreementKinds = {
  amountTooSmall: 'The payment is smaller than its invoice, which stays open.',
  amountTooLarge: 'The payment is larger than its invoice, which is paid.',
  moneyForClosedInvoice:
    'A payment arrived for an invoice that is cancelled or refunded; the invoice stays as it is.',
  paidTwice: 'Another payment has settled for an invoice that was paid already.',
  refundedInPart: 'Only a part of the money was refunded; the invoice stays paid.',
  refundWithoutPayment: 'The provider reported a refund for an invoice that is not paid.',
  chargedBack: 'The cardholder took the money back through the bank; the invoice is unchanged.',
  unknownState: 'The provider reported an unknown state.',
  accountMismatch: 'The payment went to a merchant account that is not ours.',
  referenceMismatch: 'The provider reported a different payment than the requested one.',
  orderMismatch: 'A payment that was made for one invoice now names another.',
  unknownInvoice: 'The payment is for an order without a known invoice.',
  unknownPayment: 'A payment that the registry has recorded and the provider does not know.',
  creditSpent: 'The money was refunded to the customer, but the registrar has already spent the credit.',
  reservationRefunded: 'The names stay reserved although the money was refunded.',
  namesLost: 'The names were paid for, but somebody else already had them.',
  childNotPayable: 'A bulk payment has settled for an invoice that was no longer open.',
  reported: 'The provider reported a dispute or fraud.',
} as const satisfies Record<PaymentAlert, string> & Record<string, string>;

export type DisagreementKind = keyof typeof disagreementKinds;

/** A payment can have several disagreements of these kinds, each about another subject. */
export type RaisedKind =
  | Exclude<DisagreementKind, 'childNotPayable' | 'reported'>
  | `childNotPayable ${number}`
  | `reported ${string}`;

/** The kind, with its subject if a payment can have several of the kind. */
export function readDisagreement(raised: string): { kind: DisagreementKind; about: string | null } {
  const [kind = '', about] = raised.split(/ (.*)/s);
  if (!Object.hasOwn(disagreementKinds, kind)) throw new TypeError(`not a disagreement: ${raised}`);
  return { kind: kind as DisagreementKind, about: about ?? null };
}

/** Raises a disagreement once for a payment and kind, however often the provider repeats its report. */
export function raiseDisagreementOnce(
  { db, now }: Pick<OperationContext, 'db' | 'now'>,
  reference: string,
  kind: RaisedKind,
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
