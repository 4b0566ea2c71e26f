import { z } from 'zod';
import { renewRefundLease } from '../../store/billing/refunds.ts';
import { defineExternalCommand } from '../operation.ts';
import { resumeRefund, settleByPayment } from './model/refund-under-way.ts';

/**
 * Settles a refund whose answer was lost because the provider or our process was gone: takes the refund over, asks
 * the provider for the payment, and sends nothing. If the money is back, the refund is recorded; if it was not made,
 * the registrar gets its credit again.
 */
export const settleRefund = defineExternalCommand({
  name: 'invoice.settle-refund',
  summary: 'Looks up the result of a refund whose answer was lost.',
  permits: ['system'],
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.union([z.object({ invoiceId: z.int() }), z.object({ reference: z.string() })]),
  errors: ['COMMAND_FAILED'],

  prepare: async ({ db }, input) => ({
    held: await resumeRefund(db, 'invoiceId' in input ? input.invoiceId : input.reference),
  }),
  heartbeat: async (db, { held }) => held && renewRefundLease(db, held.holder),
  ask: async ({ paymentProvider }, { held }) => held && paymentProvider.payment(held.reference),
  conclude: async (context, _, { held }, reply) => {
    if (held && reply) await settleByPayment(context, held, reply);
    return {};
  },
});
