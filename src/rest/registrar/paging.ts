import { z } from 'zod';
import { parameter } from '../codec.ts';

const defaultLimit = 200;
const maxLimit = 10_000;

/** With so many rows when nobody says how many; blank means all rows, up to 10,000. */
const pagingWith = (usual: number) => ({
  limit: z
    .string('text')
    .refine((value) => /^\d*$/.test(value), 'integer')
    .optional()
    .transform((value) => Math.min(Number(value === '' ? maxLimit : (value ?? usual)), maxLimit))
    .meta({
      type: 'integer',
      minimum: 0,
      description: `How many items at most, up to 10,000; ${usual === maxLimit ? 'all' : usual} when left out, all when blank.`,
    }),
  offset: parameter(
    { type: 'integer', minimum: 0, description: 'How many items to skip.' },
    (value) => /^\d+$/.test(value),
    'integer',
  ).transform((value) => Math.min(Number(value ?? 0), Number.MAX_SAFE_INTEGER)),
});

/** limit defaults to 200; blank means all rows; more than 10,000 is capped there (docs/rules/registrar.md#paging). */
export const pagingFields = pagingWith(defaultLimit);

export const allRows = pagingWith(maxLimit);

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export const sliceOf = ({ limit, offset }: Paging) => ({ by: 'offset' as const, limit, offset });

const rowsOfPoint = 50;
const objectsOfDetails = 7;

/** What a list of so many rows costs in the graph, beyond the point that every call costs. */
export function extraCost(rows: number, details = false): number {
  const objects = rows * (details ? objectsOfDetails : 1);
  return Math.max(0, Math.ceil(objects / rowsOfPoint) - 1);
}
