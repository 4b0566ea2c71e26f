import { z } from 'zod';
import { addDnssecKeys } from '../../operations/domains/add-dnssec-keys.ts';
import { listDnssecKeys } from '../../operations/domains/list-dnssec-keys.ts';
import { removeDnssecKeys } from '../../operations/domains/remove-dnssec-keys.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { data } from '../shapes.ts';
import { dnssecKeyOf, dnssecKeyParams } from './dnssec-params.ts';
import { dnssecKeyShape } from './domain-view.ts';
import { success } from './envelope.ts';
import { changedDomain, changedDomainData, domainNameOf, readForOwnDomain } from './own-domain.ts';
import { bodySchema, hash, listOf } from './params.ts';

const keysBody = { dns_keys: listOf(hash(dnssecKeyParams)) };

/** docs/rules/registrar.md#changing-dnssec-keys. */
export const dnssecRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains/:domain_name/dnssec',
    operation: listDnssecKeys,
    docs: { data: data({ dns_keys: z.array(dnssecKeyShape) }) },
    handle: async (call) => {
      const rows = await call.run(listDnssecKeys, { name: domainNameOf(call) });
      return success({
        dns_keys: rows.map(({ flags, protocol, alg, public_key }) => ({ flags, protocol, alg, public_key })),
      });
    },
  },
  {
    method: 'POST',
    path: '/domains/:domain_name/dnssec',
    operation: addDnssecKeys,
    docs: { body: bodySchema(keysBody), data: changedDomainData },
    handle: async (call) => changedDomain(await call.run(addDnssecKeys, await keysOf(call))),
  },
  {
    method: 'DELETE',
    path: '/domains/:domain_name/dnssec',
    operation: removeDnssecKeys,
    docs: { body: bodySchema(keysBody), data: changedDomainData },
    handle: async (call) => changedDomain(await call.run(removeDnssecKeys, await keysOf(call))),
  },
];

async function keysOf(call: RestCall) {
  const { dns_keys } = await readForOwnDomain(call, keysBody);
  return { name: domainNameOf(call), dnssecKeys: dns_keys.map(dnssecKeyOf) };
}
