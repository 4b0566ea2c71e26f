import { z } from 'zod';
import { listDomains } from '../../operations/domains/list-domains.ts';
import { newestDomain } from '../../operations/domains/newest-domain.ts';
import { registerDomain } from '../../operations/domains/register-domain.ts';
import { showDomain } from '../../operations/domains/show-domain.ts';
import { domainRows } from '../../operations/readers/rows.ts';
import type { DomainParts, DomainWithParts } from '../../operations/readers/shown.ts';
import { domainStatuses } from '../../rules/domain/statuses.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { count, data, text } from '../shapes.ts';
import { readRegistration, registrationSchema } from './domain-body.ts';
import { domainFilter, domainFilterNames, domainSort } from './domain-filters.ts';
import {
  domainName,
  domainShape,
  fullDomain,
  fullParts,
  namesOnly,
  simpleDomain,
  simpleDomainShape,
  simpleParts,
  transferCode,
} from './domain-view.ts';
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

const listed = z.union([domainName, domainShape, simpleDomainShape]);

/** docs/rules/registrar.md#looking, #what-is-done-to-a-domain. */
export const domainRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains',
    operation: listDomains,
    docs: {
      query: { ...pagingDocs, details, simple, ...queryFilterDocs(domainFilterNames) },
      data: data({
        new_domain: z
          .array(listed)
          .meta({ description: 'The domain that was registered last, if there is one' }),
        domains: z.array(listed).meta({ description: 'Names, or domains with `details`' }),
        count: count('How many there are in all', 45),
        statuses: z.array(z.string()).meta({ description: 'Every status a domain can have' }),
      }),
    },
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
      const found = {
        new_domain: newest ? [show(newest)] : [],
        domains: rows.map(show),
        count,
        statuses: domainStatuses,
      };
      return { ...success(found), extraCost: extraCost(call.query, rows.length) };
    },
  },
  {
    method: 'GET',
    path: '/domains/:domain_name',
    operation: showDomain,
    docs: { data: data({ domain: domainShape }) },
    handle: async (call) => {
      const domain = await call.run(showDomain, { name: domainNameOf(call), parts: fullParts });
      return success({ domain: fullDomain(call, domain) });
    },
  },
  {
    method: 'POST',
    path: '/domains',
    operation: registerDomain,
    docs: {
      body: registrationSchema,
      data: data({
        domain: z.object({
          name: domainName,
          transfer_code: text(
            'The transfer code; not told again once the domain has moved to another registrar',
            'e2c440979d532e2c440979d532',
          ).optional(),
          id: text('The UUID of the domain', '0f8fad5b-d9cb-469f-a165-70867728950e'),
        }),
      }),
    },
    handle: async (call) => {
      // The code is read, not remembered with the answer: a repeated request shows the one that holds now, while it
      // is still the caller's to know.
      const domain = await call.runAndShow(
        registerDomain,
        readRegistration(call.body),
        async (db, { id, uuid, name }) => {
          const registered = await domainRows.one(db, { id }, call.calendar.dateOf(call.now));
          return { name, ...(registered && transferCode(call, registered)), id: uuid };
        },
      );
      return success({ domain });
    },
  },
];
