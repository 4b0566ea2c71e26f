import { recordBankTransfer } from '../../../registry/operations/billing/record-bank-transfer.ts';
import { defineMutation } from '../mutation.ts';
import { invoiceField, shownInvoice } from './payload.ts';

defineMutation(recordBankTransfer, {
  more: 'The oldest open invoice of that sum is paid with it; if there is none, a paid one is issued.',
  show: shownInvoice,
  payload: invoiceField,
});
