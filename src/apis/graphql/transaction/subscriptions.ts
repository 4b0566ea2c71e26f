import { describePermits } from '../../../base/actor.ts';
import { followTransactions } from '../../../registry/operations/account/follow-transactions.ts';
import { builder } from '../builder.ts';
import { dropLoaderCaches } from '../loading.ts';
import { permitted } from '../node-visibility.ts';
import { lastSeen } from '../subscriptions/after.ts';
import { follow } from '../subscriptions/follow.ts';
import { TransactionRef } from './type.ts';

builder.subscriptionField('transactionPosted', (t) =>
  t.field({
    type: TransactionRef,
    extensions: permitted(followTransactions.permits),
    description: `Sends every charge and credit on your account as it is posted, with the balance after it; with after, first those that you have missed. For ${describePermits(followTransactions.permits)}. An access token needs the scope BILLING.`,
    args: {
      after: t.arg.id({
        description:
          'The id of the last transaction you have seen: everything later is sent first, so that nothing is missed. Without it, only what comes from now on.',
      }),
    },
    subscribe: async (_, { after }, context) =>
      follow(context, {
        topic: 'account',
        isNews: (key) => context.actor.kind === 'registrar' && key === String(context.actor.registrarId),
        operation: followTransactions,
        input: {},
        after: await lastSeen(context, after, 'Transaction'),
      }),
    resolve: (transaction, _, context) => {
      dropLoaderCaches(context);
      return transaction;
    },
  }),
);
