import { defineQuery } from '../operation.ts';
import { invoiceRef, visibleInvoice } from './model/own-invoice.ts';

/**
 * Checked before the role: an unknown invoice or one of another registrar does not exist for anybody
 * (docs/rules/self-service.md#permissions).
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
