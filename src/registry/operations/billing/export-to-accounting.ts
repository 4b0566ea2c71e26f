import { z } from 'zod';
import type { Initiator } from '../../../base/actor.ts';
import { accountingXml } from '../../documents/accounting-xml.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import {
  type AccountingItem,
  accountingInvoice,
  accountingSchema,
} from '../../rules/money/accounting-invoice.ts';
import { invoicesWithNumbers } from '../../store/billing/invoices.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { flag, listOf, object, text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { exportInitiator } from './model/export-initiator.ts';
import { initiatorField } from './model/fields.ts';

const word = (description: string, scalar?: string) => text(description, scalar).optional();

export const accountingItem = object(
  'AccountingInvoice',
  'An invoice in the form that the accounting system expects.',
  {
    number: text('The number of the invoice, such as 10001.', 'Int'),
    date: word('The day on which it was issued.', 'Date'),
    transactionDate: word('The day on which it was paid.', 'Date'),
    currency: word('The currency of its amounts as a three-letter code: EUR.'),
    language: word('The language of the document: ENG for English; Estonian when left out.'),
    vatAmount: word('The VAT in euros, where the service computes it itself.', 'Decimal'),
    totalWithoutVat: word(
      'The amount without VAT in euros, where the service computes it itself.',
      'Decimal',
    ).meta({ named: 'subtotal' }),
    customer: object('AccountingCustomer', 'The customer of an invoice in the accounting system.', {
      code: word('The code of the customer in the accounting system.'),
      name: word('The full name of the person or organisation that is billed.'),
      destination: word('The country of the customer, which decides the VAT.', 'CountryCode'),
      vatRegNo: word('The VAT number of the customer.'),
    }).meta({ description: 'The customer who is billed.' }),
    lines: listOf(
      object('AccountingLine', 'One line of an invoice for the accounting system.', {
        productId: word('The code of the product in the accounting system.'),
        description: word('A description of what was sold.'),
        quantity: word('The quantity, as a decimal number in text: "1".'),
        price: word('The price of one without VAT, as a decimal number in text: "8.06".'),
        unit: word('The unit it is counted in, such as tk.'),
        startDate: word('The first day of the period it is for.', 'Date'),
        endDate: word('The last day of the period it is for.', 'Date'),
      }),
      'What is billed, line by line.',
    ).readonly(),
  },
);

/**
 * Exports a service's invoices to the accounting system: skips receipts that are unknown, named twice or already
 * exported, and puts the rest into the outbox, receipts together and monthly summaries one by one. The outbox sends
 * them and marks those that were accepted (docs/rules/billing.md#accounting).
 */
export const exportToAccounting = defineCommand({
  name: 'invoice.export-to-accounting',
  summary: 'Sends invoices to the accounting system.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  needs: 'ACCOUNTING',
  input: z.object({
    initiator: initiatorField,
    invoices: listOf(accountingItem, 'The invoices to send; those that accounting already has are skipped.'),
    monthly: flag('true: they are monthly summaries, each sent separately.').default(false),
    xmlOnly: flag('true: show the document that would be sent, and send nothing.')
      .default(false)
      .meta({ named: 'dryRunXml' }),
  }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_POLICY'],
  rest: 'POST /api/v1/directo/directo',
  graphql: 'Mutation.invoicesExportToAccounting',
  run: async (context, { initiator: named, invoices, monthly, xmlOnly }) => {
    const { db, actor } = context;
    const initiator = exportInitiator(actor, named);
    const items = unique(invoices);
    const wanted = monthly ? items : await notYetExported(db, initiator, items);
    if (!xmlOnly) enqueueExports(context, initiator, monthly, wanted);
    const settings = await registrySettings(db);
    return {
      numbers: wanted.map(({ number }) => number),
      skipped: invoices.length - wanted.length,
      xml: xmlOnly ? accountingDocument(wanted, initiator, monthly, settings) : null,
    };
  },
});

export function accountingDocument(
  items: readonly AccountingItem[],
  initiator: string,
  monthly: boolean,
  { accountingPaymentTerm, accountingSalesAgent }: RegistrySettings,
): string {
  const schema = accountingSchema(initiator, monthly);
  const settings = { paymentTerm: accountingPaymentTerm, salesAgent: accountingSalesAgent };
  return accountingXml(items.map((item) => accountingInvoice(item, schema, settings)));
}

/** The service's own invoices that the accounting system does not have yet. */
export async function notYetExported<T extends { readonly number: string }>(
  db: Db,
  initiator: Initiator,
  items: readonly T[],
): Promise<T[]> {
  const numbers = items.map(({ number }) => invoiceNumber(number)).filter((number) => number !== undefined);
  const waiting = new Set(
    (await invoicesWithNumbers(db, numbers))
      .filter((invoice) => invoice.initiator === initiator && invoice.exported_to_accounting_at === null)
      .map(({ number }) => number),
  );
  return items.filter(({ number }) => waiting.has(invoiceNumber(number) ?? 0));
}

export const invoiceNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined;

function unique<T extends { readonly number: string }>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ number }) => number !== '' && !seen.has(number) && seen.add(number));
}

/** Receipts are sent together, each summary alone. */
function enqueueExports(
  { enqueue }: OperationContext,
  initiator: Initiator,
  monthly: boolean,
  items: readonly AccountingItem[],
): void {
  const documents = monthly ? items.map((item) => [item]) : items.length > 0 ? [items] : [];
  for (const document of documents) {
    const [first, ...others] = document.map(({ number }) => number);
    enqueue({
      kind: 'accounting',
      subject: others.length === 0 ? (first ?? '') : `${first} and ${others.length} more`,
      payload: { initiator, monthly, invoices: document },
    });
  }
}
