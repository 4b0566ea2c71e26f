import { z } from 'zod';
import { failure, Problems, refuseWith } from '../../../base/errors.ts';
import { cents, fromCents, type Money } from '../../../base/money.ts';
import { amountInLinks, payableAmount } from '../../rules/money/payment-request.ts';
import { isPayable } from '../../rules/money/registrar-invoice.ts';
import { ownersFor } from '../../rules/visibility.ts';
import {
  type Invoice,
  invoiceByNumber,
  lockInvoice,
  lockInvoices,
  parentsOf,
  updateInvoice,
} from '../../store/billing/invoices.ts';
import { text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { whichInvoice } from './model/fields.ts';
import { invoiceChange } from './model/invoice-document.ts';

/**
 * Changes the amount of a service's unpaid invoice, as when its VAT has changed: checks the amount, locks the
 * invoice, and adjusts the bulk payments that contain it (docs/rules/billing.md#changing-an-amount). An earlier link
 * still asks for the old amount, and a payment through it is compared with the new one.
 */
export const updateInvoiceAmount = defineCommand({
  name: 'invoice.update-amount',
  summary: 'Changes the amount of an invoice.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    ...whichInvoice,
    amount: text('The new amount to pay, in euros; more than zero.', 'Decimal'),
  }),
  errors: [
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
  ],
  rest: 'PATCH /api/v1/invoice/update_invoice_data',
  graphql: 'Mutation.invoiceAmountUpdate',
  run: async (context, { invoiceNumber, userUniqueId, amount: text }) => {
    const { db, actor } = context;
    const amount = payableAmount(text);
    const found = await invoiceByNumber(db, invoiceNumber, userUniqueId, ownersFor(actor));
    new Problems()
      .direct(typeof amount === 'string' ? undefined : amount)
      .direct(found ? undefined : failure('OBJECT_DOES_NOT_EXIST', 'Invoice not found'))
      .refuseIfAny();
    if (!found || typeof amount !== 'string') throw new Error('a problem went unnoticed');
    const invoice = await lockInvoice(db, found.id);
    if (invoice.amount === amount) return { invoiceId: invoice.id };
    if (!mayChange(invoice)) return refuseWith(mayNotChange(invoice));
    await write(context, invoice, amount, amountInLinks(text, amount));
    // A bulk payment that contains it asks for the new sum.
    for (const parent of await lockInvoices(db, await parentsOf(db, invoice.id)))
      if (isPayable(parent)) {
        const sum = fromCents(cents(parent.amount) + cents(amount) - cents(invoice.amount));
        await write(context, parent, sum, sum);
      }
    return { invoiceId: invoice.id };
  },
});

/** The amount of a registrar's invoice is the sum of its lines, that of a bulk payment the sum of its invoices. */
const mayChange = (invoice: Invoice): boolean =>
  isPayable(invoice) && !invoice.bulk && invoice.registrar_id === null;

const mayNotChange = ({ number, status }: Invoice) =>
  failure('OBJECT_STATUS_PROHIBITS', `Amount for ${number} wasn't updated; Status ${status}`);

async function write(
  { db, now, record }: OperationContext,
  invoice: Invoice,
  amount: Money,
  amountText: string,
): Promise<void> {
  const changed = await updateInvoice(db, invoice.id, { amount, amount_text: amountText, updated_at: now });
  record(invoiceChange(invoice, changed));
}
