import { isUserUniqueId } from '../../rules/reservation/reservation-names.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { type Reservation, reservationByUserUniqueId } from '../../store/registry/reservations.ts';

/** Finds a reservation; undefined for an unknown id. A text that is not a UUID is not queried. */
export const findReservation = async (db: Db, userUniqueId: string): Promise<Reservation | undefined> =>
  isUserUniqueId(userUniqueId) ? reservationByUserUniqueId(db, userUniqueId) : undefined;
