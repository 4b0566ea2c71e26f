import { z } from 'zod';
import { refuseWith } from '../../core/errors.ts';
import { zero } from '../../core/money.ts';
import { lockInvoice } from '../../store/billing/invoices.ts';
import { endRefund, keepRefund, refundOf, takeOverRefund } from '../../store/billing/refunds.ts';
import { defineOutsideCommand } from '../operation.ts';
import { applyPayment } from './model/apply-payment.ts';
import { providerUnavailable } from './model/one-off-payment.ts';
import { giveUpRefund, type HeldRefund, reasonOf, refundIsUnderWay } from './model/refund-under-way.ts';

/**
 * What became of a refund whose answer never came, because the provider or our process was gone: the provider is asked
 * and nothing is sent. Either the money is back, or the refund was not made and the credit is given again.
 */
export const settleRefund = defineOutsideCommand({
  name: 'invoice.settle-refund',
  summary: 'Finds out what became of a refund whose answer never came.',
  permits: ['system'],
  input: z.object({ invoiceId: z.int() }),
  errors: ['COMMAND_FAILED'],

  prepare: async ({ db }, { invoiceId }) => {
    await lockInvoice(db, invoiceId);
    const refund = await refundOf(db, invoiceId);
    if (!refund) return { held: null };
    const holder = (await takeOverRefund(db, invoiceId)) ?? refuseWith(refundIsUnderWay());
    const { payment_reference: reference, accepted } = refund;
    const held: HeldRefund = { invoiceId, reference, holder, isNew: false, accepted };
    return { held };
  },
  stillThere: async (db, { held }) => held && keepRefund(db, held.holder),
  ask: async ({ paymentProvider }, { held }) => held && paymentProvider.payment(held.reference),
  conclude: async (context, { invoiceId }, { held }, reply) => {
    if (!held || !reply) return {};
    if (reply.kind === 'ok' && reply.value.standingAmount === zero) {
      await applyPayment(context, held.reference, reply.value, undefined);
      await endRefund(context.db, invoiceId);
    } else if (reply.kind === 'refused' || (reply.kind === 'ok' && !held.accepted)) {
      await giveUpRefund(context, held);
    } else {
      // It said yes and shows nothing yet, or it does not answer: later again.
      refuseWith(providerUnavailable(reply.kind === 'ok' ? 'the refund does not show yet' : reasonOf(reply)));
    }
    return {};
  },
});
