import { importInvoices } from '../../operations/billing/import-invoices.ts';
import { importReferenceNumbers } from '../../operations/billing/import-reference-numbers.ts';
import { issueInvoiceNumber } from '../../operations/billing/issue-invoice-number.ts';
import { issueMonthlyNumbers } from '../../operations/billing/issue-monthly-numbers.ts';
import { issueReferenceNumber } from '../../operations/billing/issue-reference-number.ts';
import { updateDepositStatus } from '../../operations/billing/update-deposit-status.ts';
import { updateInvoiceStatus } from '../../operations/billing/update-invoice-status.ts';
import { builder } from '../builder.ts';
import { defineMutation, type Payload } from '../mutation.ts';
import { given, initiatorField, whichInvoice } from './inputs.ts';
import { InvoiceStatusEnum } from './invoice.ts';
import { invoiceField, shownInvoice } from './payload.ts';

defineMutation('invoiceNumberIssue', {
  operation: issueInvoiceNumber,
  translate: () => ({}),
  show: async (_, value) => value,
  payload: (t) => ({
    invoiceNumber: t.int({
      nullable: true,
      description: 'A number that nobody else is given.',
      resolve: ({ shown }) => shown?.invoiceNumber ?? null,
    }),
  }),
});

defineMutation('monthlyInvoiceNumbersIssue', {
  operation: issueMonthlyNumbers,
  input: (t) => ({ count: t.int({ required: true, description: 'How many, 1 to 1000.' }) }),
  translate: ({ count }) => ({ count }),
  show: async (_, value) => value,
  payload: (t) => ({
    invoiceNumbers: t.intList({
      description: 'Numbers that nobody else is given; all that were asked for, or none.',
      resolve: ({ shown }) => [...(shown?.invoiceNumbers ?? [])],
    }),
  }),
});

defineMutation('referenceNumberIssue', {
  operation: issueReferenceNumber,
  input: (t) => ({
    owner: t.string({ description: 'Whose reference number it is.' }),
    email: t.string({ description: 'Where the owner is reached.' }),
    initiator: initiatorField(t),
  }),
  translate: given,
  show: async (_, value) => value,
  payload: (t) => ({
    referenceNumber: t.string({
      nullable: true,
      description: 'A reference number that nobody else is given.',
      resolve: ({ shown }) => shown?.referenceNumber ?? null,
    }),
  }),
});

const DepositStatusEnum = builder.enumType('DepositStatus', {
  description: 'Where an auction deposit stands.',
  values: {
    PAID: { value: 'paid', description: 'It was paid.' },
    PREPAYMENT: { value: 'prepayment', description: 'It waits for payment.' },
    RETURNED: { value: 'returned', description: 'It was given back.' },
  } as const,
});

defineMutation('depositStatusUpdate', {
  operation: updateDepositStatus,
  input: (t) => ({
    domainName: t.field({ type: 'DomainName', description: 'The domain at auction; needed with userUuid.' }),
    userUuid: t.string({ description: 'Who bids; needed with domainName.' }),
    invoiceNumber: t.int({ description: "The deposit's invoice, instead of domain and bidder." }),
    status: t.field({
      type: DepositStatusEnum,
      required: true,
      description: 'Where the deposit stands now.',
    }),
  }),
  translate: given,
  show: shownInvoice,
  payload: invoiceField,
});

defineMutation('invoiceStatusUpdate', {
  operation: updateInvoiceStatus,
  input: (t) => ({
    ...whichInvoice(t),
    status: t.field({ type: InvoiceStatusEnum, required: true, description: 'Where it stands now.' }),
  }),
  translate: given,
  show: shownInvoice,
  payload: invoiceField,
});

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;
type Counted = { readonly added: number; readonly skipped: number };

const counts = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<Counted>>) => ({
  added: t.int({ description: 'How many were new.', resolve: ({ shown }) => shown?.added ?? 0 }),
  skipped: t.int({
    description: 'How many were known or not usable.',
    resolve: ({ shown }) => shown?.skipped ?? 0,
  }),
});

const ImportedInvoice = builder.inputType('ImportedInvoice', {
  description: 'An invoice from before.',
  fields: (t) => ({
    invoiceNumber: t.int({ required: true, description: 'Its number.' }),
    amount: t.field({ type: 'Decimal', required: true, description: 'How much it was for.' }),
    status: t.field({ type: InvoiceStatusEnum, required: true, description: 'Where it stands.' }),
    inAccounting: t.boolean({ description: 'Whether accounting has it already.' }),
    eInvoiceSentAt: t.field({ type: 'DateTime', description: 'When it was sent as an e-invoice.' }),
    transactionTime: t.field({ type: 'DateTime', description: 'When it was paid.' }),
    initiator: initiatorField(t),
  }),
});

defineMutation('invoicesImport', {
  operation: importInvoices,
  input: (t) => ({
    invoices: t.field({ type: [ImportedInvoice], required: true, description: 'Known ones are skipped.' }),
  }),
  translate: ({ invoices }) => ({
    invoices: invoices.map(({ invoiceNumber, amount, status, ...rest }) => ({
      invoiceNumber: String(invoiceNumber),
      amount,
      status,
      initiator: rest.initiator ?? undefined,
      inAccounting: rest.inAccounting ?? undefined,
      eInvoiceSentAt: rest.eInvoiceSentAt?.toISOString(),
      transactionTime: rest.transactionTime?.toISOString(),
    })),
  }),
  show: async (_, value) => value,
  payload: counts,
});

const ImportedReference = builder.inputType('ImportedReference', {
  description: 'A reference number from before.',
  fields: (t) => ({
    referenceNumber: t.string({ required: true, description: 'The number.' }),
    owner: t.string({ description: 'Whose it is.' }),
    initiator: initiatorField(t),
  }),
});

defineMutation('referenceNumbersImport', {
  operation: importReferenceNumbers,
  input: (t) => ({
    references: t.field({
      type: [ImportedReference],
      required: true,
      description: 'Known ones are skipped.',
    }),
  }),
  translate: ({ references }) => ({ references: references.map(given) }),
  show: async (_, value) => value,
  payload: counts,
});
