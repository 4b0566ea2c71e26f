/** The status of a reserved name. `pending` means not paid for, so nothing is held. */
const entryStatuses = ['pending', 'reserved', 'registered', 'expired'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export interface EntryFacts {
  /** The moment at which the entry's own code was used. */
  readonly registeredAt: Date | null;
  /** True if a domain of this name exists now, whoever has registered it. */
  readonly isDomain: boolean;
  /**
   * The moment until which this reservation holds the name; null if it does not, or if a code is not issued yet.
   */
  readonly heldUntil: Date | null;
  /** True if the reservation has begun, or the name was lost before it could. */
  readonly begun: boolean;
}

/**
 * Registered comes before reserved, reserved before expired; the clock decides, not a cleanup
 * (docs/rules/reservation.md#entries). A name registered with the code stays registered when the domain is
 * deleted.
 */
export function entryStatus(
  { registeredAt, isDomain, heldUntil, begun }: EntryFacts,
  now: Date,
): EntryStatus {
  if (registeredAt !== null || isDomain) return 'registered';
  if (heldUntil !== null && heldUntil > now) return 'reserved';
  return begun ? 'expired' : 'pending';
}
