import { defineQuery } from '../operation.ts';
import { invoiceRef, visibleInvoice } from './model/own-invoice.ts';

/**
 * Shows a registrar or a service one of its own invoices, by number or id. An invoice of somebody else does not
 * exist, and an operator sees any (docs/rules/billing.md#ownership).
 */
export const showInvoice = defineQuery({
  name: 'invoice.show',
  summary: "Shows one of the registrar's or service's invoices.",
  permits: ['registrar:billing', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'BILLING',
  input: invoiceRef,
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/invoices/:id',
  graphql: 'Query.invoice',
  run: visibleInvoice,
});
