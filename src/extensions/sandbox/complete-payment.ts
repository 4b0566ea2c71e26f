import { z } from 'zod';
import type { StandIns } from '../../apis/services.ts';
import type { Config } from '../../base/config.ts';
import { objectDoesNotExist, refuse, refuseWith } from '../../base/errors.ts';
import { cents, type Money, parseMoney, zero } from '../../base/money.ts';
import { whichInvoice } from '../../registry/operations/billing/model/fields.ts';
import { integer, oneOf, text } from '../../registry/operations/input.ts';
import { defineCommand } from '../../registry/operations/operation.ts';
import type { Outcome } from '../../registry/operations/runner/outcome.ts';
import type { Runner } from '../../registry/operations/runner/runner.ts';
import type { Call } from '../../registry/operations/runner/running-context.ts';
import { type Invoice, invoiceByNumber } from '../../registry/store/billing/invoices.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import { addPayment, forcePayment, type MovedPayment, queueCallback } from './payment-provider/payments.ts';
import { usesStandIn } from './payment-provider/provider.ts';
import { eventFor, holdsMoney, isOpen } from './payment-provider/states.ts';
import { lockOrder, paymentsOfOrder, type SandboxPayment } from './store/sandbox-payments.ts';

const completions = [
  'settled',
  'failed',
  'abandoned',
  'voided',
  'refunded',
  'chargebacked',
  'sent_for_processing',
] as const;
export type Completion = (typeof completions)[number];

/** Creates and moves the payment; `completePayment` sends its callback after the commit. */
export const completePaymentAtProvider = defineCommand({
  name: 'sandbox.payment.complete',
  summary: "Makes the sandbox's payment provider hold a payment for an invoice and report it.",
  needs: 'PAYMENTS',
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'WRITE',
  input: z.object({
    invoiceNumber: integer('The number of the invoice, such as 10001.').meta({ named: 'number' }),
    userUniqueId: whichInvoice.userUniqueId.nullable(),
    outcome: oneOf(
      completions,
      'SandboxPaymentOutcome',
      'The state of the payment that the provider reports.',
    ),
    amount: text('How many euros are paid; the full amount when left out.', 'Decimal').nullish(),
  }),
  errors: [
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'COMMAND_USE',
  ],
  unforeseeable: true,
  graphql: 'Mutation.sandboxPaymentComplete',
  run: async ({ db, now, config }, { invoiceNumber, userUniqueId, outcome, amount: text }) => {
    if (!usesStandIn(config)) refuse('COMMAND_USE', 'Another payment provider is configured in this sandbox');
    const amount = text == null ? undefined : readAmount(text);
    const invoice = await invoiceByNumber(db, invoiceNumber, userUniqueId ?? undefined);
    if (!invoice) return refuseWith(objectDoesNotExist());
    const order = String(invoice.number);
    await lockOrder(db, order);
    const payments = await paymentsOfOrder(db, order);
    const own = payments.filter((payment) => isFor(payment, invoice));
    // A second payer of the same number is refused, as on the payment page
    // (docs/rules/reservation.md#sharing-a-number).
    if (outcome === 'settled' && payments.some((one) => one.succeeded && !own.includes(one)))
      refuse('OBJECT_STATUS_PROHIBITS', `Invoice number ${order} has been paid by another of its holders`);
    const { payment, callbackId } = await complete(db, { invoice, own, outcome, amount, now, config });
    return { paymentReference: payment.payment_reference, callbackId, invoiceId: invoice.id };
  },
});

export interface CompletedPayment {
  readonly paymentReference: string;
  readonly invoiceId: number;
}

/**
 * Resolves once the callback has been processed by the route that the real provider calls
 * (docs/rules/product.md#stand-ins).
 */
export async function completePayment(
  { runner, standIns }: { readonly runner: Runner; readonly standIns: StandIns | undefined },
  input: z.input<typeof completePaymentAtProvider.input>,
  call: Call,
): Promise<Outcome<CompletedPayment>> {
  const outcome = await runner.run(completePaymentAtProvider, input, call);
  if (!outcome.ok) return outcome;
  const { paymentReference, invoiceId, callbackId } = outcome.value;
  if (!call.dryRun) await standIns?.sendCallback(callbackId);
  return { ...outcome, value: { paymentReference, invoiceId } };
}

interface Completing {
  readonly invoice: Invoice;
  /** Payments for this invoice so far, the newest first. */
  readonly own: readonly SandboxPayment[];
  readonly outcome: Completion;
  readonly amount: Money | undefined;
  readonly now: Date;
  readonly config: Config;
}

async function complete(db: Db, completing: Completing): Promise<MovedPayment> {
  const { invoice, own, outcome, amount, now, config } = completing;
  const givesBack = outcome === 'refunded' || outcome === 'chargebacked';
  const paid = (givesBack ? undefined : amount) ?? invoice.amount;
  const sameAmount = (one: SandboxPayment) => givesBack || one.initial_amount === paid;

  // The payment already has this state: the merchant is only notified again.
  const already = own.find((one) => one.payment_state === outcome && sameAmount(one));
  if (already)
    return { payment: already, callbackId: await queueCallback(db, already, eventFor(outcome), now) };

  const payment =
    own.find((one) => (givesBack ? holdsMoney(one) : isOpen(one) && sameAmount(one))) ??
    (await addPayment(db, newPayment(invoice, paid, config), now));
  if (givesBack && amount !== undefined && cents(amount) > cents(payment.standing_amount))
    refuse('PARAMETER_VALUE_RANGE', `Only ${payment.standing_amount} of the payment stands`);
  return forcePayment(db, payment, { outcome, amount: givesBack ? amount : undefined }, now);
}

/** A payment as the invoice's payment link would create it (docs/rules/billing.md#payment-links). */
const newPayment = (invoice: Invoice, amount: Money, config: Config) => ({
  source: 'linkpay' as const,
  account_name: config.PAYMENT_ACCOUNT_NAME,
  order_reference: String(invoice.number),
  initial_amount: amount,
  structured_reference: invoice.reference_number,
  customer_name: invoice.customer_name,
  customer_email: invoice.customer_email,
  custom_field_1: invoice.user_unique_id ?? invoice.custom_field1,
  custom_field_2: invoice.initiator,
});

/** Invoices that share a number differ by the field that their links carry. */
const isFor = (payment: SandboxPayment, { user_unique_id }: Invoice): boolean =>
  payment.source === 'oneoff' || user_unique_id === null || payment.custom_field_1 === user_unique_id;

function readAmount(text: string): Money {
  const amount = parseMoney(text);
  if (amount === undefined)
    return refuse('PARAMETER_VALUE_SYNTAX', "Invalid parameter 'amount': write it like 10.00", {
      path: ['amount'],
    });
  if (cents(amount) <= cents(zero))
    return refuse('PARAMETER_VALUE_RANGE', "Invalid parameter 'amount': it must be more than nothing", {
      path: ['amount'],
    });
  return amount;
}
