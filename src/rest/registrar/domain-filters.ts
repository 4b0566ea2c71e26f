import type { Filter } from '../../core/filter.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { normaliseHostname } from '../../rules/domain/nameserver.ts';
import { on } from '../codec.ts';
import { asking, dated, listed, listQuery, searched } from './query-filters.ts';

const has = (about: string, field: string, normalise: (value: string) => string) =>
  asking(`${about}, as it is`, (value) => ({ field, is: 'hasAll', value: [normalise(value)] }));

/** Existing clients' `q[...]` filters and sort (docs/rules/registrar.md#existing-clients). */
export const domainsQuery = listQuery(
  {
    name_matches: asking(
      'part of the name, in Unicode or punycode; `*name*` is the whole of it',
      nameMatches,
    ),
    registrant_code_eq: searched("the registrant's code", 'registrantCode', 'eq'),
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

/** Part of the name in Unicode or punycode; `*name*` means exactly that name. */
function nameMatches(given: string): Filter | undefined {
  const value = given.trim();
  if (!value) return undefined;
  const exact = /^\*(.+)\*$/.exec(value)?.[1];
  if (exact !== undefined) return { field: 'name', is: 'eq', value: normaliseLookup(exact) };
  return {
    or: [
      { field: 'name', is: 'contains', value: normaliseLookup(value) },
      { field: 'punycode', is: 'contains', value },
    ],
  };
}
