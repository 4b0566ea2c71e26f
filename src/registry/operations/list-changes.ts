import { z } from 'zod';
import { failure, refuseWith } from '../../base/errors.ts';
import { entryNumbers } from '../store/registry/history.ts';
import {
  contactChanges,
  domainChanges,
  isAfter,
  type ListChange,
  type ListChanges,
  type Place,
  placeOf,
  type Version,
} from '../store/registry/list-changes.ts';
import type { Db, OperationContext } from './operation.ts';

export {
  contactChanges,
  domainChanges,
  isAfter,
  type ListChange,
  type ListChanges,
  type Place,
  type Version,
};

/** Reads after the last entry that the caller has seen, or after a position; null returns only the end position. */
export const followInput = z.object({
  after: z
    .union([z.int(), z.custom<Place>((given) => typeof given === 'object' && given !== null)])
    .nullable(),
  limit: z.int().positive(),
});

export async function readListChanges<Now>(
  { db, calendar, now }: OperationContext,
  { read, end }: ListChanges<Now>,
  { after, limit }: z.output<typeof followInput>,
): ReturnType<ListChanges<Now>['read']> {
  if (after === null) return { changes: [], last: await end(db), isFull: false };
  if (typeof after === 'number') {
    const { first, newest } = await entryNumbers(db);
    if (after > newest) refuseAfter('does not exist yet: read the list again');
    refuseBeforeReset(after, first);
  }
  const place = typeof after === 'number' ? await placeOf(db, after) : after;
  return read(db, place, limit, calendar.dateOf(now));
}

/** The text that goes on from the end of a stream, until a reset: ids begin again then. */
export async function placeText(db: Db, last: number): Promise<string> {
  return `${last}@${(await entryNumbers(db)).first}`;
}

/** Refuses a place of before a reset. */
export async function refuseEarlierPlace(db: Db, first: number): Promise<void> {
  if (first !== (await entryNumbers(db)).first)
    refuseAfter('is from before the sandbox was reset: read the list again');
}

/** Refuses a position from before a reset, from which no list continues. 0 is before all changes. */
export function refuseBeforeReset(after: number, first: number): void {
  if (after > 0 && after < first) refuseAfter('is from before the sandbox was reset: read the list again');
}

const refuseAfter = (why: string): never =>
  refuseWith(failure('PARAMETER_VALUE_RANGE', `after is an id that ${why}`, { path: ['after'] }));
