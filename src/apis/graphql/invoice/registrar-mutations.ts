import { z } from 'zod';
import { topUpAccount } from '../../../registry/operations/account/top-up.ts';
import { cancelInvoice } from '../../../registry/operations/billing/cancel-invoice.ts';
import { sendInvoice } from '../../../registry/operations/billing/send-invoice.ts';
import { integer } from '../../../registry/operations/input.ts';
import { lineLists } from '../../../registry/operations/readers/of-invoices.ts';
import { defineMutation } from '../mutation.ts';
import { invoiceAndLink, invoiceField, shownInvoice } from './payload.ts';

const number = integer('The number of the invoice, such as 150005.');

defineMutation(topUpAccount, {
  more: 'The account is credited with the amount, without VAT, once the invoice is paid. A dry run shows VAT, total and due date.',
  show: async (db, value) => {
    const { invoice, ...shown } = await shownInvoice(db, value);
    const [lines = []] = await lineLists(db, [value.invoiceId]);
    return { invoice: invoice && { ...invoice, lines }, ...shown };
  },
  payload: invoiceAndLink,
});

defineMutation(sendInvoice, {
  more: 'At most ten in an hour.',
  input: sendInvoice.input.omit({ invoice: true }).extend({ number }),
  fieldNames: { 'invoice.invoiceNumber': 'number' },
  translate: ({ number, recipient }) => ({ invoice: { invoiceNumber: number }, recipient }),
  show: shownInvoice,
  payload: invoiceField,
});

defineMutation(cancelInvoice, {
  more: 'It can no longer be paid.',
  input: z.object({ number }),
  fieldNames: { invoiceNumber: 'number' },
  translate: ({ number }) => ({ invoiceNumber: number }),
  show: shownInvoice,
  payload: invoiceField,
});
