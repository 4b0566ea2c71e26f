import { isUserUniqueId } from '../../rules/reservation/reservation-names.ts';
import type { Db } from '../../store/driver/pool.ts';
import { type Reservation, reservationByUserUniqueId } from '../../store/registry/reservations.ts';

/** Undefined for an id that nobody was given; a text that cannot be one is not even asked for: not every text can be. */
export const findReservation = async (db: Db, userUniqueId: string): Promise<Reservation | undefined> =>
  isUserUniqueId(userUniqueId) ? reservationByUserUniqueId(db, userUniqueId) : undefined;
