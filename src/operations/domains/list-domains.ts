import { registrarListed } from '../../rules/visibility.ts';
import { countDomains, groupDomains, listDomains as readDomains } from '../../store/registry/domains.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';
import { domainParts } from './model/domain-parts.ts';

/** The caller's own domains (docs/rules/registrar.md#domain-list); an operator sees all. */
export const listDomains = defineQuery({
  name: 'domain.list',
  summary: "Lists domains: the registrar's own, everybody's for the operator.",
  permits: ['registrar:epp', 'operator'],
  scope: 'READ',
  facade: 'mirror',
  input: listInput.extend({ parts: domainParts }),
  errors: [],
  rest: 'GET /registry/v1/domains',
  graphql: 'Query.domains',
  run: ({ db, actor, calendar, now }, input) => {
    const registrarId = registrarListed(actor);
    return listed(
      input,
      (query) => readDomains(db, registrarId, query, input.parts, calendar.dateOf(now)),
      (filter) => countDomains(db, registrarId, filter),
      (filter, grouping) => groupDomains(db, registrarId, filter, grouping),
    );
  },
});
