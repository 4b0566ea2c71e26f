import { listPaymentDisagreements } from '../../operations/billing/list-payment-disagreements.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { toFilter } from '../where.ts';
import { PaymentDisagreementWhere } from './inputs.ts';
import { PaymentDisagreementConnection, PaymentDisagreementRef } from './type.ts';

builder.queryField('paymentDisagreements', (t) =>
  t.connection(
    {
      type: PaymentDisagreementRef,
      nullable: true,
      description: `${listPaymentDisagreements.summary} Newest first.`,
      args: {
        where: t.arg({
          type: PaymentDisagreementWhere,
          description: 'Which disagreements; all of them, open and closed, when left out.',
        }),
      },
      resolve: (_, { where, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listPaymentDisagreements,
          filter: toFilter(where, PaymentDisagreementWhere, context),
          sort: { field: 'raisedAt', descending: true },
          cursorOf: (row) => instantCursor(row.raised_at, row.id),
        }),
    },
    PaymentDisagreementConnection,
  ),
);
