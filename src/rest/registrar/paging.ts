import { invalidParameter } from './params.ts';

const defaultLimit = 200;
const maxLimit = 10_000;

type Query = Readonly<Record<string, unknown>>;

/** limit defaults to 200; blank means all rows; more than 10,000 is capped there (docs/rules/registrar.md#paging). */
export function sliceOf(query: Query): { by: 'offset'; limit: number; offset: number } {
  const limit = query.limit === '' ? maxLimit : (countOf(query, 'limit') ?? defaultLimit);
  return { by: 'offset', limit: Math.min(limit, maxLimit), offset: countOf(query, 'offset') ?? 0 };
}

/** A query parameter without a value means "not given". */
export function given(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  return typeof value === 'string' ? value : invalidParameter(name, value, 'Must be a String');
}

/** Only the literal `true` turns a switch on. */
export const isOn = (query: Query, name: string): boolean => query[name] === 'true';

function countOf(query: Query, name: string): number | undefined {
  const value = given(query, name);
  if (value === undefined) return undefined;
  return /^\d{1,9}$/.test(value) ? Number(value) : invalidParameter(name, value, 'Must be a Integer');
}

export const pagingDocs = {
  limit: {
    description: 'How many items at most; 200 when left out.',
    schema: { type: 'integer', minimum: 0, maximum: maxLimit, default: defaultLimit },
  },
  offset: { description: 'How many items to skip.', schema: { type: 'integer', minimum: 0, default: 0 } },
} as const;

const rowsOfPoint = 50;
const objectsOfDetails = 7;

/** What a list of so many rows costs in the graph, beyond the point that every call costs. */
export function extraCost(query: Query, rows: number): number {
  const objects = rows * (isOn(query, 'details') ? objectsOfDetails : 1);
  return Math.max(0, Math.ceil(objects / rowsOfPoint) - 1);
}
