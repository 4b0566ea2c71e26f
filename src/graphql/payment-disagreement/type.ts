import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { constantCase } from '../../core/text.ts';
import {
  type DisagreementKind,
  disagreementKinds,
  readDisagreement,
} from '../../operations/billing/model/disagreements.ts';
import { paymentsReferenced } from '../../operations/readers/of-invoices.ts';
import type { Payment, PaymentDisagreement } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import type { Context } from '../context.ts';
import { InvoiceRef, PaymentRef } from '../invoice/type.ts';

const kinds = Object.entries(disagreementKinds) as [DisagreementKind, string][];

export const KindEnum = builder.enumType('PaymentDisagreementKind', {
  description:
    'The ways in which what the payment provider says and what the registry has written down can differ.',
  values: Object.fromEntries(
    kinds.map(([kind, description]) => [constantCase(kind), { value: kind, description }]),
  ) as Record<string, { value: DisagreementKind; description: string }>,
});

const payments = createContextCache(
  ({ database }: Context) =>
    new DataLoader<string, Payment | null>((references) => paymentsReferenced(database.db, references)),
);

export const PaymentDisagreementRef = builder
  .objectRef<PaymentDisagreement>('PaymentDisagreement')
  .implement({
    description:
      'A case in which what the payment provider says and what the registry has written down differ. Nothing moves until a person has looked at it.',
    fields: (t) => ({
      id: t.exposeInt('id', {
        description: 'The number of the case, as paymentDisagreementResolve takes it.',
      }),
      kind: t.field({
        type: KindEnum,
        description: 'In which way the two differ.',
        resolve: ({ kind }) => readDisagreement(kind).kind,
      }),
      about: t.string({
        nullable: true,
        description:
          'More exactly: the event that was reported, or the number of the invoice that could not be paid; null when there is no more to say.',
        resolve: ({ kind }) => readDisagreement(kind).about,
      }),
      paymentReference: t.exposeString('payment_reference', {
        description: 'The reference of the payment at the provider.',
      }),
      payment: t.field({
        type: PaymentRef,
        nullable: true,
        description: 'What the provider said of the payment last; null when its word was not kept.',
        resolve: ({ payment_reference }, _, context) => payments(context).load(payment_reference),
      }),
      invoice: t.field({
        type: InvoiceRef,
        nullable: true,
        description: 'The invoice it is about, if that is known.',
        resolve: ({ invoice_id }) => invoice_id,
      }),
      details: t.field({
        type: 'JSON',
        description: 'What the provider reported and what the registry had at that time, as an object.',
        resolve: ({ details }) => details,
      }),
      raisedAt: t.field({
        type: 'DateTime',
        description: 'When the difference was first seen.',
        resolve: ({ raised_at }, _, { calendar }) => calendar.format(raised_at),
      }),
      resolvedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When somebody has dealt with it; null while it is open.',
        resolve: ({ resolved_at }, _, { calendar }) => resolved_at && calendar.format(resolved_at),
      }),
      resolvedBy: t.exposeString('resolved_by', {
        nullable: true,
        description: 'Who has dealt with it; null while it is open.',
      }),
      note: t.exposeString('note', {
        nullable: true,
        description: 'What was done about it, in words; null when nobody has said.',
      }),
    }),
  });

export const PaymentDisagreementConnection = connectionOf(PaymentDisagreementRef, 'disagreements');
