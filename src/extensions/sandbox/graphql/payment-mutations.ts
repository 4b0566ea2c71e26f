import { enumOf } from '../../../apis/graphql/enum-of.ts';
import { InvoiceRef } from '../../../apis/graphql/invoice/type.ts';
import { defineMutation } from '../../../apis/graphql/mutation.ts';
import { shownToEveryCaller } from '../../../apis/graphql/node-visibility.ts';
import { type Completion, completePaymentAtProvider } from '../complete-payment.ts';

enumOf<Completion>('SandboxPaymentOutcome', "The outcomes of a payment at the sandbox's payment provider.", {
  settled: 'The customer has paid.',
  failed: "The customer's bank refused.",
  abandoned: 'The customer left without paying.',
  voided: 'It was cancelled before any money moved.',
  refunded: 'The money was given back to the customer.',
  chargebacked: "The customer's bank took the money back.",
  sent_for_processing: 'The bank has not decided yet.',
});

defineMutation(completePaymentAtProvider, {
  // A dry run asks nobody, so that the invoice stays as it is.
  show: async (_, { invoiceId, ...completed }, __, ___, { isDryRun }) => ({
    ...completed,
    invoiceId: isDryRun ? null : invoiceId,
  }),
  // The provider's call comes back through the route that the real one uses (docs/rules/product.md#stand-ins).
  afterwards: async ({ callbackId }, { container }) => {
    await container.standIns?.sendCallback(callbackId);
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
      description:
        'The invoice after the provider has reported the payment; null when it was refused, and in a dry run.',
      resolve: ({ shown }) => shown?.invoiceId,
      extensions: shownToEveryCaller('in the sandbox anybody plays the customer who pays'),
    }),
  }),
});
