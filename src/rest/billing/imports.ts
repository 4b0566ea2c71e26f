import { failure, refuseWith } from '../../core/errors.ts';
import { importInvoices } from '../../operations/billing/import-invoices.ts';
import { importReferenceNumbers } from '../../operations/billing/import-reference-numbers.ts';
import type { RestRoute } from '../door.ts';
import { exactly } from '../shapes.ts';
import { objectSchema, textSchema } from './fields.ts';

type Item = Readonly<Record<string, unknown>>;

const data = exactly({ message: textSchema('How many were added and how many skipped') });
const list = (item: object): object => ({ type: 'array', items: item });

/** docs/rules/billing.md#importing-invoices, #importing-reference-numbers. */
export const importRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/import_data/invoice_data',
    operation: importInvoices,
    docs: {
      body: list(
        objectSchema(
          {
            invoice_number: { type: ['string', 'integer'] },
            initiator: textSchema('The service whose invoice it is'),
            transaction_amount: { type: ['string', 'number'] },
            status: textSchema('A status, or `issued` for unpaid'),
            in_directo: { type: 'boolean' },
            e_invoice_sent_at: { type: 'string', format: 'date-time' },
            transaction_time: { type: 'string', format: 'date-time' },
          },
          ['invoice_number', 'initiator', 'transaction_amount', 'status'],
        ),
      ),
      data,
    },
    handle: async ({ body, run }) => {
      const invoices = itemsOf(body).map((item) => ({
        invoiceNumber: word(item.invoice_number),
        initiator: word(item.initiator),
        amount: word(item.transaction_amount),
        status: word(item.status),
        inAccounting: item.in_directo === true || item.in_directo === 'true',
        eInvoiceSentAt: moment(item.e_invoice_sent_at),
        transactionTime: moment(item.transaction_time),
      }));
      const { added, skipped } = await run(importInvoices, { invoices });
      return { body: { message: summary('invoices', 'account', added, skipped) } };
    },
  },
  {
    method: 'POST',
    path: '/import_data/reference_data',
    operation: importReferenceNumbers,
    docs: {
      body: list(
        objectSchema(
          {
            reference_number: { type: 'string' },
            initiator: textSchema('The service that uses it'),
            registrar_name: textSchema('Whose number it is'),
          },
          ['reference_number', 'initiator'],
        ),
      ),
      data,
    },
    handle: async ({ body, run }) => {
      const references = itemsOf(body).map((item) => ({
        referenceNumber: word(item.reference_number),
        initiator: word(item.initiator),
        owner: word(item.registrar_name) || undefined,
      }));
      const { added, skipped } = await run(importReferenceNumbers, { references });
      return { body: { message: summary('reference numbers', 'reference', added, skipped) } };
    },
  },
];

/** A top-level array, or one under `_json`; what is no object in it is an item that does not read. */
function itemsOf(body: unknown): Item[] {
  const list = typeof body === 'object' && body !== null && '_json' in body ? body._json : body;
  if (!Array.isArray(list)) return refuseWith(failure('PARAMETER_VALUE_SYNTAX', 'must be an array'));
  return list.map((item) => (typeof item === 'object' && item !== null && !Array.isArray(item) ? item : {}));
}

/** Empty: nothing that reads, so the item is skipped. */
const word = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

const moment = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === 'string' ? value : 'unreadable';

// The missing space is what clients know (docs/rules/billing.md#importing-invoices).
const summary = (what: string, data: string, added: number, skipped: number): string =>
  `Added ${added} ${what}, skipped ${skipped}. The reason for omission may be that the ${data} data isalready in the database or the information is incorrect`;
