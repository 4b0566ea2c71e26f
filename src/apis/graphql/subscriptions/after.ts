import { partsOf } from '../loading.ts';
import { badArgument } from '../refusals.ts';

/** The last id seen, as the graph or as REST knows it; null when there is none. */
export function lastSeen(after: string | number | null | undefined, typename: string): number | null {
  if (after === null || after === undefined) return null;
  const id = numberIn(String(after), typename);
  if (id === undefined) throw badArgument(`after is not the id of a ${typename}`, 2005, 'after');
  return id;
}

function numberIn(text: string, typename: string): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const decoded = partsOf(text);
  return decoded.typename === typename && /^\d{1,15}$/.test(decoded.id) ? Number(decoded.id) : undefined;
}
