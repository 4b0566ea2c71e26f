import { z } from 'zod';
import { refuseWith } from '../../core/errors.ts';
import { randomHex } from '../../core/secrets.ts';
import { against } from '../../rules/money/payment-request.ts';
import { invoicesWithNumbers } from '../../store/billing/invoices.ts';
import { defineCommand } from '../operation.ts';
import { invoiceNumber } from './export-to-accounting.ts';
import { exportInitiator } from './model/export-initiator.ts';

const text = z.string().optional();
const party = z.object({
  name: text,
  regNo: text,
  vatNo: text,
  street: text,
  state: text,
  zip: text,
  city: text,
  countryCode: text,
  email: text,
  iban: text,
});

/** rules/money/e-invoice.ts `EInvoiceRequest`. */
export const eInvoiceRequest = z.object({
  invoice: z.object({
    number: z.string().min(1),
    issueDate: text,
    dueDate: text,
    referenceNumber: text,
    currency: text,
    total: text,
    totalToPay: text,
    vatRate: text,
    monthly: z.boolean().optional(),
    seller: party,
    buyer: party,
  }),
  items: z
    .array(
      z.object({
        description: text,
        price: text,
        quantity: text,
        unit: text,
        subtotal: text,
        vatRate: text,
        vatAmount: text,
        total: text,
      }),
    )
    .readonly(),
  vatAmount: text,
  subtotal: text,
  payable: z.boolean(),
  balance: z.object({ date: text, begin: text, inbound: text, outbound: text, end: text }),
});

/**
 * Sends an invoice to the e-invoicing operator (docs/rules/billing.md#e-invoices) through the outbox. The
 * service knows invoices that we do not, such as monthly ones; it may not send another service's invoice.
 */
export const sendEInvoice = defineCommand({
  name: 'invoice.send-as-e-invoice',
  summary: 'Sends an invoice to the e-invoicing operator.',
  permits: ['billing', 'operator'],
  scope: 'WRITE',
  needs: 'E_INVOICING',
  input: eInvoiceRequest.extend({ initiator: z.string().optional() }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_POLICY'],
  rest: 'POST /api/v1/e_invoice/e_invoice',
  graphql: 'Mutation.invoiceSendAsEInvoice',
  run: async ({ db, now, calendar, actor, enqueue }, { initiator: named, ...request }) => {
    const initiator = exportInitiator(actor, named);
    const number = invoiceNumber(request.invoice.number);
    const known = number === undefined ? [] : await invoicesWithNumbers(db, [number]);
    if (known.length > 0 && !known.some((invoice) => invoice.initiator === initiator))
      refuseWith(against('invoice', 'belongs to another service'));
    enqueue({
      kind: 'e-invoice',
      subject: request.invoice.number,
      payload: { initiator, request, file: { fileId: randomHex(10), date: calendar.dateOf(now) } },
    });
    return { number: request.invoice.number };
  },
});
