import { z } from 'zod';
import { addNameservers } from '../../../registry/operations/domains/add-nameservers.ts';
import { listNameservers } from '../../../registry/operations/domains/list-nameservers.ts';
import { removeNameserver } from '../../../registry/operations/domains/remove-nameserver.ts';
import { fields, listOf } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { data } from '../shapes.ts';
import { nameserverFields } from './domain-fields.ts';
import { nameserverShape } from './domain-view.ts';
import { success } from './envelope.ts';
import { changedDomain, changedDomainData, domainNameOf, lookUpOwnDomain } from './own-domain.ts';

/** docs/rules/registrar.md#changing-nameservers. */
export const nameserverRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains/:domain_name/nameservers',
    operation: listNameservers,
    docs: { inGraph: 'Domain.nameservers', data: data({ nameservers: z.array(nameserverShape) }) },
    handle: async (call) => {
      const rows = await call.run(listNameservers, { name: domainNameOf(call) });
      return success({ nameservers: rows.map(({ hostname, ipv4, ipv6 }) => ({ hostname, ipv4, ipv6 })) });
    },
  },
  route({
    method: 'POST',
    path: '/domains/:domain_name/nameservers',
    operation: addNameservers,
    request: { body: fields({ nameservers: listOf(nameserverFields) }), lookUp: lookUpOwnDomain },
    docs: { data: changedDomainData },
    handle: async (call) =>
      changedDomain(await call.run(addNameservers, { name: domainNameOf(call), ...call.body })),
  }),
  {
    method: 'DELETE',
    path: '/domains/:domain_name/nameservers/:nameserver_hostname',
    operation: removeNameserver,
    docs: { data: changedDomainData },
    handle: async (call) => {
      const hostname = call.path.nameserver_hostname ?? '';
      return changedDomain(await call.run(removeNameserver, { name: domainNameOf(call), hostname }));
    },
  },
];
