import { type Completion, completePaymentAtProvider } from '../../sandbox/complete-payment.ts';
import { builder } from '../builder.ts';
import { InvoiceRef } from '../invoice/invoice.ts';
import { defineMutation } from '../mutation.ts';

const PaymentOutcomeEnum = builder.enumType('SandboxPaymentOutcome', {
  description: "What becomes of a payment at the sandbox's payment provider.",
  values: {
    SETTLED: { value: 'settled', description: 'It was paid.' },
    FAILED: { value: 'failed', description: 'It was refused.' },
    ABANDONED: { value: 'abandoned', description: 'The customer went away.' },
    VOIDED: { value: 'voided', description: 'It was called off before any money moved.' },
    REFUNDED: { value: 'refunded', description: 'The money was given back.' },
    CHARGEBACKED: { value: 'chargebacked', description: "The customer's bank took the money back." },
    SENT_FOR_PROCESSING: { value: 'sent_for_processing', description: 'It is under way.' },
  } as const satisfies Record<string, { value: Completion; description: string }>,
});

defineMutation('sandboxPaymentComplete', {
  operation: completePaymentAtProvider,
  input: (t) => ({
    invoiceNumber: t.int({ required: true, description: 'Which invoice.' }),
    userUniqueId: t.string({ description: 'Whose, when several share the number.' }),
    outcome: t.field({ type: PaymentOutcomeEnum, required: true, description: 'What becomes of it.' }),
    amount: t.field({ type: 'Decimal', description: 'How much; the full amount when left out.' }),
  }),
  translate: ({ invoiceNumber, userUniqueId, outcome, amount }) => ({
    invoiceNumber,
    userUniqueId,
    outcome,
    amount,
  }),
  show: async (_, completed) => completed,
  // The provider's call comes back through the route that the real one uses (design/rulings.md).
  afterwards: async ({ callbackId }, { house }) => {
    await house.sandbox?.payments?.callbacks.sendNow(callbackId);
  },
  payload: (t) => ({
    paymentReference: t.string({
      nullable: true,
      description: 'The payment at the provider.',
      resolve: ({ shown }) => shown?.paymentReference,
    }),
    invoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The invoice once the provider has told of it.',
      resolve: ({ shown }) => shown?.invoiceId,
    }),
  }),
});
