import { reservationListAt } from '../../store/registry/reservation-lists.ts';
import { listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/** The reservations made with the caller's own token; an operator sees all. Never with their codes. */
export const listReservations = defineQuery({
  name: 'reservation.list',
  summary: 'Lists reservations of names, without their codes.',
  permits: ['portal', 'operator'],
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
