import { refuseWith } from '../../core/errors.ts';
import { exportToAccounting } from '../../operations/billing/export-to-accounting.ts';
import { sendEInvoice } from '../../operations/billing/send-e-invoice.ts';
import { isMissing, mustBe } from '../../rules/money/payment-request.ts';
import type { RestRoute } from '../door.ts';
import { exactly } from '../shapes.ts';
import { accountingItem, eInvoice, isFlag, type Json, objects, word } from './export-bodies.ts';
import { accountingBodySchema, eInvoiceBodySchema } from './export-schemas.ts';
import { textSchema } from './fields.ts';

const received = 'Invoice data received';

/** docs/rules/billing.md#accounting, #e-invoices. */
export const exportRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/directo/directo',
    operation: exportToAccounting,
    docs: {
      body: accountingBodySchema,
      data: exactly({ message: textSchema(received) }),
      status: 201,
    },
    handle: async ({ body, run }) => {
      const { invoice_data, initiator, monthly, dry } = bodyOf(body);
      const items = invoice_data === undefined ? undefined : objects(invoice_data);
      if (!items)
        return refuseWith(
          invoice_data === undefined
            ? isMissing('invoice_data')
            : mustBe('invoice_data', 'an array of objects'),
        );
      const isMonthly = isFlag(monthly);
      await run(exportToAccounting, {
        initiator: initiatorOf(initiator),
        invoices: items.map((item) => accountingItem(item, isMonthly)),
        monthly: isMonthly,
        xmlOnly: isFlag(dry),
      });
      return { status: 201, body: { message: received } };
    },
  },
  {
    method: 'POST',
    path: '/e_invoice/e_invoice',
    operation: sendEInvoice,
    docs: {
      body: eInvoiceBodySchema,
      data: exactly({ message: textSchema(received), status: textSchema('`created`') }),
    },
    handle: async ({ body, run }) => {
      const given = bodyOf(body);
      const [invoice] = objects([given.invoice]) ?? [];
      if (!invoice)
        return refuseWith(
          given.invoice === undefined ? isMissing('invoice') : mustBe('invoice', 'an object'),
        );
      if (!word(invoice.number)) return refuseWith(isMissing('invoice'));
      // The public documentation and the clients call it differently (docs/rules/billing.md#e-invoices).
      const items = objects(given.items ?? given.invoice_items ?? []);
      if (!items) return refuseWith(mustBe('items', 'an array of objects'));
      await run(sendEInvoice, {
        initiator: initiatorOf(given.initiator),
        ...eInvoice(given, invoice, items),
      });
      // The status word stands in the body, not in the status line: clients know it so.
      return { body: { message: received, status: 'created' } };
    },
  },
];

const bodyOf = (body: unknown): Json => objects([body])?.[0] ?? {};

/** What is no text is no service's name. */
const initiatorOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === 'string' ? value : '';
