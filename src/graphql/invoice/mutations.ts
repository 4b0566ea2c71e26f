import { cancelNameInvoices } from '../../operations/billing/cancel-name-invoices.ts';
import { importInvoices } from '../../operations/billing/import-invoices.ts';
import { importReferenceNumbers } from '../../operations/billing/import-reference-numbers.ts';
import { issueInvoiceNumber } from '../../operations/billing/issue-invoice-number.ts';
import { issueMonthlyNumbers } from '../../operations/billing/issue-monthly-numbers.ts';
import { issueReferenceNumber } from '../../operations/billing/issue-reference-number.ts';
import { updateDepositStatus } from '../../operations/billing/update-deposit-status.ts';
import { updateInvoiceAmount } from '../../operations/billing/update-invoice-amount.ts';
import { updateInvoiceStatus } from '../../operations/billing/update-invoice-status.ts';
import { builder, type Types } from '../builder.ts';
import { defineMutationByHand, type Payload } from '../mutation.ts';
import { given, initiatorField, whichInvoice } from './inputs.ts';
import { invoiceField, shownInvoice } from './payload.ts';
import { InvoiceStatusEnum } from './type.ts';

defineMutationByHand(issueInvoiceNumber, {
  translate: () => ({}),
  show: async (_, value) => value,
  payload: (t) => ({
    invoiceNumber: t.int({
      nullable: true,
      description: 'The next free number, which nobody else is given; null when it was refused.',
      resolve: ({ shown }) => shown?.invoiceNumber ?? null,
    }),
  }),
});

defineMutationByHand(issueMonthlyNumbers, {
  input: (t) => ({
    count: t.int({ required: true, description: 'How many numbers are needed, 1 to 1000.' }),
  }),
  translate: ({ count }) => ({ count }),
  show: async (_, value) => value,
  payload: (t) => ({
    invoiceNumbers: t.intList({
      description:
        'As many numbers as were asked for, which nobody else is given; empty when it was refused.',
      resolve: ({ shown }) => [...(shown?.invoiceNumbers ?? [])],
    }),
  }),
});

defineMutationByHand(issueReferenceNumber, {
  input: (t) => ({
    owner: t.string({ description: 'Whose reference number it will be, in words of yours.' }),
    email: t.string({ description: 'The e-mail address of the owner.' }),
    initiator: initiatorField(t),
  }),
  translate: given,
  show: async (_, value) => value,
  payload: (t) => ({
    referenceNumber: t.string({
      nullable: true,
      description:
        'A new reference number of seven digits, the last of which checks the others; null when it was refused.',
      resolve: ({ shown }) => shown?.referenceNumber ?? null,
    }),
  }),
});

const DepositStatusEnum = builder.enumType('DepositStatus', {
  description: 'How far an auction deposit has come.',
  values: {
    PAID: { value: 'paid', description: 'The deposit was paid.' },
    PREPAYMENT: { value: 'prepayment', description: 'The deposit waits to be paid.' },
    RETURNED: { value: 'returned', description: 'The deposit was given back to the bidder.' },
  } as const,
});

defineMutationByHand(updateDepositStatus, {
  input: (t) => ({
    domainName: t.field({
      type: 'DomainName',
      description: 'The name of the domain at auction; with userUuid it says which deposit.',
    }),
    userUuid: t.string({
      description: 'The id of the bidder, a UUID; with domainName it says which deposit.',
    }),
    invoiceNumber: t.int({
      description: "The number of the deposit's invoice, instead of domain and bidder.",
    }),
    status: t.field({
      type: DepositStatusEnum,
      required: true,
      description: 'How far the deposit has come now.',
    }),
  }),
  translate: given,
  show: shownInvoice,
  payload: invoiceField,
});

defineMutationByHand(updateInvoiceStatus, {
  input: (t) => ({
    ...whichInvoice(t),
    status: t.field({ type: InvoiceStatusEnum, required: true, description: 'How far it has come now.' }),
  }),
  translate: given,
  show: shownInvoice,
  payload: invoiceField,
});

defineMutationByHand(updateInvoiceAmount, {
  more: 'A link that was given out before asks for the old amount, which does not pay it any more when it is less.',
  input: (t) => ({
    ...whichInvoice(t),
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'How much is to be paid from now on, in euros; more than zero.',
    }),
  }),
  translate: given,
  show: shownInvoice,
  payload: invoiceField,
});

defineMutationByHand(cancelNameInvoices, {
  more: 'What is paid stays paid.',
  input: (t) => ({
    domainName: t.field({ type: 'DomainName', required: true, description: 'The name that was reserved.' }),
    userUniqueId: t.string({
      required: true,
      description: 'The user unique id that the reservation was answered with.',
    }),
  }),
  translate: given,
  show: async (_, value) => value,
  payload: (t) => ({
    cancelled: t.int({
      nullable: true,
      description: 'How many invoices are cancelled by this; null when it was refused.',
      resolve: ({ shown }) => shown?.cancelled ?? null,
    }),
  }),
});

type Counted = { readonly added: number; readonly skipped: number };

const counts = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<Counted>>) => ({
  added: t.int({
    description: 'How many of them were new and are kept now.',
    resolve: ({ shown }) => shown?.added ?? 0,
  }),
  skipped: t.int({
    description: 'How many of them were known already or not usable.',
    resolve: ({ shown }) => shown?.skipped ?? 0,
  }),
});

const ImportedInvoice = builder.inputType('ImportedInvoice', {
  description: 'An invoice of a system that was used before.',
  fields: (t) => ({
    invoiceNumber: t.int({ required: true, description: 'The number of the invoice, such as 10001.' }),
    amount: t.field({ type: 'Decimal', required: true, description: 'How much it was for, in euros.' }),
    status: t.field({ type: InvoiceStatusEnum, required: true, description: 'How far it has come.' }),
    inAccounting: t.boolean({
      description: 'Whether the accounting system has it already; no when left out.',
    }),
    eInvoiceSentAt: t.field({
      type: 'DateTime',
      description: 'When it was sent as an e-invoice; never when left out.',
    }),
    transactionTime: t.field({ type: 'DateTime', description: 'When it was paid; not when left out.' }),
    initiator: initiatorField(t),
  }),
});

defineMutationByHand(importInvoices, {
  input: (t) => ({
    invoices: t.field({
      type: [ImportedInvoice],
      required: true,
      description: 'The invoices to import; those that are known already are skipped.',
    }),
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
  description: 'A reference number of a system that was used before.',
  fields: (t) => ({
    referenceNumber: t.string({
      required: true,
      description: 'The reference number: 2 to 20 digits, the last of which checks the others.',
    }),
    owner: t.string({ description: 'Whose reference number it is, in words of yours.' }),
    initiator: initiatorField(t),
  }),
});

defineMutationByHand(importReferenceNumbers, {
  input: (t) => ({
    references: t.field({
      type: [ImportedReference],
      required: true,
      description: 'The reference numbers to import; those that are known already are skipped.',
    }),
  }),
  translate: ({ references }) => ({ references: references.map(given) }),
  show: async (_, value) => value,
  payload: counts,
});
