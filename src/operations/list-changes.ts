import { z } from 'zod';
import { failure, refuseWith } from '../core/errors.ts';
import {
  contactChanges,
  domainChanges,
  isAfter,
  type ListChange,
  type ListChanges,
  newestEntry,
  type Place,
  placeOf,
  type Version,
} from '../store/registry/list-changes.ts';
import type { OperationContext } from './operation.ts';

export {
  contactChanges,
  domainChanges,
  isAfter,
  type ListChange,
  type ListChanges,
  type Place,
  type Version,
};

/** After the last entry that the caller has seen, or after a place; null: only where the end is. */
export const followInput = z.object({
  after: z
    .union([z.int(), z.custom<Place>((given) => typeof given === 'object' && given !== null)])
    .nullable(),
  limit: z.int().positive(),
});

export async function readOn<Now>(
  { db, calendar, now }: OperationContext,
  { read, end }: ListChanges<Now>,
  { after, limit }: z.output<typeof followInput>,
): ReturnType<ListChanges<Now>['read']> {
  if (after === null) return { changes: [], last: await end(db), isFull: false };
  if (typeof after === 'number' && after > (await newestEntry(db)))
    refuseWith(
      failure('PARAMETER_VALUE_RANGE', 'after is an id that does not exist yet: read the list anew', {
        path: ['after'],
      }),
    );
  const place = typeof after === 'number' ? await placeOf(db, after) : after;
  return read(db, place, limit, calendar.dateOf(now));
}
