import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import type { Sort } from '../../../base/filter.ts';
import { listDomains } from '../../../registry/operations/domains/list-domains.ts';
import { newestDomain } from '../../../registry/operations/domains/newest-domain.ts';
import { registerDomain } from '../../../registry/operations/domains/register-domain.ts';
import { showDomain } from '../../../registry/operations/domains/show-domain.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { domainRows } from '../../../registry/operations/readers/rows.ts';
import type { DomainParts, DomainWithParts } from '../../../registry/operations/readers/shown.ts';
import { shownOnce } from '../../../registry/operations/shown-once.ts';
import { domainStatuses } from '../../../registry/rules/domain/statuses.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { count, data, orNull, text } from '../shapes.ts';
import { answerList } from '../whole-list.ts';
import { registrationBody } from './domain-body.ts';
import { domainsQuery } from './domain-filters.ts';
import { codeOnly, domainName, fullDomain, namesOnly, simpleDomain, transferCode } from './domain-view.ts';
import { success } from './envelope.ts';
import { domainNameOf } from './own-domain.ts';
import { sortsOr } from './query-filters.ts';

interface View {
  readonly parts: DomainParts;
  readonly show: (domain: DomainWithParts) => unknown;
}

/** The default order: by expiry, then the most recently registered first. */
const usualSort: [Sort, Sort] = [
  { field: 'expiresAt', descending: false },
  { field: 'createdAt', descending: true },
];

function viewFor(call: RestCall, { details, simple }: { details: boolean; simple: boolean }): View {
  if (!details) return { parts: namesOnly, show: ({ name }) => name };
  const { parts, show } = simple ? simpleDomain : fullDomain;
  return { parts, show: (domain) => show(call, domain) };
}

type Registered = Awaited<ReturnType<typeof registerDomain.run>>;

/** The code is not stored with the answer: a repeated request shows the present one, if the caller may still see it. */
function showRegistered(call: RestCall) {
  const shown = ({ name, uuid }: Registered, domain: Parameters<typeof transferCode>[1] | null) => ({
    name,
    ...(domain && transferCode(call, domain)),
    id: uuid,
  });
  const read = async (db: Db, value: Registered) =>
    shown(value, await domainRows.one(db, value, call.calendar.dateOf(call.now), codeOnly));
  const known = (value: Registered) => {
    const transfer_code = shownOnce(value);
    const { registrarId: registrar_id } = registrarOf(call.actor);
    return transfer_code === null ? undefined : shown(value, { transfer_code, registrar_id });
  };
  return Object.assign(read, { known });
}

const listed = z.union([domainName, fullDomain.shape, simpleDomain.shape]);

/** docs/rules/registrar.md#reading, #changes-of-a-domain. */
export const domainRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/domains',
    operation: listDomains,
    request: { query: domainsQuery },
    docs: {
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
      const { parts, show } = viewFor(call, call.query);
      const { filter, sorts, details } = call.query;
      const query = { filter: filter(call.calendar), sort: sortsOr(sorts, usualSort) };
      let new_domain: unknown[] = [];
      return answerList(call, {
        paging: call.query,
        details,
        page: async ({ run }, slice, withCount) => {
          const [found, newest] = await Promise.all([
            run(listDomains, { query: { ...query, slice }, withCount, parts }),
            withCount ? run(newestDomain, { parts }) : undefined,
          ]);
          if (withCount) new_domain = newest ? [show(newest)] : [];
          return { ...found, rows: found.rows.map(show) };
        },
        body: (_, domains, count) => success({ new_domain, domains, count, statuses: domainStatuses }).body,
      });
    },
  }),
  {
    method: 'GET',
    path: '/domains/:domain_name',
    operation: showDomain,
    docs: { data: data({ domain: fullDomain.shape }) },
    handle: async (call) => {
      const domain = await call.run(showDomain, { name: domainNameOf(call), parts: fullDomain.parts });
      return success({ domain: fullDomain.show(call, domain) });
    },
  },
  route({
    method: 'POST',
    path: '/domains',
    operation: registerDomain,
    legalDocument: true,
    request: { body: registrationBody },
    docs: {
      data: data({
        domain: z.object({
          name: domainName,
          transfer_code: text(
            'The transfer code; not shown again once the domain has moved to another registrar',
            'e2c440979d532e2c440979d532',
          ).optional(),
          id: orNull(
            text(
              'The UUID of the domain; null while an upstream registry has not reported it',
              '0f8fad5b-d9cb-469f-a165-70867728950e',
            ),
          ),
        }),
      }),
    },
    handle: async (call) => {
      const domain = await call.runAndShow(registerDomain, call.body, showRegistered(call));
      return success({ domain });
    },
  }),
];
