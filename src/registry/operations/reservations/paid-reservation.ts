import { refuseWith } from '../../../base/errors.ts';
import { reservedInvoiceNotFound } from '../../rules/reservation/reservation-names.ts';
import { type Invoice, invoicesById } from '../../store/billing/invoices.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import type { Reservation } from '../../store/registry/reservations.ts';
import { findReservation } from './find-reservation.ts';

export interface PaidReservation {
  readonly reservation: Reservation;
  readonly invoice: Invoice;
}

/**
 * Number and id must both be given and belong together, the number compared as text
 * (docs/rules/reservation.md#paid-status).
 */
export async function paidReservationOf(
  db: Db,
  { invoiceNumber, userUniqueId }: { invoiceNumber: string; userUniqueId: string },
): Promise<PaidReservation> {
  const reservation = await findReservation(db, userUniqueId);
  const [invoice] = reservation?.invoice_id ? await invoicesById(db, [reservation.invoice_id]) : [];
  return reservation && invoice && String(invoice.number) === invoiceNumber
    ? { reservation, invoice }
    : refuseWith(reservedInvoiceNotFound());
}
