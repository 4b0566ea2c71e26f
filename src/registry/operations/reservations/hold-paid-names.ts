import type { Invoice } from '../../store/billing/invoices.ts';
import {
  entriesOf,
  holdNames,
  lockPayableInvoicesFor,
  lockReservation,
  markHeld,
  type Reservation,
  releaseNames,
  reservationOfInvoice,
} from '../../store/registry/reservations.ts';
import { raiseDisagreementOnce } from '../billing/model/disagreements.ts';
import type { OperationContext } from '../operation.ts';
import { availableNames } from './available-names.ts';
import { namesToHold } from './open-reservation.ts';
import { reservationDocument } from './reservation-document.ts';

type Context = Pick<OperationContext, 'db' | 'now' | 'calendar' | 'record' | 'secret'>;

/**
 * Called when the payment of this invoice is known: its names are held from now on, although their codes come later
 * (docs/rules/rulings.md#when-a-paid-reservation-begins). Returns the invoices of other reservations of the
 * same names, locked, to be cancelled. The names themselves were locked with the invoice. Names that
 * were taken meanwhile are lost, and an operator is notified to refund them
 * (docs/rules/reservation.md#sharing-a-number, #paid-status).
 */
export async function holdPaidNames(context: Context, invoice: Invoice): Promise<Invoice[]> {
  const { db, now, record } = context;
  const before = await lockUnheld(context, invoice);
  if (!before) return [];
  const names = await namesOf(context, before);
  const available = await availableNames(context, names);
  const held = await holdNames(db, before.id, namesToHold(available, context), { expiresAt: null, now });
  const lost = names.filter((name) => !held.includes(name));
  await markHeld(db, before.id, { lost, now });
  if (lost.length > 0)
    await raiseDisagreementOnce(context, paymentOf(invoice), 'namesLost', invoice, { names: lost });
  record({
    type: 'reservation',
    id: before.id,
    key: before.user_unique_id,
    before: reservationDocument(before, names, null),
    after: reservationDocument({ ...before, held_at: now }, held, null),
  });
  return lockPayableInvoicesFor(db, names);
}

/**
 * A person has marked the invoice as unpaid: names whose codes nobody has seen are released. Issued codes
 * stay valid until they expire.
 */
export async function releasePaidNames(context: Context, invoice: Invoice): Promise<void> {
  const { db, record } = context;
  const found = await reservationOfInvoice(db, invoice.id);
  if (!found) return;
  const before = await lockReservation(db, found.id);
  if (before.held_at === null || before.materialised_at !== null) return;
  const names = await namesOf(context, before);
  await releaseNames(db, before.id);
  record({
    type: 'reservation',
    id: before.id,
    key: before.user_unique_id,
    before: reservationDocument(before, names, null),
    after: reservationDocument({ ...before, held_at: null }, names, null),
  });
}

async function lockUnheld({ db }: Context, invoice: Invoice): Promise<Reservation | undefined> {
  const found = await reservationOfInvoice(db, invoice.id);
  const locked = found && (await lockReservation(db, found.id));
  return locked?.held_at === null ? locked : undefined;
}

async function namesOf({ db }: Context, { id }: Reservation): Promise<string[]> {
  return (await entriesOf(db, [id])).map(({ name }) => name);
}

/** A person may have marked it as paid; reservations that share a number are distinguished by their user. */
const paymentOf = ({ payment_reference, number, user_unique_id }: Invoice): string =>
  payment_reference ?? `invoice ${number} of ${user_unique_id}`;
