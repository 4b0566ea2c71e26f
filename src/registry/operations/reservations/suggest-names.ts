import { z } from 'zod';
import { refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { checkOrganizationName, suggestionLabels } from '../../rules/reservation/legal-forms.ts';
import { openZones } from '../../store/registry/zones.ts';
import { defineQuery } from '../operation.ts';
import { availableNames } from './available-names.ts';

/**
 * Suggests names for an organization to a portal: makes labels of its name, joined first and then hyphenated, in
 * every open zone. It returns those that are available now and holds none of them
 * (docs/rules/reservation.md#suggestions).
 */
export const suggestNames = defineQuery({
  name: 'reservation.suggest',
  summary: 'Suggests available names for an organisation.',
  permits: ['portal'],
  scope: 'READ',
  input: z.object({ organizationName: z.string() }),
  errors: ['PARAMETER_VALUE_SYNTAX'],
  rest: 'GET /api/v1/business_registry/domain_names/:organization_name',
  graphql: 'Query.reservationSuggestions',
  run: async (context, { organizationName }) => {
    const checked = checkOrganizationName(organizationName);
    if (!checked.ok) return refuseWith(checked.failure);
    const zones = await openZones(context.db);
    const names = suggestionLabels(checked.name).flatMap((label) =>
      zones.map(({ origin }) => normaliseLookup(`${label}.${origin}`)),
    );
    return availableNames(context, [...new Set(names)]);
  },
});
