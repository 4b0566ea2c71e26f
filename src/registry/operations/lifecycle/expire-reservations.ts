import { earliestReservationEnd, removeExpiredReservations } from '../../store/registry/due-rows.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

/**
 * Deletes the rows of name reservations that have ended and records that in history. The name itself has been free
 * since the moment its reservation ended (docs/rules/reservation.md#availability).
 */
export const expireReservations = defineJob({
  name: 'reservations',
  operation: 'name.end-reservation',
  summary: 'Removes expired reservations of names.',
  next: () => ({ earliest: earliestReservationEnd }),
  work: async (context, input) => {
    const gone = await removeExpiredReservations(context.db, input.until, input.limit);
    const events = gone.map(({ id, name, expires_at }) => {
      const moment = momentOf(expires_at ?? input.until, input);
      atMoment(context, moment).record({ type: 'reserved_name', id, key: name, before: { name } });
      return jobEvent('RESERVATION_EXPIRED', name, moment);
    });
    return { events, taken: gone.length };
  },
});
