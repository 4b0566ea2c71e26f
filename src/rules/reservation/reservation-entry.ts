/** What became of one reserved name. `pending`: not paid for, so nothing is held. */
const entryStatuses = ['pending', 'reserved', 'registered', 'expired'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export interface EntryFacts {
  /** When the entry's own code was used. */
  readonly registeredAt: Date | null;
  /** Whether a domain of this name exists now, whoever registered it. */
  readonly isDomain: boolean;
  /** Until when this reservation, and no other, holds the name; null when it does not or no code is issued yet. */
  readonly heldUntil: Date | null;
  /** Whether the reservation has begun, or the name was lost before it could. */
  readonly begun: boolean;
}

/**
 * Registered comes before reserved, reserved before expired; the clock decides, not whether somebody has cleaned up
 * (docs/rules/reservation.md#entries). What was registered with the code stays so when the domain is deleted.
 */
export function entryStatus(
  { registeredAt, isDomain, heldUntil, begun }: EntryFacts,
  now: Date,
): EntryStatus {
  if (registeredAt !== null || isDomain) return 'registered';
  if (heldUntil !== null && heldUntil > now) return 'reserved';
  return begun ? 'expired' : 'pending';
}
