import { partsOf } from '../loading.ts';
import { badArgument } from '../refusals.ts';

/** The last id seen, as the graph or as REST knows it; null when there is none. */
export function lastSeen(
  after: string | number | null | undefined,
  typename: string,
  others: readonly string[] = [],
): number | null {
  if (after === null || after === undefined) return null;
  const id = numberIn(String(after), [typename, ...others]);
  if (id === undefined) throw badArgument(`after is not the id of a ${typename}`, 2005, 'after');
  return id;
}

/** Changes of one kind of object have the numbers of their entries in history, whichever stream or list shows them. */
export const lastChangeOfDomains = (after: string | number | null | undefined): number | null =>
  lastSeen(after, 'DomainChange', ['DomainListChange', 'DomainEvent', 'HistoryEntry']);

export const lastChangeOfContacts = (after: string | number | null | undefined): number | null =>
  lastSeen(after, 'ContactListChange', ['HistoryEntry']);

function numberIn(text: string, typenames: readonly string[]): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const { typename, id } = partsOf(text);
  const [, number] = /^(\d{1,15})(?:\.[A-Z]+)?$/.exec(id) ?? [];
  return typenames.includes(typename) && number ? Number(number) : undefined;
}
