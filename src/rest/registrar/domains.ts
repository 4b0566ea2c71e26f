import { listDomains } from '../../operations/domains/list-domains.ts';
import { newestDomain } from '../../operations/domains/newest-domain.ts';
import { registerDomain } from '../../operations/domains/register-domain.ts';
import { showDomain } from '../../operations/domains/show-domain.ts';
import { domainStatuses } from '../../rules/statuses.ts';
import { domainsById } from '../../store/domains.ts';
import type { RestRoute } from '../door.ts';
import { readRegistration, registrationSchema } from './domain-body.ts';
import { domainFilter, domainFilterNames, domainSort } from './domain-filters.ts';
import { fullDomains, simpleDomain } from './domain-view.ts';
import { success } from './envelope.ts';
import { domainNameOf } from './own-domain.ts';
import { extraCost, isOn, pagingDocs, sliceOf } from './paging.ts';
import { queryFilterDocs } from './query-filters.ts';

const details = { description: '`true` for full objects instead of names.', schema: { type: 'string' } };
const simple = {
  description: 'Extension: with `details`, `true` for name, expiry, registrant, statuses and code only.',
  schema: { type: 'string' },
};

/** reference/registrar.md 6 and 7. */
export const domainRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains',
    operation: listDomains,
    docs: { query: { ...pagingDocs, details, simple, ...queryFilterDocs(domainFilterNames) } },
    handle: async (call) => {
      const { rows, count } = await call.run(listDomains, {
        query: { filter: domainFilter(call), sort: domainSort(call), slice: sliceOf(call.query) },
        withCount: true,
      });
      const newest = await call.run(newestDomain, {});
      const shown = newest ? [newest, ...rows] : rows;
      const items = !isOn(call.query, 'details')
        ? shown.map(({ name }) => name)
        : isOn(call.query, 'simple')
          ? shown.map((domain) => simpleDomain(call, domain))
          : await fullDomains(call, shown);
      const newDomain = newest ? items.slice(0, 1) : [];
      const data = {
        new_domain: newDomain,
        domains: items.slice(newDomain.length),
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
      const [domain] = await fullDomains(call, [await call.run(showDomain, { name: domainNameOf(call) })]);
      return success({ domain });
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
