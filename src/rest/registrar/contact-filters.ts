import type { Filter, Sort } from '../../core/filter.ts';
import type { RestCall } from '../door.ts';
import { allOf, dated, listed, searched, sortOf } from './query-filters.ts';

/** Existing clients' `q[...]` filters and sort (docs/rules/registrar.md#existing-clients). */
export function contactFilter(call: RestCall): Filter {
  return allOf(
    searched(call, 'name_matches', 'name', 'contains'),
    searched(call, 'code_eq', 'code', 'eq'),
    searched(call, 'ident_matches', 'ident', 'contains'),
    searched(call, 'ident_type_eq', 'identType', 'eq'),
    searched(call, 'email_matches', 'email', 'contains'),
    searched(call, 'country_code_eq', 'countryCode', 'eq'),
    listed(call, 'types_contains_array', 'roles', (type) => rolesOfTypes[type.toLowerCase()] ?? type),
    listed(call, 'statuses_contains_array', 'statuses'),
    dated(call, 'updated_at_gteq', 'updatedAt', 'gte'),
    dated(call, 'created_at_gteq', 'createdAt', 'gte'),
    dated(call, 'created_at_lteq', 'createdAt', 'lte'),
  );
}

/** The parts that a contact plays, as portals call them. */
const rolesOfTypes: Readonly<Record<string, string | undefined>> = {
  registrant: 'Registrant',
  admin: 'AdminDomainContact',
  tech: 'TechDomainContact',
};

export const contactFilterNames = [
  'name_matches',
  'code_eq',
  'ident_matches',
  'ident_type_eq',
  'email_matches',
  'country_code_eq',
  'types_contains_array',
  'statuses_contains_array',
  'updated_at_gteq',
  'created_at_gteq',
  'created_at_lteq',
] as const;

const contactSorts: Readonly<Record<string, string>> = {
  name: 'name',
  code: 'code',
  email: 'email',
  ident: 'ident',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  registrar_name: 'registrarName',
};

export const contactSort = (call: RestCall): Sort =>
  sortOf(call, contactSorts) ?? { field: 'createdAt', descending: true };
