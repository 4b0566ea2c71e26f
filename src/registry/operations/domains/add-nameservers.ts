import { z } from 'zod';
import { inPlaceFields } from '../in-place.ts';
import { domainName, listOf } from '../input.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import {
  givenNameservers,
  nameserverErrors,
  nameserverInput,
  nameserverMistakes,
} from './model/nameserver-input.ts';

/**
 * Adds nameservers to one of the registrar's domains: locks the domain, checks the hosts, their addresses, the
 * statuses and the new count, and saves all of the hosts or none. A domain that reaches the least count loses its
 * `inactive` status with the same write (docs/rules/registrar.md#nameservers, #changing-nameservers).
 */
export const addNameservers = defineDomainChange({
  name: 'domain.add-nameservers',
  summary: 'Adds nameservers to a domain.',
  input: z.object({
    name: domainName(),
    nameservers: listOf(nameserverInput, 'The servers to add; all of them or none.'),
    ...inPlaceFields,
  }),
  errors: nameserverErrors,
  rest: 'POST /registry/v1/domains/:domain_name/nameservers',
  graphql: 'Mutation.domainNameserversAdd',
  did: ({ name }) => `added nameservers to ${name}`,
  mistakes: nameserverMistakes,
  wanted: (_, { row, draft }, input) => ({
    action: 'changeNameservers',
    parts: {
      nameservers: [...draft.nameservers, ...givenNameservers(input.nameservers, row.name).nameservers],
    },
  }),
});
