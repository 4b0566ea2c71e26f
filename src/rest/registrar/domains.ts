import { listDomains } from '../../operations/domains/list-domains.ts';
import { newestDomain } from '../../operations/domains/newest-domain.ts';
import { registerDomain } from '../../operations/domains/register-domain.ts';
import { showDomain } from '../../operations/domains/show-domain.ts';
import { domainStatuses } from '../../rules/statuses.ts';
import type { DomainParts, DomainWithParts } from '../../store/domain-reader.ts';
import { domainsById } from '../../store/domains.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { readRegistration, registrationSchema } from './domain-body.ts';
import { domainFilter, domainFilterNames, domainSort } from './domain-filters.ts';
import { fullDomain, fullParts, namesOnly, simpleDomain, simpleParts } from './domain-view.ts';
import { success } from './envelope.ts';
import { domainNameOf } from './own-domain.ts';
import { extraCost, isOn, pagingDocs, sliceOf } from './paging.ts';
import { queryFilterDocs } from './query-filters.ts';

const details = { description: '`true` for full objects instead of names.', schema: { type: 'string' } };
const simple = {
  description: 'Extension: with `details`, `true` for name, expiry, registrant, statuses and code only.',
  schema: { type: 'string' },
};

interface View {
  readonly parts: DomainParts;
  readonly show: (domain: DomainWithParts) => unknown;
}

function viewFor(call: RestCall): View {
  if (!isOn(call.query, 'details')) return { parts: namesOnly, show: ({ name }) => name };
  return isOn(call.query, 'simple')
    ? { parts: simpleParts, show: (domain) => simpleDomain(call, domain) }
    : { parts: fullParts, show: (domain) => fullDomain(call, domain) };
}

/** reference/registrar.md 6 and 7. */
export const domainRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains',
    operation: listDomains,
    docs: { query: { ...pagingDocs, details, simple, ...queryFilterDocs(domainFilterNames) } },
    handle: async (call) => {
      const { parts, show } = viewFor(call);
      const [{ rows, count }, newest] = await Promise.all([
        call.run(listDomains, {
          query: { filter: domainFilter(call), sort: domainSort(call), slice: sliceOf(call.query) },
          withCount: true,
          parts,
        }),
        call.run(newestDomain, { parts }),
      ]);
      const data = {
        new_domain: newest ? [show(newest)] : [],
        domains: rows.map(show),
        count,
        statuses: domainStatuses,
      };
      return { ...success(data), extraCost: extraCost(call.query, rows.length) };
    },
  },
  {
    method: 'GET',
    path: '/domains/:domain_name',
    operation: showDomain,
    handle: async (call) => {
      const domain = await call.run(showDomain, { name: domainNameOf(call), parts: fullParts });
      return success({ domain: fullDomain(call, domain) });
    },
  },
  {
    method: 'POST',
    path: '/domains',
    operation: registerDomain,
    docs: { body: registrationSchema },
    handle: async (call) => {
      // The code is read, not remembered with the answer: a repeated request shows the one that holds now.
      const domain = await call.runAndShow(
        registerDomain,
        readRegistration(call.body),
        async (db, { id, uuid, name }) => {
          const [registered] = await domainsById(db, [id], call.calendar.dateOf(call.now));
          return { name, transfer_code: registered?.transfer_code, id: uuid };
        },
      );
      return success({ domain });
    },
  },
];
