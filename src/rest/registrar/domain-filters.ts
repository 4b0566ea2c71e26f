import type { Filter, Sort } from '../../core/filter.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { normaliseHostname } from '../../rules/domain/nameserver.ts';
import type { RestCall } from '../door.ts';
import { given } from './paging.ts';
import { allOf, dated, listed, searched, sortOf } from './query-filters.ts';

/** Existing clients' `q[...]` filters and sort (docs/rules/registrar.md#existing-clients). */
export function domainFilter(call: RestCall): Filter {
  return allOf(
    nameMatches(call),
    searched(call, 'registrant_code_eq', 'registrantCode', 'eq'),
    has(call, 'contacts_ident_eq', 'adminAndTechIdents', (value) => value.trim()),
    has(call, 'nameservers_hostname_eq', 'nameserverHostnames', normaliseHostname),
    dated(call, 'valid_to_gteq', 'expiresAt', 'gte'),
    dated(call, 'valid_to_lteq', 'expiresAt', 'lte'),
    listed(call, 'statuses_contains_array', 'statuses'),
  );
}

export const domainFilterNames = [
  'name_matches',
  'registrant_code_eq',
  'contacts_ident_eq',
  'nameservers_hostname_eq',
  'valid_to_gteq',
  'valid_to_lteq',
  'statuses_contains_array',
] as const;

const domainSorts: Readonly<Record<string, string>> = {
  name: 'name',
  valid_to: 'expiresAt',
  registrar_name: 'registrarName',
  created_at: 'createdAt',
  registrant_name: 'registrantName',
};

/** By expiry, those registered last first among equals, unless the caller says otherwise. */
export function domainSort(call: RestCall): [Sort, ...Sort[]] {
  const asked = sortOf(call, domainSorts);
  return asked
    ? [asked]
    : [
        { field: 'expiresAt', descending: false },
        { field: 'createdAt', descending: true },
      ];
}

/** Part of the name in Unicode or punycode; `*name*` means exactly that name. */
function nameMatches({ query }: RestCall): Filter | undefined {
  const value = given(query, 'q[name_matches]')?.trim();
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

function has(
  { query }: RestCall,
  name: string,
  field: string,
  normalise: (value: string) => string,
): Filter | undefined {
  const value = given(query, `q[${name}]`);
  return value === undefined ? undefined : { field, is: 'hasAll', value: [normalise(value)] };
}
