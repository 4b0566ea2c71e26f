import { z } from 'zod';
import { readInstant } from '../../rules/instant.ts';
import { amountInLinks, readAmount } from '../../rules/money/payment-request.ts';
import { isInvoiceStatus } from '../../rules/money/payment-state.ts';
import { insertMissingInvoices, invoicesWithNumbers } from '../../store/billing/invoices.ts';
import { inChunks } from '../../store/driver/lists/chunks.ts';
import { flag, listOf, object, text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { kindOf } from './model/create-invoice.ts';
import { initiatorField } from './model/fields.ts';
import { invoiceChange } from './model/invoice-document.ts';
import { skipNumbers } from './model/invoice-numbers.ts';
import { initiatorFor } from './model/ownership.ts';

const item = object('ImportedInvoice', 'An invoice from a former system.', {
  invoiceNumber: text('The number of the invoice, such as 10001.', 'Int').meta({ named: 'number' }),
  initiator: initiatorField,
  amount: text('How much it was for, in euros.', 'Decimal'),
  status: text('Whether it is paid, unpaid or otherwise closed.', 'InvoiceStatus'),
  inAccounting: flag('Whether the accounting system already has it; false when left out.').optional(),
  eInvoiceSentAt: text('When it was sent as an e-invoice; left out if it was not.', 'DateTime').optional(),
  transactionTime: text('When it was paid; left out if it was not.', 'DateTime').optional(),
});

/**
 * Imports a service's old invoices in one transaction: locks the number counters, skips invoices that are known,
 * named twice or unreadable, and inserts the rest with their history. Their numbers are never issued again, and
 * nobody is notified (docs/rules/billing.md#importing-invoices).
 */
export const importInvoices = defineCommand({
  name: 'invoice.import',
  summary: 'Imports old invoices; those that are known or unreadable are skipped.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    invoices: listOf(item, 'The invoices to import; those that are known already are skipped.'),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX'],
  rest: 'POST /api/v1/import_data/invoice_data',
  graphql: 'Mutation.invoicesImport',
  run: async (context, { invoices }) => {
    const { db, record } = context;
    const read = invoices.map((one) => readItem(context, one)).filter((row) => row !== undefined);
    const byNumber = new Map(read.reverse().map((row) => [row.number, row]));
    // Locks the counters first: no number is issued and imported at the same time.
    await skipNumbers(context, [...byNumber.keys()]);
    for (const known of await invoicesWithNumbers(db, [...byNumber.keys()])) byNumber.delete(known.number);
    let added = 0;
    for (const chunk of inChunks([...byNumber.values()].reverse())) {
      const inserted = await insertMissingInvoices(db, chunk);
      for (const invoice of inserted) record(invoiceChange(undefined, invoice));
      added += inserted.length;
    }
    return { added, skipped: invoices.length - added };
  },
});

function readItem({ actor, now }: OperationContext, one: z.infer<typeof item>) {
  const number = /^[1-9]\d{0,9}$/.test(one.invoiceNumber) ? Number(one.invoiceNumber) : Number.NaN;
  const initiator = initiatorFor(actor, one.initiator);
  const amount = readAmount(one.amount);
  const status = one.status === 'issued' ? 'unpaid' : one.status;
  const eInvoiceSentAt = readInstant(one.eInvoiceSentAt);
  const transactionTime = readInstant(one.transactionTime);
  const isReadable =
    number <= 2_147_483_647 && eInvoiceSentAt !== 'unreadable' && transactionTime !== 'unreadable';
  if (!isReadable || !initiator || amount === undefined || !isInvoiceStatus(status)) return undefined;
  return {
    ...blank,
    number,
    initiator,
    kind: kindOf({ initiator }),
    status,
    amount,
    amount_text: amountInLinks(one.amount, amount),
    paid_at: status === 'paid' || status === 'refunded' ? (transactionTime ?? now) : null,
    transaction_time: transactionTime ?? null,
    // docs/rules/billing.md#importing-invoices.
    exported_to_accounting_at: one.inAccounting ? now : null,
    sent_as_e_invoice_at: eInvoiceSentAt ?? null,
    created_at: now,
    updated_at: now,
  };
}

const blank = {
  user_unique_id: null,
  description: 'prepended',
  reference_number: null,
  customer_name: null,
  customer_email: null,
  custom_field1: null,
  deposit_domain: null,
  deposit_user_uuid: null,
  deposit_user_email: null,
  registrar_id: null,
  payment_reference: null,
  provider_snapshot: null,
  accounting_data: null,
};
