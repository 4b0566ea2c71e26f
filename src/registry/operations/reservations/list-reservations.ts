import { reservationListAt } from '../../store/registry/reservation-lists.ts';
import { listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists reservations of names, never with their codes. A portal gets those that were made with its own token, and an
 * operator gets all.
 */
export const listReservations = defineQuery({
  name: 'reservation.list',
  summary: 'Lists reservations of names, without their codes.',
  permits: ['portal', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.reservations',
  run: ({ db, actor, now }, input) =>
    listedFrom(
      db,
      reservationListAt(now),
      input,
      actor.kind === 'portal' ? { field: 'madeBy', is: 'eq', value: actor.token } : undefined,
    ),
});
