import { z } from 'zod';
import { addDnssecKeys } from '../../../registry/operations/domains/add-dnssec-keys.ts';
import { listDnssecKeys } from '../../../registry/operations/domains/list-dnssec-keys.ts';
import { removeDnssecKeys } from '../../../registry/operations/domains/remove-dnssec-keys.ts';
import { fields, renamed } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { data } from '../shapes.ts';
import { dnssecKeys } from './domain-fields.ts';
import { dnssecKeyShape } from './domain-view.ts';
import { success } from './envelope.ts';
import { changedDomain, changedDomainData, domainNameOf, lookUpOwnDomain } from './own-domain.ts';

const request = {
  body: renamed(fields({ dns_keys: dnssecKeys }), { dns_keys: 'dnssecKeys' }),
  lookUp: lookUpOwnDomain,
};

/** docs/rules/registrar.md#changing-dnssec-keys. */
export const dnssecRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains/:domain_name/dnssec',
    operation: listDnssecKeys,
    docs: { inGraph: 'Domain.dnssecKeys', data: data({ dns_keys: z.array(dnssecKeyShape) }) },
    handle: async (call) => {
      const rows = await call.run(listDnssecKeys, { name: domainNameOf(call) });
      return success({
        dns_keys: rows.map(({ flags, protocol, alg, public_key }) => ({ flags, protocol, alg, public_key })),
      });
    },
  },
  ...(
    [
      ['POST', addDnssecKeys],
      ['DELETE', removeDnssecKeys],
    ] as const
  ).map(([method, operation]) =>
    route({
      method,
      path: '/domains/:domain_name/dnssec',
      operation,
      request,
      docs: { data: changedDomainData },
      handle: async (call) =>
        changedDomain(await call.run(operation, { name: domainNameOf(call), ...call.body })),
    }),
  ),
];
