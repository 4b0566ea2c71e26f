import { earliestReservationEnd, removeExpiredReservations } from '../../store/registry/due-rows.ts';
import { defineCommand } from '../operation.ts';
import { atMoment, type Job, jobEvent, momentOf, stretch } from './job.ts';

/**
 * The name is free from the moment its reservation ends; this deletes the row
 * (docs/rules/reservation.md#availability).
 */
export const expireReservations: Job = {
  name: 'reservations',
  next: () => ({ earliest: earliestReservationEnd }),
  work: defineCommand({
    name: 'name.end-reservation',
    summary: 'Clears away reservations of names that have run out.',
    permits: ['system'],
    scope: 'WRITE',
    input: stretch,
    errors: [],
    run: async (context, input) => {
      const gone = await removeExpiredReservations(context.db, input.until, input.limit);
      const events = gone.map(({ id, name, expires_at }) => {
        const moment = momentOf(expires_at ?? input.until, input);
        atMoment(context, moment).record({ type: 'reserved_name', id, key: name, before: { name } });
        return jobEvent('RESERVATION_EXPIRED', name, moment);
      });
      return { events, taken: gone.length };
    },
  }),
};
