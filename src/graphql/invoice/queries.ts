import type { Cursor, Sort } from '../../core/filter.ts';
import { listInvoices } from '../../operations/billing/list-invoices.ts';
import { showInvoice } from '../../operations/billing/show-invoice.ts';
import type { Invoice } from '../../operations/readers/shown.ts';
import { overdueDays } from '../../rules/money/payment-state.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import type { Context } from '../context.ts';
import { key, offerGroups } from '../groups.ts';
import { sortBy } from '../order.ts';
import { runQuery } from '../run.ts';
import { toFilter } from '../where.ts';
import { InvoiceOrder, InvoiceWhere } from './filter-inputs.ts';
import { InvoiceOverdueEnum, InvoiceRef, InvoiceStatusEnum } from './type.ts';

const InvoiceConnection = connectionOf(InvoiceRef, 'invoices');

offerGroups(InvoiceConnection, 'Invoice', {
  many: 'invoices',
  amounts: 'what is to be paid',
  keys: {
    STATUS: key(InvoiceStatusEnum, 'How far they have come.'),
    INITIATOR: key('String', 'The service they belong to.'),
    CREATED_AT: key('moment', 'When they were made.'),
    PAID_AT: key('moment', 'When they were paid.'),
    OVERDUE: key(InvoiceOverdueEnum, 'How long they have been overdue.'),
  },
});

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
          description: 'Which invoices; all of yours when left out.',
        }),
        orderBy: t.arg({ type: InvoiceOrder, description: 'How to sort them; newest first when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listInvoices,
          filter: toFilter(where, InvoiceWhere, context),
          sort: nullsLast(sortBy(orderBy, { field: 'createdAt', descending: true })),
          cursorOf: (row, field) => cursorOf(row, field, context),
        }),
    },
    InvoiceConnection,
  ),
}));

/** Invoices without such a day or moment come last in both directions. */
const nullsLast = (sort: Sort): Sort =>
  sort.field === 'paidAt' || sort.field === 'dueOn' ? { ...sort, nulls: 'last' } : sort;

function cursorOf(invoice: Invoice, field: string, { calendar, clock }: Context): Cursor {
  const { id, number, amount, paid_at, due_date, created_at } = invoice;
  if (field === 'overdueDays') return { value: String(overdueDays(invoice, calendar, clock.now())), id };
  if (field === 'number') return { value: String(number), id };
  if (field === 'amount') return { value: amount, id };
  if (field === 'createdAt') return instantCursor(created_at, id);
  return { value: field === 'dueOn' ? due_date : (paid_at?.toISOString() ?? null), id };
}
