import { z } from 'zod';
import { Refusal, refuseAll, refuseWith } from '../../../base/errors.ts';
import { shortest } from '../../../base/money.ts';
import {
  billingUnavailable,
  checkReservationNames,
  intersectingInvoicesPaid,
  noAvailableNames,
  reservationPrice,
  someNamesUnavailable,
} from '../../rules/reservation/reservation-names.ts';
import { lockNames } from '../../store/registry/name-locks.ts';
import { insertEntries, linkInvoice, payableInvoicesFor } from '../../store/registry/reservations.ts';
import { markFoundPaid } from '../../store/registry/reserved-names.ts';
import { createInvoice } from '../billing/model/create-invoice.ts';
import { issueInvoiceNumber, refuseWithoutSeller } from '../billing/model/invoice-numbers.ts';
import { paymentLinkOf } from '../billing/model/payment-link.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { nameObstacles } from './available-names.ts';
import { openReservation } from './open-reservation.ts';
import { reservationDocument } from './reservation-document.ts';

/**
 * Opens a paid reservation for a portal, all of the names or none: checks and locks the names, creates the
 * reservation and its invoice, and returns a payment link (docs/rules/reservation.md#reserving-paid). Nothing is held
 * until the payment is known (hold-paid-names.ts), so several reservations of a name may be open; they share the
 * invoice number of the oldest one, for which the payment provider accepts only one payment
 * (docs/rules/reservation.md#sharing-a-number).
 */
export const reserveNamesPaid = defineCommand({
  name: 'paid-reservation.create',
  summary: 'Creates an invoice and a payment link for reserving names for a year.',
  permits: ['portal'],
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.object({
    /** Any value of a client; the rules report its mistakes. */
    names: z.unknown().meta({
      description: '1 to 20 names to hold, with their zones; all of them or none.',
      scalar: ['DomainName'],
    }),
  }),
  errors: [
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'OBJECT_EXISTS',
    'OBJECT_STATUS_PROHIBITS',
    'COMMAND_FAILED',
  ],
  rest: 'POST /api/v1/business_registry/long_reserve_domains',
  graphql: 'Mutation.paidReservationCreate',
  run: async (context, input) => {
    const { db, record } = context;
    const checked = checkReservationNames(input.names);
    if (!checked.ok) return refuseAll(checked.failures);
    const { names } = checked;
    await lockNames(db, names);
    await refuseUnlessAvailable(context, names);

    const reservation = await openReservation(context, 'paid');
    const amount = reservationPrice(names.length);
    const invoice = await createInvoice(context, {
      number: await invoiceNumberFor(context, names),
      initiator: 'business_registry',
      amount,
      amountText: shortest(amount),
      userUniqueId: reservation.user_unique_id,
      reservedNames: names,
      customField1: reservation.user_unique_id,
    });
    await linkInvoice(db, reservation.id, invoice.id);
    await insertEntries(
      db,
      names.map((name, index) => ({ reservation_id: reservation.id, position: index + 1, name })),
    );
    record({
      type: 'reservation',
      id: reservation.id,
      key: reservation.user_unique_id,
      after: reservationDocument(reservation, names, null),
    });
    return {
      id: reservation.id,
      userUniqueId: reservation.user_unique_id,
      invoiceId: invoice.id,
      invoiceNumber: invoice.number,
      names,
      paymentUrl: paymentLinkOf(context, invoice),
    };
  },
});

async function refuseUnlessAvailable(context: OperationContext, names: readonly string[]): Promise<void> {
  const obstacles = await nameObstacles(context, names);
  const awaited = names.filter((name) => obstacles.get(name) === 'awaitingCode');
  const taken = names.filter((name) => obstacles.has(name) && !awaited.includes(name));
  if (taken.length === names.length) refuseWith(noAvailableNames(taken));
  if (taken.length > 0) refuseWith(someNamesUnavailable(taken));
  if (awaited.length === 0) return;
  // The result is kept although the caller is refused: the next caller is refused because the names are taken
  // (docs/rules/reservation.md#reserving-paid).
  context.onRollback((later) => markFoundPaid(later, names, context.now));
  refuseWith(intersectingInvoicesPaid(awaited));
}

async function invoiceNumberFor(context: OperationContext, names: readonly string[]): Promise<number> {
  const [oldest] = await payableInvoicesFor(context.db, names);
  if (oldest) return oldest.number;
  try {
    refuseWithoutSeller(context, await registrySettings(context.db));
    return await issueInvoiceNumber(context);
  } catch (error) {
    if (error instanceof Refusal) return refuseWith(billingUnavailable(error.message));
    throw error;
  }
}
