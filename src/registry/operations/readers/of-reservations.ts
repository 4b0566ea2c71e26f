import type { Db } from '../../store/driver/connections/pool.ts';
import {
  entriesOf,
  type Reservation,
  reservationsOfDomains,
  reservationsOfInvoices,
} from '../../store/registry/reservations.ts';
import { type EntryView, entryView } from '../reservations/entry-views.ts';
import { eachOf, oneOf } from './keyed.ts';

/**
 * Returns the entries of each reservation without their codes, which are only for callers who name the reservation.
 */
export async function entryLists(db: Db, ids: readonly number[], now: Date): Promise<EntryView[][]> {
  const entries = eachOf(ids, await entriesOf(db, ids), (row) => row.reservation_id);
  return entries.map((rows) => rows.map((row) => ({ ...entryView(row, now), password: null })));
}

/** The reservation that each invoice pays for. */
export const reservationForInvoices = async (
  db: Db,
  ids: readonly number[],
): Promise<(Reservation | null)[]> =>
  oneOf(ids, await reservationsOfInvoices(db, ids), (row) => row.invoice_id);

/** The reservation that each domain was registered with. */
export const reservationForDomains = async (
  db: Db,
  ids: readonly number[],
): Promise<(Reservation | null)[]> =>
  oneOf(ids, await reservationsOfDomains(db, ids), (row) => row.domain_id);
