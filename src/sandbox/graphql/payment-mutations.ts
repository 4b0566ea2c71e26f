import { builder } from '../../graphql/builder.ts';
import { InvoiceRef } from '../../graphql/invoice/type.ts';
import { defineMutation } from '../../graphql/mutation.ts';
import { shownToEveryCaller } from '../../graphql/node-visibility.ts';
import { type Completion, completePaymentAtProvider } from '../complete-payment.ts';

builder.enumType('SandboxPaymentOutcome', {
  description: "The things that can become of a payment at the sandbox's payment provider.",
  values: {
    SETTLED: { value: 'settled', description: 'The customer has paid.' },
    FAILED: { value: 'failed', description: "The customer's bank refused." },
    ABANDONED: { value: 'abandoned', description: 'The customer went away without paying.' },
    VOIDED: { value: 'voided', description: 'It was called off before any money moved.' },
    REFUNDED: { value: 'refunded', description: 'The money was given back to the customer.' },
    CHARGEBACKED: { value: 'chargebacked', description: "The customer's bank took the money back." },
    SENT_FOR_PROCESSING: { value: 'sent_for_processing', description: 'The bank has not decided yet.' },
  } as const satisfies Record<string, { value: Completion; description: string }>,
});

defineMutation(completePaymentAtProvider, {
  show: async (_, completed) => completed,
  // The provider's call comes back through the route that the real one uses (docs/rules/product.md#stand-ins).
  afterwards: async ({ callbackId }, { container }) => {
    await container.sandbox?.sendCallback(callbackId);
  },
  payload: (t) => ({
    paymentReference: t.string({
      nullable: true,
      description: 'The reference of the payment at the provider; null when it was refused.',
      resolve: ({ shown }) => shown?.paymentReference,
    }),
    invoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The invoice after the provider has reported the payment; null when it was refused.',
      resolve: ({ shown }) => shown?.invoiceId,
      extensions: shownToEveryCaller('in the sandbox anybody plays the customer who pays'),
    }),
  }),
});
