import { describePermits } from '../../../core/actor.ts';
import { followInvoice } from '../../../registry/operations/billing/follow-invoice.ts';
import { builder } from '../builder.ts';
import { permitted } from '../node-visibility.ts';
import { dropLoaderCaches, follow } from '../subscriptions/follow.ts';
import { InvoiceRef } from './type.ts';

builder.subscriptionField('invoiceChanged', (t) =>
  t.field({
    type: InvoiceRef,
    extensions: permitted(followInvoice.permits),
    description: `Sends the invoice each time it changes, from now on. For ${describePermits(followInvoice.permits)}.`,
    args: { number: t.arg.int({ required: true, description: 'The number of the invoice to follow.' }) },
    subscribe: (_, { number }, context) =>
      follow(context, {
        topic: 'invoice',
        isNews: (key) => key === String(number),
        operation: followInvoice,
        input: { number },
        after: null,
      }),
    resolve: ({ invoice }, _, context) => {
      dropLoaderCaches(context);
      return invoice;
    },
  }),
);
