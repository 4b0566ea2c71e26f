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
 * Replaces all nameservers of one of the registrar's domains: locks the domain, checks the hosts, the statuses and
 * the count, and saves. It is one write, so the domain never has too few nameservers in between
 * (docs/rules/registrar.md#changing-nameservers).
 */
export const setNameservers = defineDomainChange({
  name: 'domain.set-nameservers',
  summary: 'Replaces all nameservers of a domain.',
  effect: 'destructive',
  input: z.object({
    name: domainName(),
    nameservers: listOf(nameserverInput, 'All nameservers of the domain; an empty list removes all of them.'),
    ...inPlaceFields,
  }),
  errors: nameserverErrors,
  graphql: 'Mutation.domainNameserversSet',
  did: ({ name }) => `replaced the nameservers of ${name}`,
  mistakes: nameserverMistakes,
  wanted: (_, { row }, input) => ({
    action: 'changeNameservers',
    parts: { nameservers: givenNameservers(input.nameservers, row.name).nameservers },
  }),
});
