import type { ReservationKind } from '../../entities/reservation.ts';
import { toAscii } from '../../rules/domain/domain-name.ts';
import { type HeldName, insertReservation, type Reservation } from '../../store/registry/reservations.ts';
import type { OperationContext } from '../operation.ts';

const attempts = 10;

/** Creates a reservation with an id that never changes (docs/rules/reservation.md#life-of-a-reserved-name). */
export async function openReservation(
  { db, now, actor, secret, madeUp }: OperationContext,
  kind: ReservationKind,
): Promise<Reservation> {
  const begun = kind === 'free' ? now : null;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const reservation = await insertReservation(db, {
      user_unique_id: madeUp(newUserUniqueId(secret)),
      kind,
      invoice_id: null,
      held_at: begun,
      materialised_at: begun,
      made_by: actor.kind === 'portal' ? actor.token : null,
      created_at: now,
    });
    if (reservation) return reservation;
  }
  throw new Error(`no free user unique id in ${attempts} attempts`);
}

/** Eight hexadecimal digits, a hyphen and one more: the beginning of a UUID, as portals expect it. */
function newUserUniqueId(secret: OperationContext['secret']): string {
  const digits = secret(5);
  return `${digits.slice(0, 8)}-${digits.slice(8, 9)}`;
}

/** Sorted, so that every transaction inserts them in the same order. */
export const namesToHold = (
  names: readonly string[],
  { secret }: Pick<OperationContext, 'secret'>,
): HeldName[] => [...names].sort().map((name) => ({ name, puny: toAscii(name), password: secret(16) }));
