import { z } from 'zod';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { currentPrices } from '../../store/registry/zones.ts';
import { filterInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

export const listPrices = defineQuery({
  name: 'price.list',
  summary: 'Lists the prices that hold today.',
  permits: ['registrar', 'operator'],
  scope: 'READ',
  facade: 'unsupported',
  input: z.object({ zone: z.string().optional(), where: filterInput }),
  errors: [],
  graphql: 'Query.prices',
  run: ({ db, now, calendar }, { zone, where = { and: [] } }) =>
    currentPrices(
      db,
      calendar.dateOf(now),
      zone === undefined
        ? where
        : { and: [where, { field: 'zone', is: 'eq', value: normaliseLookup(zone) }] },
    ),
});
