import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../core/errors.ts';
import { ownersFor } from '../../rules/visibility.ts';
import { invoiceByNumber } from '../../store/billing/invoices.ts';
import { defineQuery } from '../operation.ts';
import { invoiceNumberField } from './model/fields.ts';

/** One that is not the caller's is not there (docs/rules/billing.md#ownership). */
export const showInvoice = defineQuery({
  name: 'invoice.show',
  summary: "Shows one of the service's invoices.",
  permits: ['billing', 'operator'],
  input: z.object({
    invoiceNumber: invoiceNumberField,
    userUniqueId: z.string().optional(),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Query.invoice',
  run: async ({ db, actor }, { invoiceNumber, userUniqueId }) =>
    (await invoiceByNumber(db, invoiceNumber, userUniqueId, ownersFor(actor))) ??
    refuseWith(objectDoesNotExist()),
});
