import { z } from 'zod';
import { objectDoesNotExist, refuse, refuseWith } from '../../../base/errors.ts';
import { canBeAbandonedFrom } from '../../rules/money/refunds.ts';
import { paymentByReference } from '../../store/billing/payments.ts';
import { expireRefundLease, refundsOfPayments, renewRefundLease } from '../../store/billing/refunds.ts';
import { text } from '../input.ts';
import { defineExternalCommand, type ExternalServices } from '../operation.ts';
import {
  type HeldRefund,
  isUnderWay,
  refundIsUnderWay,
  resumeRefund,
  settleByPayment,
} from './model/refund-under-way.ts';

const askForIt = ({ paymentProvider }: ExternalServices, { reference }: HeldRefund) =>
  paymentProvider.payment(reference);

/**
 * Abandons a refund for an operator that the provider accepted but never made: finds the open refund, checks that the
 * waiting time is over, and asks the provider for the payment. If the money has gone back after all, the refund is
 * recorded as made; otherwise it ends and can be requested again, because an accepted refund is never sent twice and
 * would wait for ever (docs/rules/billing.md#refunds-that-never-come).
 */
export const abandonPaymentRefund = defineExternalCommand({
  name: 'payment.abandon-refund',
  summary: 'Abandons a refund that the provider accepted but never made, so that it can be requested again.',
  permits: ['operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.object({ reference: text('The reference of the payment at the provider.') }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS', 'COMMAND_FAILED'],
  graphql: 'Mutation.paymentRefundAbandon',

  prepare: async ({ db, now, calendar }, { reference }) => {
    if (!(await paymentByReference(db, reference))) refuseWith(objectDoesNotExist());
    const [refund] = await refundsOfPayments(db, [reference]);
    const held =
      (refund && (await resumeRefund(db, refund.invoice_id ?? reference))) ??
      refuse('OBJECT_STATUS_PROHIBITS', 'No refund of the payment is in progress');
    const from = held.acceptedAt === null ? now : canBeAbandonedFrom(new Date(held.acceptedAt));
    return now >= from
      ? held
      : refuse(
          'OBJECT_STATUS_PROHIBITS',
          `The provider has accepted the refund and may still make it; it can be abandoned from ${calendar.formatForPeople(from)} on`,
        );
  },
  reprepare: true,
  retryWhile: isUnderWay,
  heartbeat: (db, { holder }) => renewRefundLease(db, holder),
  ask: askForIt,
  rehearse: askForIt,
  conclude: async (context, { reference }, held, reply) => {
    if (!reply) throw new Error('nobody was asked');
    context.onRollback((db) => expireRefundLease(db, held.holder));
    const became = await settleByPayment(context, { ...held, acceptedAt: null }, reply);
    if (became === 'left to another') refuseWith(refundIsUnderWay());
    return { reference, abandoned: became === 'abandoned' };
  },
});
