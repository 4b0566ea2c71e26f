import { cancelNameInvoices } from '../../../registry/operations/billing/cancel-name-invoices.ts';
import { importInvoices } from '../../../registry/operations/billing/import-invoices.ts';
import { importReferenceNumbers } from '../../../registry/operations/billing/import-reference-numbers.ts';
import { issueInvoiceNumber } from '../../../registry/operations/billing/issue-invoice-number.ts';
import { issueMonthlyNumbers } from '../../../registry/operations/billing/issue-monthly-numbers.ts';
import { issueReferenceNumber } from '../../../registry/operations/billing/issue-reference-number.ts';
import { updateDepositStatus } from '../../../registry/operations/billing/update-deposit-status.ts';
import { updateInvoiceAmount } from '../../../registry/operations/billing/update-invoice-amount.ts';
import { updateInvoiceStatus } from '../../../registry/operations/billing/update-invoice-status.ts';
import { enumOf } from '../enum-of.ts';
import { measure } from '../measures.ts';
import { defineMutation, type PayloadFields } from '../mutation.ts';
import { result } from '../payload.ts';
import { invoiceField, shownInvoice } from './payload.ts';

defineMutation(issueInvoiceNumber, {
  show: async (_, { invoiceNumber }) => invoiceNumber,
  payload: result('number', 'Int', 'The next free number, reserved for you', measure('KEY')),
});

defineMutation(issueMonthlyNumbers, {
  show: async (_, value) => value,
  payload: (t) => ({
    numbers: t.intList({
      extensions: measure('KEY'),
      description: 'The requested numbers, reserved for you; empty when it was refused.',
      resolve: ({ shown }) => [...(shown?.invoiceNumbers ?? [])],
    }),
  }),
});

defineMutation(issueReferenceNumber, {
  show: async (_, { referenceNumber }) => referenceNumber,
  payload: result(
    'referenceNumber',
    'String',
    'A new reference number of seven digits, the last of which checks the others',
  ),
});

enumOf('DepositStatus', 'The status of an auction deposit.', {
  paid: 'The deposit was paid.',
  prepayment: 'The deposit waits to be paid.',
  returned: 'The deposit was refunded to the bidder.',
});

defineMutation(updateDepositStatus, { show: shownInvoice, payload: invoiceField });

defineMutation(updateInvoiceStatus, {
  input: updateInvoiceStatus.input.omit({ shouldNotifyOwner: true }),
  translate: (input) => input,
  show: shownInvoice,
  payload: invoiceField,
});

defineMutation(updateInvoiceAmount, {
  more: 'An earlier link still asks for the old amount, which no longer pays the invoice if it is smaller.',
  show: shownInvoice,
  payload: invoiceField,
});

defineMutation(cancelNameInvoices, {
  more: 'What is paid stays paid.',
  show: async (_, { cancelled }) => cancelled,
  payload: result('cancelled', 'Int', 'How many invoices are cancelled by this', measure('COUNT')),
});

type Counted = { readonly added: number; readonly skipped: number };

const counts = (t: PayloadFields<Counted>) => ({
  added: t.int({
    extensions: measure('COUNT'),
    description: 'How many of them were new and are kept now.',
    resolve: ({ shown }) => shown?.added ?? 0,
  }),
  skipped: t.int({
    extensions: measure('COUNT'),
    description: 'How many of them were known already or not usable.',
    resolve: ({ shown }) => shown?.skipped ?? 0,
  }),
});

defineMutation(importInvoices, { show: async (_, value) => value, payload: counts });

defineMutation(importReferenceNumbers, { show: async (_, value) => value, payload: counts });
