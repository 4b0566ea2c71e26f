import { failure, refuseWith } from '../../../base/errors.ts';
import { isCancellable } from '../../rules/money/registrar-invoice.ts';
import { lockInvoice } from '../../store/billing/invoices.ts';
import { defineCommand } from '../operation.ts';
import { moveInvoice } from './model/move-invoice.ts';
import { invoiceRef, visibleInvoice } from './model/own-invoice.ts';

/**
 * Cancels one of the registrar's unpaid prepayments: finds and locks the invoice, checks its status, and marks it
 * cancelled. The lock makes sure that either this or a payment happens, never both
 * (docs/rules/self-service.md#cancelling).
 */
export const cancelInvoice = defineCommand({
  name: 'invoice.cancel',
  summary: 'Cancels a prepayment that is not paid yet.',
  permits: ['registrar:billing'],
  effect: 'destructive',
  scope: 'BILLING',
  input: invoiceRef,
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  rest: 'PUT /registry/v1/invoices/:id/cancel',
  graphql: 'Mutation.invoiceCancel',
  run: async (context, ref) => {
    const { id } = await visibleInvoice(context, ref);
    const invoice = await lockInvoice(context.db, id);
    if (!isCancellable(invoice)) refuseWith(prohibited());
    await moveInvoice(context, invoice, 'cancelled', 'owner');
    return { invoiceId: id };
  },
});

const prohibited = () => failure('OBJECT_STATUS_PROHIBITS', 'Invoice status prohibits operation');
