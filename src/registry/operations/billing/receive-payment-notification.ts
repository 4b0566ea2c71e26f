import { z } from 'zod';
import { failure, refuseWith } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { actionForEvent } from '../../rules/money/payment-state.ts';
import {
  insertPaymentEvent,
  insertStrayEvent,
  type Payment,
  paymentByReference,
  updatePayment,
  updatePaymentEvent,
} from '../../store/billing/payments.ts';
import { refundBudget } from '../../store/runner/rate-budgets.ts';
import { text } from '../input.ts';
import { defineExternalCommand, type OperationContext } from '../operation.ts';
import { applyPayment } from './model/apply-payment.ts';
import { raiseDisagreementOnce } from './model/disagreements.ts';
import { chargeSender, mostStrays, refuseFlood } from './model/notification-floods.ts';
import { providerUnavailable } from './model/one-off-payment.ts';

/** docs/rules/billing.md#callbacks. */
const referenceSyntax = /^[A-Za-z0-9_-]{1,128}$/;
const longestEventName = limit(
  'characters of the name of an event of the payment provider',
  255,
  'Its names are words.',
);

/**
 * Takes a hint from anybody that a payment has changed: limits how many arrive, asks the provider for the payment,
 * and applies only the provider's answer, which may pay or refund an invoice and notify its owner
 * (docs/rules/billing.md#events, #callbacks). A hint about a payment that neither we nor the provider know leaves
 * nothing behind.
 */
export const receivePaymentNotification = defineExternalCommand({
  name: 'payment.receive-notification',
  summary: 'Receives a notification about a payment and asks the provider for its actual state.',
  permits: ['anonymous'],
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.object({
    paymentReference: text('The reference of the payment at the provider.').optional(),
    eventName: text("The event, in the provider's terms, such as status_updated.").optional(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'COMMAND_FAILED', 'RATE_LIMITED'],
  rest: 'GET /api/v1/callback_handler/callback',
  graphql: 'Mutation.paymentNotificationReceive',

  prepare: async (context, { paymentReference: reference = '', eventName }) => {
    if (reference === '') return undefined;
    if (!referenceSyntax.test(reference)) refuseWith(wrongFormat());
    const { db } = context;
    const known = await paymentByReference(db, reference);
    const action = actionForEvent(eventName);
    // A hint about an unknown payment counts only if the provider confirms it.
    if (!known)
      return action === 'requery'
        ? { eventId: null, reference, paidBy: await chargeSender(context) }
        : undefined;
    await refuseFlood(context, reference);
    const outcome = action === 'requery' ? 'received' : action;
    const { id } = await insertPaymentEvent(db, {
      ...eventOf(context, reference, eventName),
      invoice_id: known.invoice_id,
      outcome,
    });
    if (action === 'requery') return { eventId: id, reference, paidBy: null };
    if (action !== 'acknowledge') await keepReport(context, known, eventName ?? '', action);
    return undefined;
  },
  ask: async ({ paymentProvider }, prepared) => prepared && paymentProvider.payment(prepared.reference),
  conclude: async (context, { eventName }, prepared, reply) => {
    if (!prepared || !reply) return nothing;
    const { db } = context;
    const { eventId, reference, paidBy } = prepared;
    const event = eventOf(context, reference, eventName);
    const note = (to: typeof db, outcome: string) =>
      eventId === null
        ? insertStrayEvent(to, { ...event, outcome }, mostStrays)
        : updatePaymentEvent(to, eventId, { outcome });
    switch (reply.kind) {
      case 'unavailable':
        context.onRollback((later) => note(later, 'provider unavailable'));
        return refuseWith(providerUnavailable(reply.reason));
      case 'unreadable':
        context.onRollback((later) => note(later, 'unreadable answer'));
        return refuseWith(failure('COMMAND_FAILED', 'Wrong format', { reason: 'service-unreadable' }));
      case 'refused':
        await tellOfMissing(context, reference, reply.error);
        // The notification is forged, so nothing of it is kept.
        if (eventId !== null) await note(db, 'unknown to the provider');
        return nothing;
      case 'ok': {
        const applied = await applyPayment(context, reference, reply.value, eventName);
        const reported = { outcome: applied.outcome, invoice_id: applied.invoiceId };
        if (eventId === null) await insertPaymentEvent(db, { ...event, ...reported });
        else await updatePaymentEvent(db, eventId, reported);
        if (paidBy !== null) await refundBudget(db, paidBy, 1);
        return {
          // The owner's answer is not known yet; this is the documented text.
          message: applied.ownerNotified ? { message: 'Payment is proccessing' } : null,
          userUniqueId: reply.value.customField1 ?? null,
        };
      }
    }
  },
});

const eventOf = ({ now }: OperationContext, reference: string, eventName: string | undefined) => ({
  payment_reference: reference,
  name: eventName?.slice(0, longestEventName) ?? null,
  received_at: now,
});

const nothing = { message: null, userUniqueId: null };

const wrongFormat = () => failure('PARAMETER_VALUE_SYNTAX', 'Wrong format');

/**
 * Disputes, fraud and acquiring are kept; anybody can send them, so they change nothing
 * (docs/rules/billing.md#events).
 */
async function keepReport(
  context: OperationContext,
  payment: Payment,
  eventName: string,
  action: 'recordAndAlert' | 'recordAcquiring',
): Promise<void> {
  const { db, now } = context;
  if (action === 'recordAcquiring') {
    if (payment.acquiring_completed_at === null)
      await updatePayment(db, payment.reference, { acquiring_completed_at: now });
    return;
  }
  const invoice = payment.invoice_id === null ? undefined : { id: payment.invoice_id };
  await raiseDisagreementOnce(context, payment.reference, `reported ${eventName}`, invoice, {
    state: payment.state,
  });
}

/** Anybody can make up a reference; operators are told only of one that we know and the provider does not. */
async function tellOfMissing(context: OperationContext, reference: string, error: object): Promise<void> {
  const known = await paymentByReference(context.db, reference);
  if (!known) return;
  const invoice = known.invoice_id === null ? undefined : { id: known.invoice_id };
  await raiseDisagreementOnce(context, reference, 'unknownPayment', invoice, { error });
}
