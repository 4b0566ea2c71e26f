import { lineLists } from '../../../registry/operations/readers/of-invoices.ts';
import { overdueDays } from '../../../registry/rules/money/payment-state.ts';
import {
  addressOf,
  type CountedLine,
  countedLine,
  type InvoiceParty,
  isCancellable,
  isPayable,
} from '../../../registry/rules/money/registrar-invoice.ts';
import { builder } from '../builder.ts';
import { currency } from '../currency.ts';
import { batched } from '../loading.ts';
import { measure } from '../measures.ts';
import { InvoiceRef } from './type.ts';

const InvoicePartyRef = builder.objectRef<InvoiceParty>('InvoiceParty').implement({
  description: 'The seller or buyer at the time the invoice was issued; what was not known then is null.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Its full name.' }),
    regNo: t.exposeString('regNo', { nullable: true, description: 'Its number in its business register.' }),
    vatNumber: t.exposeString('vatNo', {
      nullable: true,
      description: 'Its VAT number; null when it has none.',
    }),
    address: t.string({
      nullable: true,
      description: 'Street, city, state and postal code.',
      resolve: (party) => addressOf(party) || null,
    }),
    countryCode: t.field({
      type: 'CountryCode',
      nullable: true,
      description: 'Its country, which decides the VAT.',
      resolve: ({ countryCode }) => countryCode ?? null,
    }),
    email: t.exposeString('email', { nullable: true, description: 'Its e-mail address.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Its phone number.' }),
    url: t.exposeString('url', { nullable: true, description: 'The address of its web site.' }),
    iban: t.exposeString('iban', { nullable: true, description: 'Its bank account.' }),
    bank: t.exposeString('bank', { nullable: true, description: 'The name of its bank.' }),
    swift: t.exposeString('swift', { nullable: true, description: 'The code of its bank.' }),
    contactName: t.exposeString('contactName', {
      nullable: true,
      description: 'The contact person for the invoice.',
    }),
  }),
});

const InvoiceLineRef = builder.objectRef<CountedLine>('InvoiceLine').implement({
  description: 'A line of an invoice: what was bought, how many and at which price.',
  fields: (t) => ({
    description: t.exposeString('description', { description: 'A description of what was bought.' }),
    unit: t.exposeString('unit', { description: 'The unit in which the quantity is counted.' }),
    quantity: t.exposeInt('quantity', {
      extensions: measure('COUNT'),
      description: 'The quantity; -1 where a summary deducts the prepayment.',
    }),
    price: t.expose('price', {
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
      description: 'The unit price, in euros without VAT.',
    }),
    amount: t.expose('sum', {
      type: 'Decimal',
      extensions: measure('AMOUNT', 'EUR'),
      description: 'The price of the whole quantity, in euros without VAT.',
    }),
    currency: currency(t),
  }),
});

const lines = batched(lineLists);

builder.objectFields(InvoiceRef, (t) => ({
  overdueDays: t.int({
    extensions: measure('DURATION', 'DAYS'),
    description:
      'How many days it is overdue, counted from dueOn or from two weeks after it was created; 0 when it is paid, cancelled or not due yet.',
    resolve: (invoice, _, { calendar, clock }) => overdueDays(invoice, calendar, clock.now()),
  }),
  lines: t.field({
    type: [InvoiceLineRef],
    description: "Its lines; empty unless it is a registrar's.",
    resolve: async ({ id, vat_rate, lines: shown }, _, context) =>
      (shown ?? (await lines(context).load(id))).map((line) => countedLine(line, vat_rate ?? '0.00')),
  }),
  buyer: t.field({
    type: InvoicePartyRef,
    nullable: true,
    description: "The buyer; null unless it is a registrar's invoice.",
    resolve: ({ buyer }) => buyer,
  }),
  seller: t.field({
    type: InvoicePartyRef,
    nullable: true,
    description: "The seller; null unless it is a registrar's invoice.",
    resolve: ({ seller }) => seller,
  }),
  payable: t.boolean({ description: 'Whether it can still be paid.', resolve: isPayable }),
  cancellable: t.boolean({
    description: 'Whether its registrar can still cancel it.',
    resolve: isCancellable,
  }),
  pdfUrl: t.string({
    nullable: true,
    description:
      "The address from which its registrar fetches it as a PDF, with the same credentials; null unless it is a registrar's.",
    resolve: ({ id, seller }, _, { container }) =>
      seller ? `${container.address.publicUrl}/registry/v1/invoices/${id}/download` : null,
  }),
}));
