import { defineQuery } from '../operation.ts';
import { invoiceRef, visibleInvoice } from './model/own-invoice.ts';

/**
 * Checks whether the registrar has an invoice, before REST checks the role of its user. An unknown invoice or one of
 * another registrar therefore does not exist for anybody (docs/rules/self-service.md#permissions).
 */
export const findInvoice = defineQuery({
  name: 'invoice.find',
  summary: 'Checks whether the registrar has this invoice.',
  permits: ['registrar'],
  scope: 'READ',
  input: invoiceRef,
  errors: ['OBJECT_DOES_NOT_EXIST'],
  run: async (context, ref) => ({ invoiceId: (await visibleInvoice(context, ref)).id }),
});
