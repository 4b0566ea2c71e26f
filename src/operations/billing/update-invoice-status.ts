import { z } from 'zod';
import { failure, refuseWith } from '../../core/errors.ts';
import { isInvoiceStatus } from '../../rules/money/payment-state.ts';
import { ownersFor } from '../../rules/visibility.ts';
import { invoiceByNumber, lockInvoice } from '../../store/billing/invoices.ts';
import { defineCommand } from '../operation.ts';
import { invoiceNumberField } from './model/fields.ts';
import { moveInvoice } from './model/move-invoice.ts';

/**
 * By the service that owns it, within the guarded moves (docs/rules/billing.md#statuses, #changing-a-status). Nobody
 * is told of it.
 */
export const updateInvoiceStatus = defineCommand({
  name: 'invoice.update-status',
  summary: "Changes an invoice's status.",
  permits: ['billing', 'operator'],
  scope: 'WRITE',
  input: z.object({
    invoiceNumber: invoiceNumberField,
    userUniqueId: z.string().optional(),
    status: z.string(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS', 'BILLING_FAILURE'],
  rest: 'POST /api/v1/invoice_generator/invoice_status',
  graphql: 'Mutation.invoiceStatusUpdate',
  run: async (context, { invoiceNumber, userUniqueId, status }) => {
    const { db, actor } = context;
    const found =
      (await invoiceByNumber(db, invoiceNumber, userUniqueId, ownersFor(actor))) ??
      refuseWith(invoiceNotFound(invoiceNumber));
    if (!isInvoiceStatus(status)) return refuseWith(wrongStatus(status));
    const invoice = await lockInvoice(db, found.id);
    await moveInvoice(context, invoice, status, actor.kind === 'operator' ? 'operator' : 'owner');
    return { invoiceId: invoice.id };
  },
});

const invoiceNotFound = (number: number | string) =>
  failure('OBJECT_DOES_NOT_EXIST', `Invoice with ${number} number not found in Invoice Status Controller`);

const wrongStatus = (status: string) => failure('PARAMETER_VALUE_SYNTAX', `Wrong invoice status ${status}`);
