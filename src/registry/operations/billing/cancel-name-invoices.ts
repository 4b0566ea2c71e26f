import { z } from 'zod';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { ownersFor } from '../../rules/visibility.ts';
import { invoicesReserving, lockInvoices } from '../../store/billing/invoices.ts';
import { domainName, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { moveInvoice } from './model/move-invoice.ts';

/**
 * Cancels the invoices of a reserved name for the service that reserved it, when the customer gives up before paying:
 * finds and locks the service's invoices with that name and user unique id, and cancels those that are not paid. Paid
 * and refunded invoices stay as they are, and the count includes invoices that were cancelled before
 * (docs/rules/billing.md#cancelling-a-reservation).
 */
export const cancelNameInvoices = defineCommand({
  name: 'invoice.cancel-of-name',
  summary: 'Cancels the invoices of a reserved name that are not paid.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    domainName: domainName('The name that was reserved.'),
    userUniqueId: text('The userUniqueId of the reservation.'),
  }),
  errors: ['OBJECT_STATUS_PROHIBITS'],
  rest: 'PATCH /api/v1/invoice/reserved_domain_cancellation_statuses',
  graphql: 'Mutation.reservedNameInvoicesCancel',
  run: async (context, { domainName, userUniqueId }) => {
    const { db, actor } = context;
    const ids = await invoicesReserving(db, normaliseLookup(domainName), userUniqueId, ownersFor(actor));
    const found = (await lockInvoices(db, ids)).filter(({ status }) => !isSettled(status));
    for (const invoice of found) await moveInvoice(context, invoice, 'cancelled', 'owner');
    return { cancelled: found.length };
  },
});

const isSettled = (status: string): boolean => status === 'paid' || status === 'refunded';
