import { importInvoices } from '../../../registry/operations/billing/import-invoices.ts';
import { importReferenceNumbers } from '../../../registry/operations/billing/import-reference-numbers.ts';
import { type Fields, fields, list, requestSchema, unvalidated, withAlias } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { exactly, textSchema } from '../shapes.ts';
import { isFlag } from './wordings.ts';

const data = exactly({ message: textSchema('How many were added and how many skipped') });

/** Empty text means that the value is not usable, so the item is skipped. */
const word = (docs: Readonly<Record<string, unknown>>) =>
  unvalidated(docs)
    .optional()
    .transform((value) =>
      typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '',
    );

const moment = unvalidated({ description: 'In ISO 8601' })
  .optional()
  .transform((value) =>
    value === undefined || value === null ? undefined : typeof value === 'string' ? value : 'unreadable',
  );

/** A top-level array, or one under `_json`; an item that is not an object is skipped. */
const itemsOf = <F extends Fields>(shapes: F) => {
  const item = fields(shapes);
  const items = list(item, 'list', {
    items: { anyOf: [requestSchema(item), { description: 'Anything else is skipped' }] },
  });
  return withAlias(items, fields({ _json: items }), (body) => body._json);
};

const invoices = itemsOf({
  invoice_number: word({ description: 'Its number, as text or number' }),
  initiator: word({ description: 'The service that owns the invoice' }),
  transaction_amount: word({ description: 'As text or number' }),
  status: word({ description: 'A status, or `issued` for unpaid' }),
  in_directo: unvalidated({ description: 'Whether accounting has it' }).optional().transform(isFlag),
  e_invoice_sent_at: moment,
  transaction_time: moment,
});

const references = itemsOf({
  reference_number: word({ description: 'The number, as text or number' }),
  initiator: word({ description: 'The service that uses it' }),
  registrar_name: word({ description: 'The owner of the number' }),
});

/** docs/rules/billing.md#importing-invoices, #importing-reference-numbers. */
export const importRoutes: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/import_data/invoice_data',
    operation: importInvoices,
    request: { body: invoices },
    docs: { data },
    handle: async ({ body, run }) => {
      const { added, skipped } = await run(importInvoices, {
        invoices: body.map((item) => ({
          invoiceNumber: item.invoice_number,
          initiator: item.initiator,
          amount: item.transaction_amount,
          status: item.status,
          inAccounting: item.in_directo,
          eInvoiceSentAt: item.e_invoice_sent_at,
          transactionTime: item.transaction_time,
        })),
      });
      return { body: { message: summary('invoices', 'account', added, skipped) } };
    },
  }),
  route({
    method: 'POST',
    path: '/import_data/reference_data',
    operation: importReferenceNumbers,
    request: { body: references },
    docs: { data },
    handle: async ({ body, run }) => {
      const { added, skipped } = await run(importReferenceNumbers, {
        references: body.map((item) => ({
          referenceNumber: item.reference_number,
          initiator: item.initiator,
          owner: item.registrar_name || undefined,
        })),
      });
      return { body: { message: summary('reference numbers', 'reference', added, skipped) } };
    },
  }),
];

// The missing space is what clients know (docs/rules/billing.md#importing-invoices).
const summary = (what: string, data: string, added: number, skipped: number): string =>
  `Added ${added} ${what}, skipped ${skipped}. The reason for omission may be that the ${data} data isalready in the database or the information is incorrect`;
