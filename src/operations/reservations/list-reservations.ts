import {
  countReservations,
  groupReservations,
  listReservations as readReservations,
} from '../../store/registry/reservation-lists.ts';
import { listed, listInput } from '../lists.ts';
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
  run: ({ db, actor, now }, input) => {
    const scope = { madeBy: actor.kind === 'portal' ? actor.token : undefined, now };
    return listed(
      input,
      (query) => readReservations(db, scope, query),
      (filter) => countReservations(db, scope, filter),
      (filter, grouping) => groupReservations(db, scope, filter, grouping),
    );
  },
});
