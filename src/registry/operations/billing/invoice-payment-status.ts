import { z } from 'zod';
import { ownersFor } from '../../rules/visibility.ts';
import { invoiceByNumber } from '../../store/billing/invoices.ts';
import { defineQuery } from '../operation.ts';

/**
 * Shows a service the status of its reservation's invoice, found by exact number and user unique id. An unknown
 * invoice has no status (docs/rules/billing.md#changing-a-status).
 */
export const invoicePaymentStatus = defineQuery({
  name: 'invoice.payment-status',
  summary: "Shows whether a reservation's invoice is paid.",
  permits: ['billing', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ invoiceNumber: z.string(), userUniqueId: z.string() }),
  errors: [],
  rest: 'GET /api/v1/invoice/reserved_domains_invoice_statuses',
  run: async ({ db, actor }, { invoiceNumber, userUniqueId }) => {
    const isNumber = /^\d{1,10}$/.test(invoiceNumber) && Number(invoiceNumber) <= 2_147_483_647;
    if (!isNumber) return undefined;
    return (await invoiceByNumber(db, Number(invoiceNumber), userUniqueId, ownersFor(actor)))?.status;
  },
});
