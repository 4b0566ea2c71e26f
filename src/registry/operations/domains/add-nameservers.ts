import { z } from 'zod';
import { Problems } from '../../../core/errors.ts';
import { inPlaceFields } from '../in-place.ts';
import { domainName, listOf } from '../input.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { changeErrors } from './model/forbidden.ts';
import { givenNameservers, nameserverInput } from './model/nameserver-input.ts';

/**
 * Adds nameservers to one of the registrar's domains: locks the domain, checks the hosts, their addresses, the
 * statuses and the new count, and saves all of the hosts or none. A domain that reaches the least count loses its
 * `inactive` status with the same write (docs/rules/registrar.md#nameservers, #changing-nameservers).
 */
export const addNameservers = defineDomainChange({
  name: 'domain.add-nameservers',
  summary: 'Adds nameservers to a domain.',
  facade: 'registry',
  input: z.object({
    name: domainName(),
    nameservers: listOf(nameserverInput, 'The servers to add; all of them or none.'),
    ...inPlaceFields,
  }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', ...changeErrors],
  rest: 'POST /registry/v1/domains/:domain_name/nameservers',
  graphql: 'Mutation.domainNameserversAdd',
  did: ({ name }) => `added nameservers to ${name}`,
  wanted: (_, { row, draft }, input) => {
    const { nameservers, failures } = givenNameservers(input.nameservers, row.name);
    return {
      action: 'changeNameservers',
      parts: { nameservers: [...draft.nameservers, ...nameservers] },
      given: new Problems().validation(...failures),
    };
  },
});
