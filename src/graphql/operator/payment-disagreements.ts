import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import {
  type DisagreementKind,
  disagreementKinds,
  readDisagreement,
} from '../../operations/billing/disagreements.ts';
import { listPaymentDisagreements } from '../../operations/billing/list-payment-disagreements.ts';
import { resolvePaymentDisagreement } from '../../operations/billing/resolve-payment-disagreement.ts';
import {
  disagreementsById,
  type Payment,
  type PaymentDisagreement,
  paymentsByReference,
} from '../../store/payments.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import type { Context } from '../context.ts';
import { InvoiceRef, PaymentRef } from '../invoice/invoice.ts';
import { defineMutation } from '../mutation.ts';
import { DateTimeFilter, StringFilter, toFilter } from '../where.ts';

const kinds = Object.entries(disagreementKinds) as [DisagreementKind, string][];
const enumName = (kind: string): string => kind.replace(/[A-Z]/g, '_$&').toUpperCase();

const KindEnum = builder.enumType('PaymentDisagreementKind', {
  description: "How the payment provider's word and our books differ.",
  values: Object.fromEntries(
    kinds.map(([kind, description]) => [enumName(kind), { value: kind, description }]),
  ) as Record<string, { value: DisagreementKind; description: string }>,
});

const payments = createContextCache(
  ({ database }: Context) =>
    new DataLoader<string, Payment | null>(async (references) => {
      const rows = await paymentsByReference(database.db, references);
      return references.map((reference) => rows.find((row) => row.reference === reference) ?? null);
    }),
);

const PaymentDisagreementRef = builder.objectRef<PaymentDisagreement>('PaymentDisagreement').implement({
  description: "Where the payment provider's word and our books differ. Nothing moves until a person looks.",
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Its number, by which paymentDisagreementResolve knows it.' }),
    kind: t.field({
      type: KindEnum,
      description: 'What differs.',
      resolve: ({ kind }) => readDisagreement(kind).kind,
    }),
    about: t.string({
      nullable: true,
      description: 'The event that was reported, or the number of the child that could not be paid.',
      resolve: ({ kind }) => readDisagreement(kind).about,
    }),
    paymentReference: t.exposeString('payment_reference', { description: 'The payment at the provider.' }),
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
      description: 'What was told and what we had, at the time.',
      resolve: ({ details }) => details,
    }),
    raisedAt: t.field({
      type: 'DateTime',
      description: 'When it was first seen.',
      resolve: ({ raised_at }, _, { calendar }) => calendar.format(raised_at),
    }),
    resolvedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was dealt with; null while it is open.',
      resolve: ({ resolved_at }, _, { calendar }) => resolved_at && calendar.format(resolved_at),
    }),
    resolvedBy: t.exposeString('resolved_by', { nullable: true, description: 'Who dealt with it.' }),
    note: t.exposeString('note', { nullable: true, description: 'What was done about it.' }),
  }),
});

const KindFilter = builder.inputType('PaymentDisagreementKindFilter', {
  description: 'Compares what differs.',
  fields: (t) => ({
    eq: t.field({ type: KindEnum, description: 'Is this.' }),
    in: t.field({ type: [KindEnum], description: 'Is one of these.' }),
    notIn: t.field({ type: [KindEnum], description: 'Is none of these.' }),
  }),
});

const PaymentDisagreementWhere = builder.inputType('PaymentDisagreementWhere', {
  description: 'Which disagreements: all conditions given must hold.',
  fields: (t) => ({
    kind: t.field({ type: KindFilter, description: 'By what differs.' }),
    paymentReference: t.field({ type: StringFilter, description: 'By the payment at the provider.' }),
    raisedAt: t.field({ type: DateTimeFilter, description: 'By the time they were first seen.' }),
    resolvedAt: t.field({
      type: DateTimeFilter,
      description: 'By the time they were dealt with; {isNull: true} for those that are open.',
    }),
  }),
});

const PaymentDisagreementConnection = connectionOf(PaymentDisagreementRef, 'disagreements');

builder.queryField('paymentDisagreements', (t) =>
  t.connection(
    {
      type: PaymentDisagreementRef,
      nullable: true,
      description: `${listPaymentDisagreements.summary} Newest first.`,
      args: {
        where: t.arg({ type: PaymentDisagreementWhere, description: 'Which ones; all when left out.' }),
      },
      resolve: (_, { where, ...page }, context) =>
        connect(context, page, {
          operation: listPaymentDisagreements,
          filter: toFilter(where, { raisedAt: 'moment', resolvedAt: 'moment' }, context),
          sort: { field: 'raisedAt', descending: true },
          cursorOf: (row) => instantCursor(row.raised_at, row.id),
        }),
    },
    PaymentDisagreementConnection,
  ),
);

defineMutation('paymentDisagreementResolve', {
  operation: resolvePaymentDisagreement,
  input: (t) => ({
    id: t.int({ required: true, description: 'The number of the disagreement.' }),
    note: t.string({ description: 'What was done about it.' }),
  }),
  translate: ({ id, note }) => ({ id, note: note ?? undefined }),
  show: async (db, { id }) => (await disagreementsById(db, [id]))[0] ?? null,
  payload: (t) => ({
    paymentDisagreement: t.field({
      type: PaymentDisagreementRef,
      nullable: true,
      description: 'The disagreement as it is now.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
