import { z } from 'zod';
import { failure, refuseWith } from '../../core/errors.ts';
import { defineErrand, type OperationContext } from '../../core/operation.ts';
import { actionForEvent } from '../../rules/payment-state.ts';
import {
  insertPaymentEvent,
  type Payment,
  paymentByReference,
  updatePayment,
  updatePaymentEvent,
} from '../../store/payments.ts';
import { applyPayment } from './apply-payment.ts';
import { disagree } from './disagreements.ts';
import { providerUnavailable } from './one-off-payment.ts';

/** docs/rules/billing.md#callbacks. */
const referenceSyntax = /^[A-Za-z0-9_-]{1,128}$/;
const longestEventName = 255;

/**
 * A hint from anybody that something happened to a payment: it is kept, the provider is asked, and only the
 * provider's word counts (docs/rules/billing.md#events, #callbacks).
 */
export const receivePaymentNotification = defineErrand({
  name: 'payment.receive-notification',
  summary: 'Receives a notification about a payment and asks the provider what is true of it.',
  permits: ['anonymous'],
  input: z.object({ paymentReference: z.string().optional(), eventName: z.string().optional() }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'COMMAND_FAILED'],
  rest: 'GET /api/v1/callback_handler/callback',
  graphql: 'Mutation.paymentNotificationReceive',

  prepare: async (context, { paymentReference: reference = '', eventName }) => {
    if (reference === '') return undefined;
    if (!referenceSyntax.test(reference)) refuseWith(wrongFormat());
    const { db, now } = context;
    const known = await paymentByReference(db, reference);
    const action = actionForEvent(eventName);
    const { id } = await insertPaymentEvent(db, {
      payment_reference: reference,
      invoice_id: known?.invoice_id ?? null,
      name: eventName?.slice(0, longestEventName) ?? null,
      received_at: now,
      outcome: action === 'requery' ? 'received' : action,
    });
    if (action === 'requery') return { eventId: id, reference };
    if (known && action !== 'acknowledge') await keepReport(context, known, eventName ?? '', action);
    return undefined;
  },
  ask: async ({ paymentProvider }, prepared) => prepared && paymentProvider.payment(prepared.reference),
  conclude: async (context, { eventName }, prepared, reply) => {
    if (!prepared || !reply) return nothing;
    const { db } = context;
    const { eventId, reference } = prepared;
    const note = (outcome: string) => updatePaymentEvent(db, eventId, { outcome });
    switch (reply.kind) {
      case 'unavailable':
        context.ifUndone((later) => updatePaymentEvent(later, eventId, { outcome: 'provider unavailable' }));
        return refuseWith(providerUnavailable(reply.reason));
      case 'unreadable':
        context.ifUndone((later) => updatePaymentEvent(later, eventId, { outcome: 'unreadable answer' }));
        return refuseWith(failure('COMMAND_FAILED', 'Wrong format', { httpStatus: 422 }));
      case 'refused':
        await tellOfMissing(context, reference, reply.error);
        await note('unknown to the provider');
        return nothing;
      case 'ok': {
        const { outcome, invoiceId, ownerIsTold } = await applyPayment(
          context,
          reference,
          reply.value,
          eventName,
        );
        await updatePaymentEvent(db, eventId, { outcome, invoice_id: invoiceId });
        return {
          // What the owner will answer is not known yet; these are the words it answers with.
          message: ownerIsTold ? { message: 'Payment is proccessing' } : null,
          userUniqueId: reply.value.customField1 ?? null,
        };
      }
    }
  },
});

const nothing = { message: null, userUniqueId: null };

const wrongFormat = () => failure('PARAMETER_VALUE_SYNTAX', 'Wrong format', { httpStatus: 422 });

/**
 * Disputes, fraud and acquiring are kept; anybody can send them, so they move nothing (docs/rules/billing.md#events).
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
  await disagree(context, payment.reference, `reported ${eventName}`, invoice, { state: payment.state });
}

/** Anybody can make up a reference; one that we know and the provider does not is worth a look. */
async function tellOfMissing(context: OperationContext, reference: string, error: object): Promise<void> {
  const known = await paymentByReference(context.db, reference);
  if (!known) return;
  const invoice = known.invoice_id === null ? undefined : { id: known.invoice_id };
  await disagree(context, reference, 'unknownPayment', invoice, { error });
}
