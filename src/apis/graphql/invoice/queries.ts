import { listInvoices } from '../../../registry/operations/billing/list-invoices.ts';
import { showInvoice } from '../../../registry/operations/billing/show-invoice.ts';
import { overdueDays } from '../../../registry/rules/money/payment-state.ts';
import { builder } from '../builder.ts';
import { listQuery } from '../list.ts';
import { runQuery } from '../run.ts';
import { InvoiceRef, invoices } from './type.ts';

builder.queryFields((t) => ({
  invoice: t.field({
    type: InvoiceRef,
    nullable: true,
    description: showInvoice.summary,
    args: {
      number: t.arg.int({ required: true, description: 'The number of the invoice, such as 10001.' }),
      userUniqueId: t.arg.string({
        description:
          'Which invoice, when several reservations share its number: the userUniqueId of the reservation. When left out, the paid one, or else the newest.',
      }),
    },
    resolve: (_, { number, userUniqueId }, context) =>
      runQuery(context, showInvoice, { invoiceNumber: number, userUniqueId: userUniqueId ?? undefined }),
  }),
}));

listQuery('invoices', invoices, {
  operation: listInvoices,
  description: `${listInvoices.summary} Narrow the list down with where and sort it with orderBy.`,
  where: 'Which invoices; all of yours when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'createdAt', descending: true },
  nullsLast: ['paidAt', 'dueOn'],
  cursorOf: (row, field, { calendar, clock }) =>
    field === 'overdueDays'
      ? { value: String(overdueDays(row, calendar, clock.now())), id: row.id }
      : undefined,
});
