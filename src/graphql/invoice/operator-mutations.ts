import { recordBankTransfer } from '../../operations/billing/record-bank-transfer.ts';
import { defineMutation } from '../mutation.ts';
import { invoiceField, shownInvoice } from './payload.ts';

defineMutation(recordBankTransfer, {
  more: 'The oldest open invoice of that sum is paid with it; where there is none, one is issued that is paid at once.',
  show: shownInvoice,
  payload: invoiceField,
});
