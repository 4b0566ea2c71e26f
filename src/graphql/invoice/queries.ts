import { listInvoices } from '../../operations/billing/list-invoices.ts';
import { showInvoice } from '../../operations/billing/show-invoice.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import { runQuery } from '../run.ts';
import { DateTimeFilter, DecimalFilter, IntFilter, SortDirection, StringFilter, toFilter } from '../where.ts';
import { InvoiceRef, InvoiceStatusEnum } from './invoice.ts';

const InvoiceStatusFilter = builder.inputType('InvoiceStatusFilter', {
  description:
    'Conditions on how far an invoice has come; all that are given must hold: {in: [UNPAID, OVERDUE]}.',
  fields: (t) => ({
    eq: t.field({ type: InvoiceStatusEnum, description: 'Has exactly this status.' }),
    ne: t.field({ type: InvoiceStatusEnum, description: 'Has any status but this one.' }),
    in: t.field({ type: [InvoiceStatusEnum], description: 'Has one of these statuses.' }),
    notIn: t.field({ type: [InvoiceStatusEnum], description: 'Has none of these statuses.' }),
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
  description: 'Which invoices to list; all conditions that are given must hold.',
  fields: (t) => ({
    and: t.field({ type: [InvoiceWhere], description: 'All of these conditions hold.' }),
    or: t.field({ type: [InvoiceWhere], description: 'One or more of these conditions hold.' }),
    not: t.field({ type: InvoiceWhere, description: 'This condition does not hold.' }),
    number: t.field({ type: IntFilter, description: 'By the invoice number: {gte: 10000}.' }),
    status: t.field({ type: InvoiceStatusFilter, description: 'By how far they have come: {eq: PAID}.' }),
    initiator: t.field({
      type: StringFilter,
      description: 'By the service they belong to: {eq: "auction"}.',
    }),
    description: t.field({ type: StringFilter, description: 'By what they are for: {contains: "deposit"}.' }),
    amount: t.field({
      type: DecimalFilter,
      description: 'By how much is to be paid, in euros: {gte: "100.00"}.',
    }),
    createdAt: t.field({
      type: DateTimeFilter,
      description: 'By when they were made: {gte: "-P30D"} is the last 30 days.',
    }),
    paidAt: t.field({
      type: DateTimeFilter,
      description: 'By when they were paid: {isNull: true} are those that are not.',
    }),
  }),
});

const InvoiceOrderField = builder.enumType('InvoiceOrderField', {
  description: 'The fields by which invoices can be sorted.',
  values: {
    NUMBER: { value: 'number', description: 'By the invoice number, which grows with time.' },
    CREATED_AT: { value: 'createdAt', description: 'By when they were made.' },
  } as const,
});

const InvoiceOrder = builder.inputType('InvoiceOrder', {
  description: 'By which field invoices are sorted, and in which direction.',
  fields: (t) => ({
    field: t.field({ type: InvoiceOrderField, required: true, description: 'The field to sort by.' }),
    direction: t.field({
      type: SortDirection,
      defaultValue: 'ASC',
      description: 'Upwards (ASC) unless told otherwise.',
    }),
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
      number: t.arg.int({ required: true, description: 'The number of the invoice, such as 10001.' }),
      userUniqueId: t.arg.string({
        description:
          'Which invoice, when several reservations share its number: the userUniqueId of the reservation. Left out: the paid one, else the newest.',
      }),
    },
    resolve: (_, { number, userUniqueId }, context) =>
      runQuery(context, showInvoice, { invoiceNumber: number, userUniqueId: userUniqueId ?? undefined }),
  }),
  invoices: t.connection(
    {
      type: InvoiceRef,
      nullable: true,
      description: `${listInvoices.summary} Narrow the list down with where and sort it with orderBy.`,
      args: {
        where: t.arg({
          type: InvoiceWhere,
          description: 'Which invoices; all of your service when left out.',
        }),
        orderBy: t.arg({ type: InvoiceOrder, description: 'How to sort them; newest first when left out.' }),
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
