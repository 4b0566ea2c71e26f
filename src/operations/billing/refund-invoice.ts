import { z } from 'zod';
import { failure, refuseWith } from '../../core/errors.ts';
import { zero } from '../../core/money.ts';
import { defineErrand, type OperationContext } from '../../core/operation.ts';
import type { PaymentDetails } from '../../providers/payment-details.ts';
import type { PaymentProvider, ProviderReply } from '../../providers/payment-provider.ts';
import { against } from '../../rules/payment-request.ts';
import { type Invoice, invoiceByNumber, lockInvoice, parentLinks } from '../../store/invoices.ts';
import { applyPayment } from './apply-payment.ts';
import { invoiceNumberField } from './fields.ts';
import { providerRefused, providerUnavailable } from './one-off-payment.ts';
import { ownersFor } from './ownership.ts';

/**
 * Gives the customer all of the money back through the provider (reference/billing.md 6.14, 7.7). Repeating it refunds
 * nothing twice: the provider is first asked what is left of the payment.
 */
export const refundInvoice = defineErrand({
  name: 'invoice.refund',
  summary: "Refunds an invoice's payment in full.",
  permits: ['billing', 'operator'],
  input: z.object({
    invoiceNumber: invoiceNumberField,
    userUniqueId: z.string().optional(),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'PARAMETER_VALUE_POLICY', 'COMMAND_FAILED'],
  rest: 'POST /api/v1/refund/auction',
  graphql: 'Mutation.invoiceRefund',

  prepare: async (context, { invoiceNumber, userUniqueId }) => {
    const { db, actor } = context;
    const invoice =
      (await invoiceByNumber(db, invoiceNumber, userUniqueId, ownersFor(actor))) ??
      refuseWith(failure('OBJECT_DOES_NOT_EXIST', 'Invoice not found'));
    if (invoice.status === 'refunded') return { invoiceId: invoice.id, reference: null };
    return { invoiceId: invoice.id, reference: await refundable(context, invoice) };
  },
  ask: async ({ paymentProvider }, { reference }) =>
    reference === null ? undefined : refundWhatIsLeft(paymentProvider, reference),
  conclude: async (context, _, { invoiceId, reference }, reply) => {
    if (reference !== null && reply) {
      if (reply.kind === 'refused') refuseWith(providerRefused(reply.error));
      if (reply.kind !== 'ok') refuseWith(providerUnavailable('reason' in reply ? reply.reason : 'EPROTO'));
      else await applyPayment(context, reference, reply.value, undefined);
    }
    return { invoiceId, status: (await lockInvoice(context.db, invoiceId)).status };
  },
});

async function refundable({ db }: OperationContext, invoice: Invoice): Promise<string> {
  if (invoice.status !== 'paid' || invoice.payment_reference === null)
    return refuseWith(against('paymentReference', 'Reference number is invalid'));
  const [parent] = await parentLinks(db, [invoice.id]);
  // The payment is the parent's: refunding it would give back the money of all the others.
  if (parent && invoice.description.startsWith('related to '))
    return refuseWith(against('paymentReference', 'belongs to a bulk payment; refund that one'));
  return invoice.payment_reference;
}

async function refundWhatIsLeft(
  provider: PaymentProvider,
  reference: string,
): Promise<ProviderReply<PaymentDetails>> {
  const before = await provider.payment(reference);
  if (before.kind !== 'ok' || before.value.standingAmount === zero) return before;
  const reply = await provider.refund(reference, before.value.standingAmount);
  if (reply.kind !== 'ok') return reply;
  // Its answer to a refund tells less than the payment itself.
  return provider.payment(reference);
}
