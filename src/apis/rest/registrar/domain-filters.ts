import type { Filter } from '../../../base/filter.ts';
import { normaliseLookup } from '../../../registry/rules/domain/domain-name.ts';
import { normaliseHostname } from '../../../registry/rules/domain/nameserver.ts';
import { on } from '../codec.ts';
import { asking, dated, listed, listQuery, matches, pattern, searched } from './query-filters.ts';

const has = (about: string, field: string, normalise: (value: string) => string) =>
  asking(`${about}, as it is`, (value) => ({ field, is: 'hasAll', value: [normalise(value)] }));

/** Existing clients' `q[...]` filters and sort (docs/rules/registrar.md#existing-clients). */
export const domainsQuery = listQuery(
  {
    name_matches: asking(matches('the name, in Unicode or punycode'), nameMatches),
    registrant_code_eq: searched("the registrant's code", 'registrantCode'),
    contacts_ident_eq: has('the ident of an admin or tech contact', 'adminAndTechIdents', (value) =>
      value.trim(),
    ),
    nameservers_hostname_eq: has('the hostname of a nameserver', 'nameserverHostnames', normaliseHostname),
    valid_to_gteq: dated('when it expires', 'expiresAt', 'gte'),
    valid_to_lteq: dated('when it expires', 'expiresAt', 'lte'),
    statuses_contains_array: listed('statuses', 'statuses'),
  },
  {
    name: 'name',
    valid_to: 'expiresAt',
    expire_time: 'expiresAt',
    registrar_name: 'registrarName',
    created_at: 'createdAt',
    registrant_name: 'registrantName',
  },
  {
    details: on({ description: '`true` for full objects instead of names.' }),
    simple: on({
      description: 'Extension: with `details`, `true` for name, expiry, registrant, statuses and code only.',
    }),
  },
);

/** Matches the name in Unicode or punycode. */
function nameMatches(given: string): Filter | undefined {
  const value = given.trim();
  if (!value) return undefined;
  // An index leads to it.
  const exact = /^\*([^%_]+)\*$/.exec(value)?.[1];
  if (exact !== undefined) return { field: 'name', is: 'eq', value: normaliseLookup(exact) };
  const like = (field: string, spelt?: typeof normaliseLookup): Filter => ({
    field,
    is: 'like',
    value: pattern(value, spelt),
  });
  return { or: [like('name', normaliseLookup), like('punycode')] };
}
