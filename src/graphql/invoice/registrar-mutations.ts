import { topUpAccount } from '../../operations/account/top-up.ts';
import { cancelInvoice } from '../../operations/billing/cancel-invoice.ts';
import { sendInvoice } from '../../operations/billing/send-invoice.ts';
import { defineMutationByHand } from '../mutation.ts';
import { given } from './inputs.ts';
import { readLines } from './paper-fields.ts';
import { invoiceAndLink, invoiceField, shownInvoice } from './payload.ts';

defineMutationByHand(topUpAccount, {
  more: 'The account is credited with the amount, without VAT, once the invoice is paid. A dry run tells VAT, total and due date.',
  input: (t) => ({
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'By how many euros the balance shall grow; VAT is added to it.',
    }),
    description: t.string({ description: 'A note of yours that is printed on the invoice.' }),
  }),
  translate: given,
  show: async (db, value, context) => {
    await readLines(context, db, value.invoiceId);
    return shownInvoice(db, value);
  },
  payload: invoiceAndLink,
});

defineMutationByHand(sendInvoice, {
  more: 'At most ten in an hour.',
  input: (t) => ({
    number: t.int({ required: true, description: 'The number of the invoice, such as 150005.' }),
    recipient: t.string({ required: true, description: 'The one e-mail address it is sent to.' }),
  }),
  fieldNames: { 'invoice.invoiceNumber': 'number' },
  translate: ({ number, recipient }) => ({ invoice: { invoiceNumber: number }, recipient }),
  show: shownInvoice,
  payload: invoiceField,
});

defineMutationByHand(cancelInvoice, {
  more: 'Nobody can pay it any more.',
  input: (t) => ({
    number: t.int({ required: true, description: 'The number of the invoice, such as 150005.' }),
  }),
  fieldNames: { invoiceNumber: 'number' },
  translate: ({ number }) => ({ invoiceNumber: number }),
  show: shownInvoice,
  payload: invoiceField,
});
