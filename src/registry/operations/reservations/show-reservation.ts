import { z } from 'zod';
import { refuseWith } from '../../../base/errors.ts';
import { reservedNamesNotFound } from '../../rules/reservation/reservation-names.ts';
import { defineQuery } from '../operation.ts';
import { entryViews } from './entry-views.ts';
import { findReservation } from './find-reservation.ts';

/**
 * Shows a portal the names of a free reservation, with status, code and end date while they are held. Paid
 * reservations do not exist here: they are looked up with their invoice (docs/rules/reservation.md#free-status).
 */
export const showReservation = defineQuery({
  name: 'reservation.show',
  summary: 'Shows the status of the names of a free reservation.',
  permits: ['portal'],
  scope: 'READ',
  input: z.object({ userUniqueId: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /api/v1/business_registry/reserve_domains/:user_unique_id',
  graphql: 'Query.reservation',
  run: async ({ db, now }, { userUniqueId }) => {
    const reservation = await findReservation(db, userUniqueId);
    if (reservation?.kind !== 'free') return refuseWith(reservedNamesNotFound());
    return { reservation, entries: await entryViews(db, reservation.id, now) };
  },
});
