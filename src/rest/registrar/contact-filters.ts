import { isLocalDate } from '../../core/calendar.ts';
import type { Condition, Filter, Sort } from '../../core/filter.ts';
import type { RestCall } from '../door.ts';
import { given } from './paging.ts';
import { invalidParameter } from './params.ts';

/** Existing clients' `q[...]` filters and sort (reference/registrar.md 5.3, design/client-compat.md). */
export function contactFilter(call: RestCall): Filter {
  const conditions: (Condition | undefined)[] = [
    searched(call, 'name_matches', 'name', 'contains'),
    searched(call, 'code_eq', 'code', 'eq'),
    searched(call, 'ident_matches', 'ident', 'contains'),
    searched(call, 'ident_type_eq', 'identType', 'eq'),
    searched(call, 'email_matches', 'email', 'contains'),
    searched(call, 'country_code_eq', 'countryCode', 'eq'),
    listed(call, 'types_contains_array', 'roles'),
    listed(call, 'statuses_contains_array', 'statuses'),
    dated(call, 'updated_at_gteq', 'updatedAt', 'gte'),
    dated(call, 'created_at_gteq', 'createdAt', 'gte'),
    dated(call, 'created_at_lteq', 'createdAt', 'lte'),
  ];
  return { and: conditions.filter((condition) => condition !== undefined) };
}

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

/** `q[s]=name asc`; a field that cannot be sorted by is ignored, as clients send what they like. */
export function sortOf({ query }: RestCall, fields: Readonly<Record<string, string>>): Sort | undefined {
  const [name = '', direction = 'asc'] = (given(query, 'q[s]') ?? '').trim().split(/[\s+]+/);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined ? undefined : { field, descending: direction.toLowerCase() === 'desc' };
}

export function searched(
  { query }: RestCall,
  name: string,
  field: string,
  is: 'eq' | 'contains',
): Condition | undefined {
  const value = given(query, `q[${name}]`);
  return value === undefined ? undefined : { field, is, value };
}

/** A comma list, all of which must be there. */
export function listed({ query }: RestCall, name: string, field: string): Condition | undefined {
  const value = given(query, `q[${name}]`) ?? given(query, `q[${name}][]`);
  return value === undefined
    ? undefined
    : { field, is: 'hasAll', value: value.split(',').map((item) => item.trim()) };
}

/** A day counts from its beginning or to its end; a full timestamp counts as it is. */
export function dated(call: RestCall, name: string, field: string, is: 'gte' | 'lte'): Condition | undefined {
  const value = given(call.query, `q[${name}]`);
  if (value === undefined) return undefined;
  if (isLocalDate(value)) {
    const day = is === 'lte' ? call.calendar.plusDays(value, 1) : value;
    return { field, is: is === 'lte' ? 'lt' : 'gte', value: call.calendar.startOf(day) };
  }
  const instant = new Date(value);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(value) || Number.isNaN(instant.getTime()))
    return invalidParameter(`q[${name}]`, value, 'Must be a date (yyyy-mm-dd)');
  return { field, is, value: instant };
}
