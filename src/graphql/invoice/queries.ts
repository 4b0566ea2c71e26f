import { listInvoices } from '../../operations/billing/list-invoices.ts';
import { showInvoice } from '../../operations/billing/show-invoice.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import { DateTimeFilter, DecimalFilter, enumFilter, IntFilter, StringFilter } from '../filters.ts';
import { orderInput, sortBy } from '../order.ts';
import { runQuery } from '../run.ts';
import { toFilter, whereInput } from '../where.ts';
import { InvoiceRef, InvoiceStatusEnum } from './invoice.ts';

const InvoiceStatusFilter = enumFilter('InvoiceStatusFilter', InvoiceStatusEnum, {
  description:
    'Conditions on how far an invoice has come; all that are given must hold: {in: [UNPAID, OVERDUE]}.',
  verb: 'Has',
  one: 'status',
  many: 'statuses',
});

const InvoiceWhere = whereInput(
  'InvoiceWhere',
  'Which invoices to list; all conditions that are given must hold.',
  {
    number: [IntFilter, 'By the invoice number: {gte: 10000}.'],
    status: [InvoiceStatusFilter, 'By how far they have come: {eq: PAID}.'],
    initiator: [StringFilter, 'By the service they belong to: {eq: "auction"}.'],
    description: [StringFilter, 'By what they are for: {contains: "deposit"}.'],
    amount: [DecimalFilter, 'By how much is to be paid, in euros: {gte: "100.00"}.'],
    createdAt: [DateTimeFilter, 'By when they were made: {gte: "-P30D"} is the last 30 days.'],
    paidAt: [DateTimeFilter, 'By when they were paid: {isNull: true} are those that are not.'],
  },
);

const InvoiceOrder = orderInput('Invoice', 'invoices', {
  NUMBER: { value: 'number', description: 'By the invoice number, which grows with time.' },
  CREATED_AT: { value: 'createdAt', description: 'By when they were made.' },
});

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
          filter: toFilter(where, InvoiceWhere, context),
          sort: sortBy(orderBy, { field: 'createdAt', descending: true }),
          cursorOf: (row, field) =>
            field === 'number'
              ? { value: String(row.number), id: row.id }
              : instantCursor(row.created_at, row.id),
        }),
    },
    InvoiceConnection,
  ),
}));
