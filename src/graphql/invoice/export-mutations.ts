import { exportToAccounting } from '../../operations/billing/export-to-accounting.ts';
import { sendEInvoice } from '../../operations/billing/send-e-invoice.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { given, initiatorField } from './inputs.ts';

const AccountingCustomer = builder.inputType('AccountingCustomer', {
  description: 'Who is billed, as accounting knows it.',
  fields: (t) => ({
    code: t.string({ description: 'Its code in accounting.' }),
    name: t.string({ description: 'Its name.' }),
    destination: t.field({ type: 'CountryCode', description: 'Its country.' }),
    vatRegNo: t.string({ description: 'Its VAT number.' }),
  }),
});

const AccountingLine = builder.inputType('AccountingLine', {
  description: 'One line of an invoice for accounting.',
  fields: (t) => ({
    productId: t.string({ description: 'The product in accounting.' }),
    description: t.string({ description: 'What it is.' }),
    quantity: t.string({ description: 'How many.' }),
    price: t.string({ description: 'Unit price without VAT.' }),
    unit: t.string({ description: 'Of what.' }),
    startDate: t.field({ type: 'Date', description: 'When its period begins.' }),
    endDate: t.field({ type: 'Date', description: 'When its period ends.' }),
  }),
});

const AccountingInvoice = builder.inputType('AccountingInvoice', {
  description: 'An invoice for accounting.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Its number.' }),
    date: t.field({ type: 'Date', description: 'When it was issued.' }),
    transactionDate: t.field({ type: 'Date', description: 'When it was paid.' }),
    currency: t.string({ description: 'Usually EUR.' }),
    language: t.string({ description: 'ENG, or nothing for Estonian.' }),
    vatAmount: t.field({ type: 'Decimal', description: 'VAT, where the service counts it itself.' }),
    totalWithoutVat: t.field({
      type: 'Decimal',
      description: 'Total without VAT, where the service counts it itself.',
    }),
    customer: t.field({ type: AccountingCustomer, required: true, description: 'Who is billed.' }),
    lines: t.field({ type: [AccountingLine], required: true, description: 'For what.' }),
  }),
});

defineMutation('invoicesExportToAccounting', {
  operation: exportToAccounting,
  input: (t) => ({
    invoices: t.field({ type: [AccountingInvoice], required: true, description: 'Which invoices.' }),
    monthly: t.boolean({ defaultValue: false, description: 'They are summaries of a month.' }),
    dryRunXml: t.boolean({ defaultValue: false, description: 'Only show the document; send nothing.' }),
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
    numbers: t.stringList({
      description: 'What goes to accounting.',
      resolve: ({ shown }) => [...(shown?.numbers ?? [])],
    }),
    skipped: t.int({
      description: 'How many are unknown, there already or named twice.',
      resolve: ({ shown }) => shown?.skipped ?? 0,
    }),
    xml: t.string({
      nullable: true,
      description: 'The document, when only that was asked for.',
      resolve: ({ shown }) => shown?.xml ?? null,
    }),
  }),
});

const EInvoiceParty = builder.inputType('EInvoiceParty', {
  description: 'Seller or buyer of an e-invoice.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.' }),
    regNo: t.string({ description: 'Its registration number.' }),
    vatNo: t.string({ description: 'Its VAT number.' }),
    street: t.string({ description: 'Street.' }),
    state: t.string({ description: 'State or county.' }),
    zip: t.string({ description: 'Postal code.' }),
    city: t.string({ description: 'City.' }),
    countryCode: t.field({ type: 'CountryCode', description: 'Country.' }),
    email: t.string({ description: 'Where it is reached.' }),
    iban: t.string({ description: 'Its bank account.' }),
  }),
});

const EInvoiceHeader = builder.inputType('EInvoiceHeader', {
  description: 'An invoice for the e-invoicing operator.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Its number.' }),
    issueDate: t.field({ type: 'Date', description: 'When it was issued.' }),
    dueDate: t.field({ type: 'Date', description: 'When it has to be paid.' }),
    referenceNumber: t.string({ description: 'The reference number of its payer.' }),
    currency: t.string({ description: 'Usually EUR.' }),
    total: t.field({ type: 'Decimal', description: 'Total with VAT.' }),
    totalToPay: t.field({ type: 'Decimal', description: 'What is left to pay.' }),
    vatRate: t.string({ description: 'VAT in per cent.' }),
    monthly: t.boolean({ description: 'It is a summary of a month.' }),
    seller: t.field({ type: EInvoiceParty, required: true, description: 'Who sells.' }),
    buyer: t.field({ type: EInvoiceParty, required: true, description: 'Who buys.' }),
  }),
});

const EInvoiceItem = builder.inputType('EInvoiceItem', {
  description: 'One line of an e-invoice.',
  fields: (t) => ({
    description: t.string({ description: 'What it is.' }),
    price: t.string({ description: 'Unit price.' }),
    quantity: t.string({ description: 'How many.' }),
    unit: t.string({ description: 'Of what.' }),
    subtotal: t.string({ description: 'Sum without VAT.' }),
    vatRate: t.string({ description: 'VAT in per cent.' }),
    vatAmount: t.string({ description: 'VAT.' }),
    total: t.string({ description: 'Sum with VAT.' }),
  }),
});

const EInvoiceBalance = builder.inputType('EInvoiceBalance', {
  description: "The buyer's balance with the seller.",
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'On which day.' }),
    begin: t.string({ description: 'At the beginning.' }),
    inbound: t.string({ description: 'What came in.' }),
    outbound: t.string({ description: 'What went out.' }),
    end: t.string({ description: 'At the end.' }),
  }),
});

defineMutation('invoiceSendAsEInvoice', {
  operation: sendEInvoice,
  input: (t) => ({
    invoice: t.field({ type: EInvoiceHeader, required: true, description: 'The invoice.' }),
    items: t.field({ type: [EInvoiceItem], required: true, description: 'Its lines.' }),
    vatAmount: t.string({ description: 'VAT in all.' }),
    subtotal: t.string({ description: 'Sum without VAT.' }),
    payable: t.boolean({ defaultValue: true, description: 'Whether it still has to be paid.' }),
    balance: t.field({ type: EInvoiceBalance, description: "The buyer's balance." }),
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
    number: t.string({
      nullable: true,
      description: 'The invoice that is on its way.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
