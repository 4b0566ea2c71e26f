import { z } from 'zod';
import { usualRows } from '../../../base/settings.ts';
import { given, parameter } from '../codec.ts';

/** The default number of rows if `limit` is left out; blank means all rows. */
const pagingWith = (usual: 'usual' | undefined) => ({
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
      description: usual
        ? `How many items at most; ${usualRows} when left out, all when blank. The live system, and a facade in front of it, return all when it is left out.`
        : 'How many items at most; all when left out or blank.',
    }),
  offset: parameter(
    {
      type: ['integer', 'string'],
      minimum: 0,
      description: 'How many items to skip; anything but a number skips none.',
    },
    (value) => !/^-\d+$/.test(value),
    'integer',
  ).transform((value = '') => (/^\d+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : 0)),
});

/** Blank means all rows (docs/rules/registrar.md#paging). */
export const pagingFields = pagingWith('usual');

export const allRows = pagingWith(undefined);
