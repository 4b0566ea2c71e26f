import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import { type Money, shortest } from '../../../base/money.ts';
import { paymentLinkOf } from '../../../registry/operations/billing/model/payment-link.ts';
import { isReceived } from '../../../registry/operations/billing/model/printed-invoice.ts';
import type { Invoice, InvoiceLine } from '../../../registry/operations/readers/shown.ts';
import {
  addressOf,
  countedLine,
  countryOf,
  type InvoiceParty,
  isCancellable,
} from '../../../registry/rules/money/registrar-invoice.ts';
import type { RestCall } from '../route.ts';
import { amount, day, flag, moment, named, number, orNull, text } from '../shapes.ts';

const shared = {
  id: number('The id of the invoice', 159),
  number: number('Its number', 150040),
  paid: flag('Whether it was paid'),
  payable: flag('Whether it can still be paid'),
  payment_link: orNull(text('The link to pay it', 'https://pay.example/lp?...')),
  receipt_date: orNull(day('When it was paid')),
  cancellable: flag('Whether it can still be cancelled'),
  due_date: day('When it is due'),
  total: amount('The amount to be paid, with VAT', '124.0'),
  recipient: orNull(text('The present address for invoices', 'billing@alpha.example')),
  monthly_invoice: flag('Whether it is a monthly summary'),
};
export const simpleShape = named(
  'SimpleInvoice',
  z.object({ ...shared, cancelled: flag('Whether it was cancelled') }),
);

const orNothing = (what: string, example: string) => orNull(text(what, example));
const partyShape = z.object({
  name: orNothing('Its name', 'Alpha Domains'),
  reg_no: orNothing('Its registration number', '12345678'),
  address: text('Street, city, state, zip', 'Pikk 1, Tallinn'),
  country: orNothing('Its country', 'Estonia'),
  phone: orNothing('Its phone number', '+372.5555555'),
  url: orNothing('Its web site', 'https://alpha.example'),
  email: orNothing('Its e-mail address', 'billing@alpha.example'),
});
const sellerShape = partyShape.extend({
  iban: orNothing('Its bank account', 'EE382200221020145685'),
  bank: orNothing('Its bank', 'A bank'),
  swift: orNothing("Its bank's code", 'HABAEE2X'),
  vat_no: orNothing('Its VAT number', 'EE100000000'),
  contact_name: orNothing('The contact person', 'Billing'),
});
const itemShape = z.object({
  description: text('What it is for', 'prepayment'),
  unit: text('What is counted', 'piece'),
  quantity: number('How many', 1),
  price: amount('What one costs', '100.0'),
  sum_without_vat: amount('What all cost', '100.0'),
  vat_amount: amount('The VAT on it', '24.0'),
  total: amount('Both together', '124.0'),
});
/** A line of a monthly summary, with numbers. */
const summaryItemShape = z.object({
  description: text('What was bought', '.ee registration: 1 year'),
  product_id: orNull(text('Which product', 'EE')).optional(),
  quantity: z.int32().optional(),
  unit: z.string().optional(),
  price: z.number().optional(),
  duration_in_years: z.int32().optional(),
});
export const fullShape = named(
  'Invoice',
  z.object({
    ...shared,
    issue_date: day('When it was issued'),
    cancelled_at: orNull(moment('When it was cancelled')),
    subtotal: amount('The amount to be credited, without VAT', '100.0'),
    vat_amount: amount('The VAT', '24.0'),
    vat_rate: amount('The VAT in percent', '24.0'),
    description: orNothing("The registrar's note", 'for May'),
    reference_no: orNothing('The reference number for a bank transfer', '1000010'),
    created_at: moment('When it was created'),
    updated_at: moment('When it last changed'),
    currency: text('Always EUR', 'EUR'),
    seller: sellerShape,
    buyer: partyShape,
    items: z.array(z.union([itemShape, summaryItemShape])).meta({ description: 'Its lines' }),
  }),
);

/** The data of an invoice besides its row. */
export interface InvoiceContext {
  readonly recipient: string | null;
  readonly calendar: Calendar;
  readonly links: RestCall['links'];
}

function sharedView(invoice: Invoice, { recipient, calendar, links }: InvoiceContext) {
  // A summary requests no money, so it counts as not payable although nothing is due.
  const payable = isCancellable(invoice);
  return {
    id: invoice.id,
    number: invoice.number,
    paid: isReceived(invoice),
    payable,
    payment_link: payable ? paymentLinkOf(links, invoice) : null,
    receipt_date: isReceived(invoice) && invoice.paid_at ? calendar.dateOf(invoice.paid_at) : null,
    cancellable: payable,
    due_date: invoice.due_date ?? calendar.dateOf(invoice.created_at),
    total: shortest(invoice.amount),
    recipient,
    monthly_invoice: invoice.kind === 'monthly_summary',
  };
}

export const simpleView = (invoice: Invoice, context: InvoiceContext): z.infer<typeof simpleShape> => ({
  ...sharedView(invoice, context),
  cancelled: invoice.status === 'cancelled',
});

export function fullView(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  context: InvoiceContext,
): z.infer<typeof fullShape> {
  const { calendar } = context;
  const view = sharedView(invoice, context);
  return {
    ...view,
    issue_date: invoice.issue_date ?? calendar.dateOf(invoice.created_at),
    cancelled_at: invoice.cancelled_at && calendar.format(invoice.cancelled_at),
    subtotal: shortest(invoice.subtotal ?? invoice.amount),
    vat_amount: shortest(invoice.vat_amount ?? ('0.00' as Money)),
    vat_rate: shortest((invoice.vat_rate ?? '0.00') as Money),
    description: invoice.description || null,
    reference_no: invoice.reference_number,
    created_at: calendar.format(invoice.created_at),
    updated_at: calendar.format(invoice.updated_at),
    currency: 'EUR',
    seller: sellerView(invoice.seller ?? {}),
    buyer: partyView(invoice.buyer ?? {}),
    items: view.monthly_invoice
      ? [{ description: invoice.description }, ...lines.map(summaryItem)]
      : lines.map((line) => item(line, invoice.vat_rate ?? '0.00')),
  };
}

const partyView = (party: InvoiceParty): z.infer<typeof partyShape> => ({
  name: party.name ?? null,
  reg_no: party.regNo ?? null,
  address: addressOf(party),
  country: countryOf(party),
  phone: party.phone ?? null,
  url: party.url ?? null,
  email: party.email ?? null,
});

const sellerView = (party: InvoiceParty): z.infer<typeof sellerShape> => ({
  ...partyView(party),
  iban: party.iban ?? null,
  bank: party.bank ?? null,
  swift: party.swift ?? null,
  vat_no: party.vatNo ?? null,
  contact_name: party.contactName ?? null,
});

function item(line: InvoiceLine, vatRate: string): z.infer<typeof itemShape> {
  const { description, unit, quantity, price, sum, vat, total } = countedLine(line, vatRate);
  return {
    description,
    unit,
    quantity,
    price: shortest(price as Money),
    sum_without_vat: shortest(sum as Money),
    vat_amount: shortest(vat as Money),
    total: shortest(total as Money),
  };
}

const summaryItem = (line: InvoiceLine): z.infer<typeof summaryItemShape> => ({
  product_id: line.product_id,
  quantity: line.quantity,
  unit: line.unit,
  price: Number(line.price),
  ...(line.years !== null && { duration_in_years: line.years }),
  description: line.description,
});
