import type { Document } from '../../../base/events.ts';
import type { Reservation } from '../../store/registry/reservations.ts';

/** A reservation as history keeps it: never with its codes. */
export function reservationDocument(
  reservation: Reservation,
  names: readonly string[],
  expiresAt: Date | null,
): Document {
  return {
    kind: reservation.kind,
    names,
    heldAt: reservation.held_at?.toISOString() ?? null,
    materialisedAt: reservation.materialised_at?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
