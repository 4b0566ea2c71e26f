import { z } from 'zod';
import { addNameservers } from '../../operations/domains/add-nameservers.ts';
import { listNameservers } from '../../operations/domains/list-nameservers.ts';
import { removeNameserver } from '../../operations/domains/remove-nameserver.ts';
import type { RestRoute } from '../door.ts';
import { data } from '../shapes.ts';
import { nameserverShape } from './domain-view.ts';
import { success } from './envelope.ts';
import { nameserverOf, nameserverParam } from './nameserver-params.ts';
import { changedDomain, changedDomainData, domainNameOf, readForOwnDomain } from './own-domain.ts';
import { bodySchema, listOf } from './params.ts';

const nameserversBody = { nameservers: listOf(nameserverParam) };

/** docs/rules/registrar.md#changing-nameservers. */
export const nameserverRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains/:domain_name/nameservers',
    operation: listNameservers,
    docs: { data: data({ nameservers: z.array(nameserverShape) }) },
    handle: async (call) => {
      const rows = await call.run(listNameservers, { name: domainNameOf(call) });
      return success({ nameservers: rows.map(({ hostname, ipv4, ipv6 }) => ({ hostname, ipv4, ipv6 })) });
    },
  },
  {
    method: 'POST',
    path: '/domains/:domain_name/nameservers',
    operation: addNameservers,
    docs: { body: bodySchema(nameserversBody), data: changedDomainData },
    handle: async (call) => {
      const { nameservers } = await readForOwnDomain(call, nameserversBody);
      const input = { name: domainNameOf(call), nameservers: nameservers.map(nameserverOf) };
      return changedDomain(await call.run(addNameservers, input));
    },
  },
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
