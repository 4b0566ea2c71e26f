import { z } from 'zod';
import { given, parameter } from '../codec.ts';

/** With so many rows when nobody says how many, all of them where that is undefined; blank means all of them. */
const pagingWith = (usual: number | undefined) => ({
  limit: given(
    z
      .string('text')
      .refine((value) => /^\d*$/.test(value), 'integer')
      .optional(),
  )
    .transform((value) => {
      if (value === undefined) return usual;
      return value === '' ? undefined : Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    })
    .meta({
      type: 'integer',
      minimum: 0,
      description: `How many items at most; ${usual ?? 'all'} when left out, all when blank.`,
    }),
  offset: parameter(
    {
      type: ['integer', 'string'],
      minimum: 0,
      description: 'How many items to skip; what is no number skips none.',
    },
    (value) => !/^-\d+$/.test(value),
    'integer',
  ).transform((value = '') => (/^\d+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : 0)),
});

/** limit defaults to 200; blank means all rows (docs/rules/registrar.md#paging). */
export const pagingFields = pagingWith(200);

export const allRows = pagingWith(undefined);
