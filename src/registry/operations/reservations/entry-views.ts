import { portalStatuses } from '../../rules/money/payment-state.ts';
import { type EntryStatus, entryStatus } from '../../rules/reservation/reservation-entry.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { entriesOf, type ReservationEntry } from '../../store/registry/reservations.ts';

/**
 * A reserved name as its holder sees it: with its end while the name is held, and with its code while it is also paid
 * for.
 */
export interface EntryView {
  readonly name: string;
  readonly status: EntryStatus;
  readonly password: string | null;
  readonly expiresAt: Date | null;
  /** The domain of this name, if there is one. */
  readonly domainId: number | null;
  /** The registrar of the domain that was registered with its code, while there is one. */
  readonly registeredFor: number | null;
}

export function entryView(entry: ReservationEntry, now: Date): EntryView {
  const status = entryStatus(
    {
      registeredAt: entry.registered_at,
      isDomain: entry.domain_id !== null,
      heldUntil: entry.held_until,
      begun: entry.expires_at !== null || entry.lost_at !== null,
    },
    now,
  );
  const held = status === 'reserved';
  return {
    name: entry.name,
    status,
    password: held && isPaidFor(entry) ? entry.password : null,
    expiresAt: held ? entry.held_until : null,
    domainId: entry.domain_id,
    registeredFor: entry.registered_for,
  };
}

/**
 * A person may have reverted the payment: then names are shown without codes
 * (docs/rules/reservation.md#paid-status).
 */
const isPaidFor = ({ invoice_status }: ReservationEntry): boolean =>
  invoice_status === null || portalStatuses[invoice_status].status === 'paid';

export async function entryViews(db: Db, reservationId: number, now: Date): Promise<EntryView[]> {
  return (await entriesOf(db, [reservationId])).map((entry) => entryView(entry, now));
}
