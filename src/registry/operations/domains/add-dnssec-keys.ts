import { z } from 'zod';
import { inPlaceFields } from '../in-place.ts';
import { domainName, listOf } from '../input.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { dnssecKeyInput, givenKeys, keyMistakes } from './model/dnssec-key-input.ts';
import { changeErrors } from './model/forbidden.ts';

/**
 * Adds DNSSEC keys to one of the registrar's domains: locks the domain, checks the keys, the statuses and the domain
 * as it would be, and saves all of the keys or none. Each key is stored with its key tag and DS digest; nothing is
 * charged (docs/rules/registrar.md#dnssec-keys, #changing-dnssec-keys).
 */
export const addDnssecKeys = defineDomainChange({
  name: 'domain.add-dnssec-keys',
  summary: 'Adds DNSSEC keys to a domain.',
  input: z.object({
    name: domainName(),
    dnssecKeys: listOf(dnssecKeyInput, 'The keys; all of them or none.'),
    ...inPlaceFields,
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', ...changeErrors],
  rest: 'POST /registry/v1/domains/:domain_name/dnssec',
  graphql: 'Mutation.domainDnssecKeysAdd',
  did: ({ name }) => `added DNSSEC keys to ${name}`,
  mistakes: keyMistakes,
  wanted: (_, { draft }, { dnssecKeys }) => ({
    action: 'changeDnssecKeys',
    parts: { keys: [...draft.keys, ...givenKeys(dnssecKeys).keys] },
  }),
});
