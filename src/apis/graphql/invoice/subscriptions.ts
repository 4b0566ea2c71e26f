import { encodeGlobalID } from '@pothos/plugin-relay';
import { describePermits } from '../../../base/actor.ts';
import { type FollowedInvoice, followInvoice } from '../../../registry/operations/billing/follow-invoice.ts';
import { builder } from '../builder.ts';
import { ChangeKindEnum } from '../domain/subscriptions.ts';
import { dropLoaderCaches } from '../loading.ts';
import { moment } from '../moments.ts';
import { permitted } from '../node-visibility.ts';
import { lastSeen } from '../subscriptions/after.ts';
import { follow } from '../subscriptions/follow.ts';
import { InvoiceRef } from './type.ts';

const InvoiceChangeRef = builder.objectRef<FollowedInvoice>('InvoiceChange').implement({
  description: 'One live change of an invoice.',
  fields: (t) => ({
    id: t.id({
      description:
        'An opaque id of the change, unique over all types: pass it as after to continue from here later.',
      resolve: ({ id }) => encodeGlobalID('InvoiceChange', id),
    }),
    kind: t.expose('event', {
      type: ChangeKindEnum,
      description: 'Whether it was made, changed or deleted.',
    }),
    at: moment(t, 'at', 'When the change was made.'),
    operation: t.exposeString('operation', { description: 'What was done, such as invoice.refund.' }),
    invoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The invoice now; null when you may not see it.',
      resolve: ({ invoice }) => invoice,
    }),
  }),
});

builder.subscriptionField('invoiceChanged', (t) =>
  t.field({
    type: InvoiceChangeRef,
    extensions: permitted(followInvoice.permits),
    description: `Sends every change of an invoice as it happens; with after, first those that you have missed. For ${describePermits(followInvoice.permits)}.`,
    args: {
      number: t.arg.int({ required: true, description: 'The number of the invoice to follow.' }),
      after: t.arg.id({
        description:
          'The id of the last change you have seen: everything later is sent first, so that nothing is missed. Without it, only what happens from now on.',
      }),
    },
    subscribe: async (_, { number, after }, context) =>
      follow(context, {
        topic: 'invoice',
        isNews: (key) => key === String(number),
        operation: followInvoice,
        input: { number },
        after: await lastSeen(context, after, 'InvoiceChange', ['HistoryEntry']),
      }),
    resolve: (change, _, context) => {
      dropLoaderCaches(context);
      return change;
    },
  }),
);
