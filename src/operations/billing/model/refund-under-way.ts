import { type Failure, failure, refuseWith } from '../../../core/errors.ts';
import { zero } from '../../../core/money.ts';
import type { PaymentDetails, ProviderError } from '../../../providers/payment-details.ts';
import type { PaymentProvider } from '../../../providers/payment-provider.ts';
import { childLinks, type Invoice, lockInvoice, lockInvoices } from '../../../store/billing/invoices.ts';
import { acceptRefund, endRefund, letGoOfRefund, refundOf } from '../../../store/billing/refunds.ts';
import type { OperationContext } from '../../operation.ts';
import { creditAccount, reverseCredit } from './account-credit.ts';
import { applyPayment } from './apply-payment.ts';
import { providerRefused, providerUnavailable } from './one-off-payment.ts';

/** A refund as one outside command holds it; plain, since it is kept with the idempotency key. */
export type HeldRefund = {
  readonly invoiceId: number;
  readonly reference: string;
  readonly holder: string;
  /** Begun by this outside command: nobody can have asked the provider for it before. */
  readonly isNew: boolean;
  /** The provider has said yes before: it is not asked for the same again. */
  readonly accepted: boolean;
};

/** What came of asking the provider. */
export type RefundReply =
  /** Nothing is left of the payment. */
  | { readonly kind: 'back'; readonly payment: PaymentDetails }
  /** It said yes, and the payment does not show it yet. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly error: ProviderError }
  /** It could not even be asked. */
  | { readonly kind: 'unasked'; readonly reason: string }
  /** It was asked, and nobody knows what it made of that. */
  | { readonly kind: 'unknown'; readonly reason: string };

export const refundIsUnderWay = () =>
  failure('COMMAND_FAILED', 'Refund is already under way', { reason: 'under-way' });

export const isUnderWay = ({ reason }: Failure): boolean => reason === 'under-way';

/**
 * What the customer is to get back is taken from the registrar first; one who has spent it already is refused
 * before anybody is asked. Answers with the invoices whose credit was taken.
 */
export async function takeCredit(context: OperationContext, invoice: Invoice): Promise<number[]> {
  const taken: number[] = [];
  for (const one of await paidTogether(context, invoice)) {
    const after = await reverseCredit(context, one, 'person');
    if (one.credited && !after.credited) taken.push(one.id);
  }
  return taken;
}

/** The invoice, and the children that its payment has paid. */
async function paidTogether({ db }: OperationContext, invoice: Invoice): Promise<Invoice[]> {
  if (!invoice.bulk) return [invoice];
  const links = await childLinks(db, [invoice.id]);
  const children = await lockInvoices(
    db,
    links.filter(({ settled }) => settled).map((link) => link.child_id),
  );
  return [invoice, ...children.filter(({ status }) => status === 'paid')];
}

/** The payment itself is asked before anything is sent and after it: what it shows counts, not what was answered. */
export async function refundWhatIsLeft(
  provider: PaymentProvider,
  { reference, accepted }: HeldRefund,
): Promise<RefundReply> {
  const before = await provider.payment(reference);
  if (before.kind === 'refused') return before;
  if (before.kind !== 'ok') return { kind: 'unasked', reason: reasonOf(before) };
  if (before.value.standingAmount === zero) return { kind: 'back', payment: before.value };
  if (accepted) return { kind: 'accepted' };
  const reply = await provider.refund(reference, before.value.standingAmount);
  const after = await provider.payment(reference);
  if (after.kind === 'ok' && after.value.standingAmount === zero)
    return { kind: 'back', payment: after.value };
  if (reply.kind === 'refused') return reply;
  return reply.kind === 'ok' ? { kind: 'accepted' } : { kind: 'unknown', reason: reasonOf(reply) };
}

export const reasonOf = (reply: { readonly kind: string; readonly reason?: string }): string =>
  reply.reason ?? 'EPROTO';

/** Writes down what the provider has made of it; what it refused is given again, although the caller is refused too. */
export async function concludeRefund(
  context: OperationContext,
  held: HeldRefund,
  reply: RefundReply,
): Promise<void> {
  const { db } = context;
  const { holder, invoiceId, reference } = held;
  switch (reply.kind) {
    case 'back':
      await applyPayment(context, reference, reply.payment, undefined);
      return endRefund(db, invoiceId);
    case 'accepted':
      return acceptRefund(db, holder);
    case 'refused':
      if ((await lockInvoice(db, invoiceId)).status === 'refunded') return;
      context.ifUndone((later) => giveUpRefund({ ...context, db: later }, held));
      return refuseWith(providerRefused(reply.error));
    case 'unasked':
      context.ifUndone((later) =>
        held.isNew ? giveUpRefund({ ...context, db: later }, held) : letGoOfRefund(later, holder),
      );
      return refuseWith(providerUnavailable(reply.reason));
    case 'unknown':
      context.ifUndone((later) => letGoOfRefund(later, holder));
      return refuseWith(providerUnavailable(reply.reason));
  }
}

/** The money stays where it is: so the credit is there again, unless somebody else has gone on with the refund. */
export async function giveUpRefund(
  context: Pick<OperationContext, 'db' | 'now' | 'request'>,
  { invoiceId, holder }: Pick<HeldRefund, 'invoiceId' | 'holder'>,
): Promise<void> {
  const { db } = context;
  await lockInvoice(db, invoiceId);
  const refund = await refundOf(db, invoiceId);
  if (refund?.holder !== holder) return;
  for (const one of await lockInvoices(db, refund.taken_from))
    if (one.status === 'paid') await creditAccount(context, one);
  await endRefund(db, invoiceId);
}
