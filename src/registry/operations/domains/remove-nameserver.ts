import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { normaliseHostname } from '../../rules/domain/nameserver.ts';
import { inPlaceFields } from '../in-place.ts';
import { domainName, text } from '../input.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { changeErrors } from './model/forbidden.ts';

/**
 * Removes a nameserver from one of the registrar's domains: locks the domain, finds the host, checks the statuses and
 * the remaining count, and saves. The count never falls below the minimum, so this never empties a domain
 * (docs/rules/registrar.md#changing-nameservers).
 */
export const removeNameserver = defineDomainChange({
  name: 'domain.remove-nameserver',
  summary: 'Removes a nameserver from a domain.',
  input: z.object({
    name: domainName(),
    hostname: text('The name of the server to remove, such as ns1.hosting.example.'),
    ...inPlaceFields,
  }),
  errors: changeErrors,
  rest: 'DELETE /registry/v1/domains/:domain_name/nameservers/:nameserver_hostname',
  graphql: 'Mutation.domainNameserverRemove',
  did: ({ name }) => `removed a nameserver from ${name}`,
  wanted: (_, { draft }, input) => {
    const hostname = normaliseHostname(input.hostname);
    const nameservers = draft.nameservers.filter((one) => one.hostname !== hostname);
    if (nameservers.length === draft.nameservers.length) refuseWith(objectDoesNotExist());
    return { action: 'changeNameservers', parts: { nameservers } };
  },
});
