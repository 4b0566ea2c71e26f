import { exportToAccounting } from '../../../registry/operations/billing/export-to-accounting.ts';
import { sendEInvoice } from '../../../registry/operations/billing/send-e-invoice.ts';
import { type RestRoute, route } from '../route.ts';
import { exactly, textSchema } from '../shapes.ts';
import { accountingBody, eInvoiceBody } from './export-bodies.ts';

const received = 'Invoice data received';

/** docs/rules/billing.md#accounting, #e-invoices. */
export const exportRoutes: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/directo/directo',
    operation: exportToAccounting,
    request: { body: accountingBody },
    docs: { data: exactly({ message: textSchema(received) }), status: 201 },
    handle: async ({ body, run }) => {
      await run(exportToAccounting, body);
      return { status: 201, body: { message: received } };
    },
  }),
  route({
    method: 'POST',
    path: '/e_invoice/e_invoice',
    operation: sendEInvoice,
    request: { body: eInvoiceBody },
    docs: { data: exactly({ message: textSchema(received), status: textSchema('`created`') }) },
    handle: async ({ body, run }) => {
      await run(sendEInvoice, body);
      // The status is in the body, not in the status line: clients expect it there.
      return { body: { message: received, status: 'created' } };
    },
  }),
];
