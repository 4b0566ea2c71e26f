import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many objects are worked on before others have their turn: some tens of milliseconds. */
export const portionSize = 100;

/**
 * Works on a long list in portions, and puts together what comes of them. Between two of them the event loop turns:
 * whoever else has asked for something is served meanwhile. A list of one portion waits for nothing.
 */
export async function inPortions<T, R>(
  items: readonly T[],
  work: (portion: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  if (items.length <= portionSize) return [...(await work(items))];
  const results: R[] = [];
  for (let start = 0; start < items.length; start += portionSize) {
    if (start > 0) await nextTurn();
    results.push(...(await work(items.slice(start, start + portionSize))));
  }
  return results;
}
