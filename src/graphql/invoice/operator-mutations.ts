import { recordBankTransfer } from '../../operations/billing/record-bank-transfer.ts';
import { defineMutationByHand } from '../mutation.ts';
import { given } from './inputs.ts';
import { invoiceField, shownInvoice } from './payload.ts';

defineMutationByHand(recordBankTransfer, {
  more: 'The oldest open invoice of that sum is paid with it; where there is none, one is issued that is paid at once.',
  input: (t) => ({
    referenceNumber: t.string({
      description: 'The reference number that the transfer carries; left out: the first in its description.',
    }),
    sum: t.field({ type: 'Decimal', required: true, description: 'How many euros came.' }),
    description: t.string({ required: true, description: 'What the payer wrote.' }),
    receivedAt: t.field({ type: 'DateTime', required: true, description: 'When the bank received it.' }),
    bankReference: t.string({
      required: true,
      description: "The bank's own reference of the transfer, which is credited once.",
    }),
  }),
  translate: ({ receivedAt, ...input }) => ({ ...given(input), receivedAt: receivedAt.toISOString() }),
  show: shownInvoice,
  payload: invoiceField,
});
