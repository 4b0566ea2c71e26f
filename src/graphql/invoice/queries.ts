import { listInvoices } from '../../operations/billing/list-invoices.ts';
import { showInvoice } from '../../operations/billing/show-invoice.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import { runQuery } from '../run.ts';
import { DateTimeFilter, DecimalFilter, SortDirection, StringFilter, toFilter } from '../where.ts';
import { InvoiceRef, InvoiceStatusEnum } from './invoice.ts';

const InvoiceStatusFilter = builder.inputType('InvoiceStatusFilter', {
  description: 'Compares where an invoice stands.',
  fields: (t) => ({
    eq: t.field({ type: InvoiceStatusEnum, description: 'Is this.' }),
    ne: t.field({ type: InvoiceStatusEnum, description: 'Is not this.' }),
    in: t.field({ type: [InvoiceStatusEnum], description: 'Is one of these.' }),
    notIn: t.field({ type: [InvoiceStatusEnum], description: 'Is none of these.' }),
  }),
});

const IntFilter = builder.inputType('IntFilter', {
  description: 'Compares a whole number.',
  fields: (t) => ({
    eq: t.int({ description: 'Is exactly this.' }),
    in: t.intList({ description: 'Is one of these.' }),
    gt: t.int({ description: 'Is more.' }),
    gte: t.int({ description: 'Is this or more.' }),
    lt: t.int({ description: 'Is less.' }),
    lte: t.int({ description: 'Is this or less.' }),
  }),
});

interface InvoiceWhereShape {
  and?: InvoiceWhereShape[] | null;
  or?: InvoiceWhereShape[] | null;
  not?: InvoiceWhereShape | null;
  number?: typeof IntFilter.$inferInput | null;
  status?: typeof InvoiceStatusFilter.$inferInput | null;
  initiator?: typeof StringFilter.$inferInput | null;
  description?: typeof StringFilter.$inferInput | null;
  amount?: typeof DecimalFilter.$inferInput | null;
  createdAt?: typeof DateTimeFilter.$inferInput | null;
  paidAt?: typeof DateTimeFilter.$inferInput | null;
}

const InvoiceWhere = builder.inputRef<InvoiceWhereShape>('InvoiceWhere').implement({
  description: 'Which invoices: all conditions given must hold.',
  fields: (t) => ({
    and: t.field({ type: [InvoiceWhere], description: 'All of these hold.' }),
    or: t.field({ type: [InvoiceWhere], description: 'At least one of these holds.' }),
    not: t.field({ type: InvoiceWhere, description: 'This does not hold.' }),
    number: t.field({ type: IntFilter, description: 'By number.' }),
    status: t.field({ type: InvoiceStatusFilter, description: 'By where they stand.' }),
    initiator: t.field({ type: StringFilter, description: 'By the service they belong to.' }),
    description: t.field({ type: StringFilter, description: 'By what they are for.' }),
    amount: t.field({ type: DecimalFilter, description: 'By amount.' }),
    createdAt: t.field({ type: DateTimeFilter, description: 'By the time they were made.' }),
    paidAt: t.field({ type: DateTimeFilter, description: 'By the time they were paid.' }),
  }),
});

const InvoiceOrderField = builder.enumType('InvoiceOrderField', {
  description: 'What invoices can be sorted by.',
  values: {
    NUMBER: { value: 'number', description: 'Number.' },
    CREATED_AT: { value: 'createdAt', description: 'The time they were made.' },
  } as const,
});

const InvoiceOrder = builder.inputType('InvoiceOrder', {
  description: 'How invoices are sorted.',
  fields: (t) => ({
    field: t.field({ type: InvoiceOrderField, required: true, description: 'By what.' }),
    direction: t.field({ type: SortDirection, defaultValue: 'ASC', description: 'Which way.' }),
  }),
});

const kinds = { createdAt: 'moment', paidAt: 'moment', amount: 'money' } as const;

const InvoiceConnection = connectionOf(InvoiceRef, 'invoices');

builder.queryFields((t) => ({
  invoice: t.field({
    type: InvoiceRef,
    nullable: true,
    description: showInvoice.summary,
    args: {
      number: t.arg.int({ required: true, description: 'Its number.' }),
      userUniqueId: t.arg.string({
        description:
          'Which of several reservations that share the number; left out: the paid one, else the newest.',
      }),
    },
    resolve: (_, { number, userUniqueId }, context) =>
      runQuery(context, showInvoice, { invoiceNumber: number, userUniqueId: userUniqueId ?? undefined }),
  }),
  invoices: t.connection(
    {
      type: InvoiceRef,
      nullable: true,
      description: listInvoices.summary,
      args: {
        where: t.arg({ type: InvoiceWhere, description: 'Which ones; all when left out.' }),
        orderBy: t.arg({ type: InvoiceOrder, description: 'Newest first when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context) =>
        connect(context, page, {
          operation: listInvoices,
          filter: toFilter(where, kinds, context),
          sort: orderBy
            ? { field: orderBy.field, descending: orderBy.direction === 'DESC' }
            : { field: 'createdAt', descending: true },
          cursorOf: (row, field) =>
            field === 'number'
              ? { value: String(row.number), id: row.id }
              : instantCursor(row.created_at, row.id),
        }),
    },
    InvoiceConnection,
  ),
}));
