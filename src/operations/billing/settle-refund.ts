import { z } from 'zod';
import { refuseWith } from '../../core/errors.ts';
import { isLess } from '../../core/money.ts';
import { lockInvoice } from '../../store/billing/invoices.ts';
import { lockPayment } from '../../store/billing/payments.ts';
import { keepRefund, refundOf, takeOverRefund } from '../../store/billing/refunds.ts';
import { defineOutsideCommand } from '../operation.ts';
import { providerUnavailable } from './model/one-off-payment.ts';
import {
  finishRefund,
  giveUpRefund,
  type HeldRefund,
  reasonOf,
  refundIsUnderWay,
} from './model/refund-under-way.ts';

/**
 * What became of a refund whose answer never came, because the provider or our process was gone: the provider is asked
 * and nothing is sent. Either the money is back, or the refund was not made and the credit is given again.
 */
export const settleRefund = defineOutsideCommand({
  name: 'invoice.settle-refund',
  summary: 'Finds out what became of a refund whose answer never came.',
  permits: ['system'],
  needs: 'PAYMENTS',
  input: z.union([z.object({ invoiceId: z.int() }), z.object({ reference: z.string() })]),
  errors: ['COMMAND_FAILED'],

  prepare: async ({ db }, input) => {
    const of = 'invoiceId' in input ? input.invoiceId : input.reference;
    await (typeof of === 'number' ? lockInvoice(db, of) : lockPayment(db, of));
    const refund = await refundOf(db, of);
    if (!refund) return { held: null };
    const holder = (await takeOverRefund(db, of)) ?? refuseWith(refundIsUnderWay());
    const { payment_reference: reference, accepted, leaving } = refund;
    const held: HeldRefund = { of, reference, leaving, holder, isNew: false, accepted };
    return { held };
  },
  stillThere: async (db, { held }) => held && keepRefund(db, held.holder),
  ask: async ({ paymentProvider }, { held }) => held && paymentProvider.payment(held.reference),
  conclude: async (context, _, { held }, reply) => {
    if (!held || !reply) return {};
    if (reply.kind === 'ok' && !isLess(held.leaving, reply.value.standingAmount)) {
      await finishRefund(context, held, reply.value);
    } else if (reply.kind === 'refused' || (reply.kind === 'ok' && !held.accepted)) {
      await giveUpRefund(context, held);
    } else {
      // It said yes and shows nothing yet, or it does not answer: later again.
      refuseWith(providerUnavailable(reply.kind === 'ok' ? 'the refund does not show yet' : reasonOf(reply)));
    }
    return {};
  },
});
