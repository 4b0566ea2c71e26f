import { listInvoices } from '../../operations/billing/list-invoices.ts';
import { showInvoice } from '../../operations/billing/show-invoice.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { runQuery } from '../run.ts';
import { toFilter } from '../where.ts';
import { InvoiceOrder, InvoiceWhere } from './filter-inputs.ts';
import { InvoiceRef } from './type.ts';

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
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
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
