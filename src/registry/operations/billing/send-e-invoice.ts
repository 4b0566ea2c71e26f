import { z } from 'zod';
import { refuseWith } from '../../../base/errors.ts';
import { randomHex } from '../../../base/secrets.ts';
import { invalid } from '../../rules/money/payment-request.ts';
import { invoicesWithNumbers } from '../../store/billing/invoices.ts';
import { flag, listOf, object, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { invoiceNumber } from './export-to-accounting.ts';
import { exportInitiator } from './model/export-initiator.ts';
import { initiatorField } from './model/fields.ts';

const word = (description: string, scalar?: string) => text(description, scalar).optional();

const party = object('EInvoiceParty', 'The seller or the buyer of an e-invoice.', {
  name: word('The name of the company or person.'),
  regNo: word('The number in the business register.'),
  vatNo: word('The VAT number.'),
  street: word('The street and house of the address.'),
  state: word('The state or county of the address.'),
  zip: word('The postal code of the address.'),
  city: word('The city or village of the address.'),
  countryCode: word('The country of the address.', 'CountryCode'),
  email: word('The e-mail address.'),
  iban: word('The number of the bank account (IBAN).'),
});

const header = object('EInvoiceHeader', 'The header of an e-invoice: parties, dates and totals.', {
  number: z.string().min(1).meta({ description: 'The number of the invoice, such as 10001.', scalar: 'Int' }),
  issueDate: word('The day on which it was issued.', 'Date'),
  dueDate: word('The day by which it has to be paid.', 'Date'),
  referenceNumber: word('The reference number with which a bank transfer is recognised.'),
  currency: word('The currency of its amounts as a three-letter code: EUR.'),
  total: word('What it is for in all, with VAT, in euros.', 'Decimal').meta({ named: 'amount' }),
  totalToPay: word('What is left to pay, in euros.', 'Decimal').meta({ named: 'amountToPay' }),
  vatRate: word('The rate of VAT in per cent: "24.00".', 'Decimal'),
  monthly: flag('true: it is a summary of a month.').optional(),
  seller: party.meta({ description: 'The seller, who sends the invoice.' }),
  buyer: party.meta({ description: 'The buyer, who gets it.' }),
});

const item = object('EInvoiceItem', 'One line of an e-invoice.', {
  description: word('A description of what was sold.'),
  price: word('The price of one without VAT, as a decimal number in text: "8.06".'),
  quantity: word('The quantity, as a decimal number in text: "1".'),
  unit: word('The unit it is counted in, such as tk.'),
  subtotal: word('The price of the line without VAT, as text: "8.06".'),
  vatRate: word('The rate of VAT in per cent: "24.00".', 'Decimal'),
  vatAmount: word('The VAT of the line, as text: "1.94".'),
  total: word('The price of the line with VAT, as text: "10.00".').meta({ named: 'amount' }),
});

const balance = object('EInvoiceBalance', "The movements on the buyer's account with the seller.", {
  date: word('The day of the balance.', 'Date'),
  begin: word('The balance at the beginning, as text: "0.00".'),
  inbound: word('The sum of the payments into the account meanwhile, as text.'),
  outbound: word('The sum of the payments out of the account meanwhile, as text.'),
  end: word('The balance at the end, as text.'),
});

/** rules/money/e-invoice.ts `EInvoiceRequest`. */
export const eInvoiceRequest = z.object({
  invoice: header.meta({ description: 'The header of the invoice: parties, dates and totals.' }),
  items: listOf(item, 'What is billed, line by line.').readonly(),
  vatAmount: word('The VAT of the whole invoice, as text: "1.94".'),
  subtotal: word('The sum of the whole invoice without VAT, as text: "8.06".'),
  payable: flag('Whether it still has to be paid; true when left out.').default(true),
  balance: balance
    .meta({
      description: "The movements on the buyer's account; not part of the document when left out.",
    })
    .default({}),
});

/**
 * Sends a service's invoice to the e-invoicing operator through the outbox, and refuses one that belongs to another
 * service. The invoice need not be known here, because services also send invoices of their own, such as monthly ones
 * (docs/rules/billing.md#e-invoices).
 */
export const sendEInvoice = defineCommand({
  name: 'invoice.send-as-e-invoice',
  summary: 'Sends an invoice to the e-invoicing operator.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  needs: 'E_INVOICING',
  input: eInvoiceRequest.extend({ initiator: initiatorField }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_POLICY'],
  rest: 'POST /api/v1/e_invoice/e_invoice',
  graphql: 'Mutation.invoiceSendAsEInvoice',
  run: async ({ db, now, calendar, actor, enqueue }, { initiator: named, ...request }) => {
    const initiator = exportInitiator(actor, named);
    const number = invoiceNumber(request.invoice.number);
    const known = number === undefined ? [] : await invoicesWithNumbers(db, [number]);
    if (known.length > 0 && !known.some((invoice) => invoice.initiator === initiator))
      refuseWith(invalid('invoice', 'belongs to another service'));
    enqueue({
      kind: 'e-invoice',
      subject: request.invoice.number,
      payload: { initiator, request, file: { fileId: randomHex(10), date: calendar.dateOf(now) } },
    });
    return { number: request.invoice.number };
  },
});
