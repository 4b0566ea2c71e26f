import { exportToAccounting } from '../../operations/billing/export-to-accounting.ts';
import { sendEInvoice } from '../../operations/billing/send-e-invoice.ts';
import { builder } from '../builder.ts';
import { defineMutationByHand } from '../mutation.ts';
import { given, initiatorField } from './inputs.ts';

const AccountingCustomer = builder.inputType('AccountingCustomer', {
  description: 'The customer of an invoice, as the accounting system knows it.',
  fields: (t) => ({
    code: t.string({ description: 'The code of the customer in the accounting system.' }),
    name: t.string({ description: 'The full name of the person or organisation that is billed.' }),
    destination: t.field({
      type: 'CountryCode',
      description: 'The country of the customer, which decides about VAT.',
    }),
    vatRegNo: t.string({ description: 'The VAT number of the customer.' }),
  }),
});

const AccountingLine = builder.inputType('AccountingLine', {
  description: 'One line of an invoice for the accounting system.',
  fields: (t) => ({
    productId: t.string({ description: 'The code of the product in the accounting system.' }),
    description: t.string({ description: 'What was sold, in words.' }),
    quantity: t.string({ description: 'How many, as a decimal number in text: "1".' }),
    price: t.string({ description: 'The price of one without VAT, as a decimal number in text: "8.06".' }),
    unit: t.string({ description: 'The unit it is counted in, such as tk.' }),
    startDate: t.field({ type: 'Date', description: 'The first day of the period it is for.' }),
    endDate: t.field({ type: 'Date', description: 'The last day of the period it is for.' }),
  }),
});

const AccountingInvoice = builder.inputType('AccountingInvoice', {
  description: 'An invoice as the accounting system wants it.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'The number of the invoice, such as 10001.' }),
    date: t.field({ type: 'Date', description: 'The day on which it was issued.' }),
    transactionDate: t.field({ type: 'Date', description: 'The day on which it was paid.' }),
    currency: t.string({ description: 'The currency of its amounts, by three letters: EUR.' }),
    language: t.string({
      description: 'The language of the document: ENG for English; Estonian when left out.',
    }),
    vatAmount: t.field({
      type: 'Decimal',
      description: 'The VAT in euros, where the service computes it itself.',
    }),
    totalWithoutVat: t.field({
      type: 'Decimal',
      description: 'The total without VAT in euros, where the service computes it itself.',
    }),
    customer: t.field({
      type: AccountingCustomer,
      required: true,
      description: 'The customer who is billed.',
    }),
    lines: t.field({ type: [AccountingLine], required: true, description: 'What is billed, line by line.' }),
  }),
});

defineMutationByHand(exportToAccounting, {
  input: (t) => ({
    invoices: t.field({
      type: [AccountingInvoice],
      required: true,
      description: 'The invoices to send; those that accounting has already are skipped.',
    }),
    monthly: t.boolean({
      defaultValue: false,
      description: 'true: they are summaries of a month, each sent by itself.',
    }),
    dryRunXml: t.boolean({
      defaultValue: false,
      description: 'true: show the document that would be sent, and send nothing.',
    }),
    initiator: initiatorField(t),
  }),
  translate: ({ invoices, monthly, dryRunXml, initiator }) => ({
    initiator: initiator ?? undefined,
    invoices: invoices.map(({ number, customer, lines, ...rest }) => ({
      ...given(rest),
      number: String(number),
      customer: given(customer),
      lines: lines.map(given),
    })),
    monthly: monthly ?? false,
    xmlOnly: dryRunXml ?? false,
  }),
  show: async (_, value) => value,
  payload: (t) => ({
    numbers: t.intList({
      description: 'The numbers of the invoices that go to accounting.',
      resolve: ({ shown }) => (shown?.numbers ?? []).map(Number),
    }),
    skipped: t.int({
      description: 'How many were left out because they are unknown, in accounting already or named twice.',
      resolve: ({ shown }) => shown?.skipped ?? 0,
    }),
    xml: t.string({
      nullable: true,
      description: 'The document that would be sent, when dryRunXml asked for it; else null.',
      resolve: ({ shown }) => shown?.xml ?? null,
    }),
  }),
});

const EInvoiceParty = builder.inputType('EInvoiceParty', {
  description: 'The seller or the buyer of an e-invoice.',
  fields: (t) => ({
    name: t.string({ description: 'The name of the company or person.' }),
    regNo: t.string({ description: 'The number in the business register.' }),
    vatNo: t.string({ description: 'The VAT number.' }),
    street: t.string({ description: 'The street and house of the address.' }),
    state: t.string({ description: 'The state or county of the address.' }),
    zip: t.string({ description: 'The postal code of the address.' }),
    city: t.string({ description: 'The city or village of the address.' }),
    countryCode: t.field({ type: 'CountryCode', description: 'The country of the address.' }),
    email: t.string({ description: 'The e-mail address.' }),
    iban: t.string({ description: 'The number of the bank account (IBAN).' }),
  }),
});

const EInvoiceHeader = builder.inputType('EInvoiceHeader', {
  description: 'The head of an e-invoice: parties, dates and totals.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'The number of the invoice, such as 10001.' }),
    issueDate: t.field({ type: 'Date', description: 'The day on which it was issued.' }),
    dueDate: t.field({ type: 'Date', description: 'The day until which it has to be paid.' }),
    referenceNumber: t.string({
      description: 'The reference number with which a bank transfer is recognised.',
    }),
    currency: t.string({ description: 'The currency of its amounts, by three letters: EUR.' }),
    total: t.field({ type: 'Decimal', description: 'The total with VAT in euros.' }),
    totalToPay: t.field({ type: 'Decimal', description: 'What is left to pay, in euros.' }),
    vatRate: t.string({ description: 'The rate of VAT in per cent, as text: "24".' }),
    monthly: t.boolean({ description: 'true: it is a summary of a month.' }),
    seller: t.field({
      type: EInvoiceParty,
      required: true,
      description: 'The seller, who sends the invoice.',
    }),
    buyer: t.field({ type: EInvoiceParty, required: true, description: 'The buyer, who gets it.' }),
  }),
});

const EInvoiceItem = builder.inputType('EInvoiceItem', {
  description: 'One line of an e-invoice.',
  fields: (t) => ({
    description: t.string({ description: 'What was sold, in words.' }),
    price: t.string({ description: 'The price of one without VAT, as a decimal number in text: "8.06".' }),
    quantity: t.string({ description: 'How many, as a decimal number in text: "1".' }),
    unit: t.string({ description: 'The unit it is counted in, such as tk.' }),
    subtotal: t.string({ description: 'The sum of the line without VAT, as text: "8.06".' }),
    vatRate: t.string({ description: 'The rate of VAT in per cent, as text: "24".' }),
    vatAmount: t.string({ description: 'The VAT of the line, as text: "1.94".' }),
    total: t.string({ description: 'The sum of the line with VAT, as text: "10.00".' }),
  }),
});

const EInvoiceBalance = builder.inputType('EInvoiceBalance', {
  description: "How the buyer's account with the seller has moved.",
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'The day of the balance.' }),
    begin: t.string({ description: 'The balance at the beginning, as text: "0.00".' }),
    inbound: t.string({ description: 'What came in meanwhile, as text.' }),
    outbound: t.string({ description: 'What went out meanwhile, as text.' }),
    end: t.string({ description: 'The balance at the end, as text.' }),
  }),
});

defineMutationByHand(sendEInvoice, {
  input: (t) => ({
    invoice: t.field({
      type: EInvoiceHeader,
      required: true,
      description: 'The head of the invoice: parties, dates and totals.',
    }),
    items: t.field({ type: [EInvoiceItem], required: true, description: 'What is billed, line by line.' }),
    vatAmount: t.string({ description: 'The VAT of the whole invoice, as text: "1.94".' }),
    subtotal: t.string({ description: 'The sum of the whole invoice without VAT, as text: "8.06".' }),
    payable: t.boolean({
      defaultValue: true,
      description: 'Whether it still has to be paid; true when left out.',
    }),
    balance: t.field({
      type: EInvoiceBalance,
      description: "How the buyer's account has moved; left out of the document when left out here.",
    }),
    initiator: initiatorField(t),
  }),
  translate: ({ invoice, items, payable, balance, vatAmount, subtotal, initiator }) => ({
    initiator: initiator ?? undefined,
    invoice: {
      ...given(invoice),
      number: String(invoice.number),
      seller: given(invoice.seller),
      buyer: given(invoice.buyer),
    },
    items: items.map(given),
    payable: payable ?? true,
    balance: given(balance ?? {}),
    vatAmount: vatAmount ?? undefined,
    subtotal: subtotal ?? undefined,
  }),
  show: async (_, { number }) => number,
  payload: (t) => ({
    number: t.int({
      nullable: true,
      description: 'The number of the invoice, which is on its way; null when it was refused.',
      resolve: ({ shown }) => (shown === null ? null : Number(shown)),
    }),
  }),
});
