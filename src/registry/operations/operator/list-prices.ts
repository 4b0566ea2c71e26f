import { priceListOn } from '../../store/registry/zones.ts';
import { listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists the prices of registrations and renewals as one page. A registrar sees those that are valid today, and an
 * operator sees past and future ones too.
 */
export const listPrices = defineQuery({
  name: 'price.list',
  summary:
    'Lists prices: those that are valid today for a registrar, past and future ones too for the operator.',
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.prices',
  run: ({ db, now, calendar, actor }, input) =>
    listedFrom(
      db,
      priceListOn(calendar.dateOf(now)),
      input,
      actor.kind === 'operator' ? undefined : { field: 'current', is: 'eq', value: true },
    ),
});
