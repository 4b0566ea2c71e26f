import { z } from 'zod';
import { objectDoesNotExist, refuse, refuseWith } from '../../../base/errors.ts';
import { lockInvoice } from '../../store/billing/invoices.ts';
import { lockNames } from '../../store/registry/name-locks.ts';
import { endReservationOf, entriesOf, reservationByUserUniqueId } from '../../store/registry/reservations.ts';
import { moveInvoice } from '../billing/model/move-invoice.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';

/**
 * Ends a reservation for an operator: locks its names and its invoice, and frees the names that are not registered
 * yet. An unpaid invoice is cancelled, so that a later payment is reported to operators (docs/rules/rulings.md); a
 * paid one stays paid and is refunded with invoiceRefund.
 */
export const cancelReservation = defineCommand({
  name: 'reservation.cancel',
  summary: 'Ends a reservation and frees the names that it holds.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    userUniqueId: text('The userUniqueId that reservationCreate or paidReservationCreate returned.'),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS', 'BILLING_FAILURE'],
  graphql: 'Mutation.reservationCancel',
  run: async (context, { userUniqueId }) => {
    const { db, now, record } = context;
    const found = (await reservationByUserUniqueId(db, userUniqueId)) ?? refuseWith(objectDoesNotExist());
    const names = (await entriesOf(db, [found.id])).map(({ name }) => name);
    // Serialises this, a payment and a registration with its code: each sees the changes of the others.
    await lockNames(db, names);
    const invoice = found.invoice_id === null ? undefined : await lockInvoice(db, found.invoice_id);
    const open = (await entriesOf(db, [found.id])).filter((entry) => !entry.registered_at && !entry.lost_at);
    const waits = invoice && ['unpaid', 'failed', 'overdue'].includes(invoice.status);
    if (open.length === 0 && !waits)
      refuse('OBJECT_STATUS_PROHIBITS', 'Reservation no longer holds any names');
    if (waits) await moveInvoice(context, invoice, 'cancelled', 'operator');
    for (const { id, name } of await endReservationOf(db, found.id, now))
      record({ type: 'reserved_name', id, key: name, before: { name } });
    record({
      type: 'reservation',
      id: found.id,
      key: String(found.id),
      before: { names: open.map(({ name }) => name) },
      after: { names: [] },
    });
    return { id: found.id };
  },
});
