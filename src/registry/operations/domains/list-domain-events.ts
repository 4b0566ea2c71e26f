import { failure, refuseWith } from '../../../base/errors.ts';
import type { Filter } from '../../../base/filter.ts';
import { registrarListed, seesPricesOf } from '../../rules/visibility.ts';
import { domainEventList } from '../../store/registry/domain-events.ts';
import { listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists registrations, renewals, transfers and other events of domains from history. A registrar gets the events of
 * the time when it sponsored a domain, with its transfers in and out, and prices only if its role may see them; an
 * operator gets all events, and cannot ask for a direction.
 */
export const listDomainEvents = defineQuery({
  name: 'domain.list-events',
  summary:
    'Lists the events of domains: for a registrar those of the time when it sponsored them, including transfers in and out; for an operator all of them.',
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: ['PARAMETER_VALUE_SYNTAX'],
  graphql: 'Query.domainEvents',
  run: ({ db, actor }, input) => {
    const registrarId = registrarListed(actor);
    const asksDirection =
      names(input.query.filter, 'direction') || input.grouping?.by.some(({ field }) => field === 'direction');
    if (registrarId === undefined && asksDirection)
      refuseWith(
        failure(
          'PARAMETER_VALUE_SYNTAX',
          'Only registrars can use direction: use kind and registrar instead',
          {
            path: ['direction'],
          },
        ),
      );
    const seesPrices = registrarId === undefined || seesPricesOf({ registrar_id: registrarId }, actor);
    return listedFrom(db, domainEventList({ registrarId, seesPrices }), input);
  },
});

function names(filter: Filter | undefined, field: string): boolean {
  if (!filter) return false;
  if ('and' in filter) return filter.and.some((part) => names(part, field));
  if ('or' in filter) return filter.or.some((part) => names(part, field));
  return 'not' in filter ? names(filter.not, field) : filter.field === field;
}
