import { z } from 'zod';
import { Problems, referenceNotFound } from '../../../base/errors.ts';
import { inPlaceFields } from '../in-place.ts';
import { domainName, listOf } from '../input.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { dnssecKeyInput, isKey } from './model/dnssec-key-input.ts';
import { changeErrors } from './model/forbidden.ts';

/**
 * Removes DNSSEC keys from one of the registrar's domains: finds each key by all four of its values, checks the
 * statuses and the domain as it would be, and saves. A key that is not on the domain refuses the whole request
 * (docs/rules/registrar.md#changing-dnssec-keys).
 */
export const removeDnssecKeys = defineDomainChange({
  name: 'domain.remove-dnssec-keys',
  summary: 'Removes DNSSEC keys from a domain.',
  input: z.object({
    name: domainName(),
    dnssecKeys: listOf(dnssecKeyInput, 'The keys; all of them or none.'),
    ...inPlaceFields,
  }),
  errors: changeErrors,
  rest: 'DELETE /registry/v1/domains/:domain_name/dnssec',
  graphql: 'Mutation.domainDnssecKeysRemove',
  did: ({ name }) => `removed DNSSEC keys from ${name}`,
  wanted: (_, { draft: { keys } }, { dnssecKeys }) => {
    const unknown = dnssecKeys.map((given, index) =>
      keys.some((key) => isKey(key, given))
        ? undefined
        : referenceNotFound('DS was not found', ['dnssecKeys', String(index)]),
    );
    return {
      action: 'changeDnssecKeys',
      parts: { keys: keys.filter((key) => !dnssecKeys.some((given) => isKey(key, given))) },
      given: new Problems().direct(...unknown),
    };
  },
});
