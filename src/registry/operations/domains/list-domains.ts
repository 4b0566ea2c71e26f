import { z } from 'zod';
import { registrarListed } from '../../rules/visibility.ts';
import { groupDomains } from '../../store/registry/domain-groups.ts';
import { countDomains, listDomains as readDomains } from '../../store/registry/domains.ts';
import { domainsAsOf, pastDomainFields } from '../../store/registry/past.ts';
import { listed, listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';
import { domainParts } from './model/domain-parts.ts';
import { pastDomains } from './past-domains.ts';

export { pastDomainFields };

/**
 * Lists a registrar's own domains, or all domains for an operator, as one page with its filter, order, count and
 * groups (docs/rules/registrar.md#domain-list). With `asOf` the page is rebuilt from history and shows the domains as
 * they were at that moment.
 */
export const listDomains = defineQuery({
  name: 'domain.list',
  summary: "Lists domains: the registrar's own, or all of them for an operator.",
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput.extend({ parts: domainParts, asOf: z.date().optional() }),
  errors: [],
  rest: 'GET /registry/v1/domains',
  graphql: 'Query.domains',
  run: async ({ db, actor, calendar, now, config }, { asOf, ...input }) => {
    const registrarId = registrarListed(actor);
    if (asOf) {
      const then = { asOf, registrarId, isCreatedHere: config.ownsRegistry };
      const { rows, ...totals } = await listedFrom(db, domainsAsOf(then, calendar), input);
      return { ...totals, rows: await pastDomains(db, rows, asOf) };
    }
    return listed(
      input,
      (query) => readDomains(db, registrarId, query, input.parts, calendar.dateOf(now)),
      (filter) => countDomains(db, registrarId, filter),
      (filter, grouping) => groupDomains(db, registrarId, filter, grouping),
    );
  },
});
