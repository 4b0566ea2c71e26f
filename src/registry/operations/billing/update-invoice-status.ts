import { z } from 'zod';
import { failure, refuseWith } from '../../../base/errors.ts';
import { type InvoiceStatus, isInvoiceStatus } from '../../rules/money/payment-state.ts';
import { ownersFor } from '../../rules/visibility.ts';
import { type Invoice, invoiceByNumber, lockInvoice } from '../../store/billing/invoices.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { whichInvoice } from './model/fields.ts';
import { moveInvoice } from './model/move-invoice.ts';
import { notifyOwner } from './model/notify-owner.ts';

/**
 * Changes the status of an invoice for the service that owns it, or for an operator: finds and locks the invoice and
 * makes the change if the guarded transitions allow it, with the credit and the reserved names that depend on it. The
 * owner is notified only on request (docs/rules/billing.md#statuses, #changing-a-status).
 */
export const updateInvoiceStatus = defineCommand({
  name: 'invoice.update-status',
  summary: "Changes an invoice's status.",
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    ...whichInvoice,
    status: text('The new status.', 'InvoiceStatus'),
    /** Notifies its owner (docs/rules/billing.md#synchronising-a-status). */
    shouldNotifyOwner: z.boolean().optional(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS', 'BILLING_FAILURE'],
  rest: 'POST /api/v1/invoice_generator/invoice_status',
  graphql: 'Mutation.invoiceStatusUpdate',
  run: async (context, { invoiceNumber, userUniqueId, status, shouldNotifyOwner = false }) => {
    const { db, actor } = context;
    const found =
      (await invoiceByNumber(
        db,
        invoiceNumber,
        userUniqueId === '' ? null : userUniqueId,
        ownersFor(actor),
      )) ?? refuseWith(invoiceNotFound(invoiceNumber));
    if (!isInvoiceStatus(status)) return refuseWith(wrongStatus(status));
    if (shouldNotifyOwner && !isSynchronised(found, status)) return refuseWith(notSynchronised());
    const invoice = await lockInvoice(db, found.id);
    const moved = await moveInvoice(
      context,
      invoice,
      status,
      actor.kind === 'operator' ? 'operator' : 'owner',
    );
    if (shouldNotifyOwner)
      notifyOwner(context, 'invoices', moved.initiator, String(moved.number), statusBody(moved));
    return { invoiceId: invoice.id };
  },
});

/** The services that keep their own invoices; each of them knows its overdue invoices itself. */
const isSynchronised = ({ initiator }: Invoice, status: InvoiceStatus): boolean =>
  status !== 'overdue' && (initiator === 'registry' || initiator === 'auction');

const notSynchronised = () =>
  failure('OBJECT_STATUS_PROHIBITS', 'You can not change to this status!', { path: ['status'] });

const statusBody = (invoice: Invoice) => ({
  invoice: {
    invoice_number: invoice.number,
    initiator: invoice.initiator,
    payment_reference: invoice.payment_reference,
    transaction_amount: invoice.amount,
    transaction_time: invoice.transaction_time?.toISOString() ?? null,
    status: invoice.status,
  },
  status: invoice.status,
});

const invoiceNotFound = (number: number | string) =>
  failure('OBJECT_DOES_NOT_EXIST', `Invoice with ${number} number not found in Invoice Status Controller`);

const wrongStatus = (status: string) => failure('PARAMETER_VALUE_SYNTAX', `Wrong invoice status ${status}`);
