import { linesOfInvoices } from '../../store/billing/prepayments.ts';
import { defineQuery } from '../operation.ts';
import { invoiceRef, visibleInvoice } from './model/own-invoice.ts';
import { printedInvoice } from './model/printed-invoice.ts';

/**
 * Composes one of the registrar's invoices with its lines for the PDF, whatever its status. An invoice of another
 * registrar does not exist (docs/rules/self-service.md#printing).
 */
export const printInvoice = defineQuery({
  name: 'invoice.print',
  summary: "Shows one of the registrar's invoices in full, for printing.",
  permits: ['registrar:billing'],
  scope: 'BILLING',
  input: invoiceRef,
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/invoices/:id/download',
  run: async (context, ref) => {
    const invoice = await visibleInvoice(context, ref);
    return printedInvoice(invoice, await linesOfInvoices(context.db, [invoice.id]), context.calendar);
  },
});
