import { z } from 'zod';
import { failure, refuseWith } from '../../../base/errors.ts';
import { entryViews } from '../../../registry/operations/reservations/entry-views.ts';
import { reserveNames } from '../../../registry/operations/reservations/reserve-names.ts';
import { showReservation } from '../../../registry/operations/reservations/show-reservation.ts';
import { suggestNames } from '../../../registry/operations/reservations/suggest-names.ts';
import { invalidOrganizationName } from '../../../registry/rules/reservation/legal-forms.ts';
import {
  malformedNames,
  noAvailableNames,
  reservedNamesNotFound,
  tooManyNames,
} from '../../../registry/rules/reservation/reservation-names.ts';
import { type RestRoute, route } from '../route.ts';
import { data, schemaOf, text } from '../shapes.ts';
import { namesBody } from './body.ts';
import { codeOf, codeShape, entryShape, reservedEntry, shownName, userUniqueId } from './entry-view.ts';

/** Suggestions and free reservations (docs/rules/reservation.md#suggestions, #free-reservations). */
export const freeRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domain_names/:organization_name',
    operation: suggestNames,
    unreadable: invalidOrganizationName(),
    docs: {
      data: data({ variants: z.array(shownName).meta({ description: 'Names that are available now' }) }),
      refusals: [invalidOrganizationName()],
    },
    handle: async ({ path, run }) => {
      const { organization_name: organizationName = '' } = path;
      // An empty segment names no resource.
      if (organizationName === '') return refuseWith(failure('OBJECT_DOES_NOT_EXIST'));
      return { body: { variants: await run(suggestNames, { organizationName }) } };
    },
  },
  route({
    method: 'POST',
    path: '/reserve_domains',
    operation: reserveNames,
    request: { body: namesBody },
    docs: {
      status: 201,
      data: data({
        message: text('What was done', 'Domains reserved successfully'),
        reserved_domains: z.array(codeShape).meta({ description: 'The names that could be reserved' }),
        user_unique_id: userUniqueId,
      }),
      refusals: [malformedNames(), tooManyNames(), noAvailableNames([])],
    },
    handle: async ({ body, calendar, now, runAndShow }) => {
      const { userUniqueId, entries } = await runAndShow(
        reserveNames,
        body,
        async (db, { id, userUniqueId }) => ({ userUniqueId, entries: await entryViews(db, id, now) }),
      );
      return {
        status: 201,
        body: {
          message: 'Domains reserved successfully',
          // A replayed answer has no code that was used or has expired meanwhile.
          reserved_domains: entries
            .filter(({ status }) => status === 'reserved')
            .map((entry) => codeOf(entry, calendar)),
          user_unique_id: userUniqueId,
        },
      };
    },
  }),
  {
    method: 'GET',
    path: '/reserve_domains/:user_unique_id',
    operation: showReservation,
    unreadable: reservedNamesNotFound(),
    docs: { data: schemaOf(z.array(entryShape)), refusals: [reservedNamesNotFound()] },
    handle: async ({ path, calendar, run }) => {
      const { entries } = await run(showReservation, { userUniqueId: path.user_unique_id ?? '' });
      return { body: entries.map((entry) => reservedEntry(entry, calendar)) };
    },
  },
];
