import { Refusal } from '../../../base/errors.ts';
import { placeText, refuseEarlierPlace } from '../../../registry/operations/list-changes.ts';
import type { Context } from '../context.ts';
import { partsOf } from '../loading.ts';
import { badArgument, graphqlError } from '../refusals.ts';

type After = string | number | null | undefined;

/**
 * The last id seen, as the graph or as REST knows it, or a place that a stream has begun at; null when there is none.
 */
export async function lastSeen(
  context: Context,
  after: After,
  typename: string,
  others: readonly string[] = [],
): Promise<number | null> {
  if (after === null || after === undefined) return null;
  const [, last, first] = /^(\d{1,15})@(\d{1,15})$/.exec(String(after)) ?? [];
  if (last && first) {
    await refuseEarlierPlace(context.database.db, Number(first)).catch((error: unknown) => {
      throw error instanceof Refusal ? graphqlError(error.failures[0], false) : error;
    });
    return Number(last);
  }
  const id = numberIn(String(after), [typename, ...others]);
  if (id === undefined) throw badArgument(`after is not the id of a ${typename}`, 2005, 'after');
  return id;
}

/** Changes of one kind of object have the numbers of their entries in history, whichever stream or list shows them. */
export const lastChangeOfDomains = (context: Context, after: After): Promise<number | null> =>
  lastSeen(context, after, 'DomainChange', ['DomainListChange', 'DomainEvent', 'HistoryEntry']);

export const lastChangeOfContacts = (context: Context, after: After): Promise<number | null> =>
  lastSeen(context, after, 'ContactListChange', ['HistoryEntry']);

/**
 * Reports in a header where a stream that starts now begins: its reader can go on from there before it has received
 * anything.
 */
export async function sayPlace({ answer, database }: Context, last: number): Promise<void> {
  answer.headers['stream-place'] = await placeText(database.db, last);
}

function numberIn(text: string, typenames: readonly string[]): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const { typename, id } = partsOf(text);
  const [, number] = /^(\d{1,15})(?:\.[A-Z]+)?$/.exec(id) ?? [];
  return typenames.includes(typename) && number ? Number(number) : undefined;
}
