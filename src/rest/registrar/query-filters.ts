import { isLocalDate } from '../../core/calendar.ts';
import type { Condition, Filter, Sort } from '../../core/filter.ts';
import type { RestCall } from '../door.ts';
import { given } from './paging.ts';
import { invalidParameter } from './params.ts';

/**
 * Existing clients filter and sort lists by `q[...]` (docs/rules/registrar.md#existing-clients); these read its
 * parts.
 */
export const allOf = (...conditions: readonly (Filter | undefined)[]): Filter => ({
  and: conditions.filter((condition) => condition !== undefined),
});

/** How the OpenAPI document tells of them. */
export const queryFilterDocs = (names: readonly string[]) =>
  Object.fromEntries(
    [...names, 's'].map((name) => [
      `q[${name}]`,
      { description: 'Extension: filter or sort of existing clients.', schema: { type: 'string' } },
    ]),
  );

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

/** A comma list, or one parameter for each, all of which must be there. */
export function listed(
  { query }: RestCall,
  name: string,
  field: string,
  normalise: (item: string) => string = (item) => item,
): Condition | undefined {
  const many = query[`q[${name}][]`];
  const value = Array.isArray(many)
    ? many.join(',')
    : (given(query, `q[${name}]`) ?? given(query, `q[${name}][]`));
  const items = value
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items === undefined || items.length === 0
    ? undefined
    : { field, is: 'hasAll', value: items.map(normalise) };
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
