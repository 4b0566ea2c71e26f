import { setImmediate as nextTurn } from 'node:timers/promises';

/** The number of objects processed before other work runs: some tens of milliseconds. */
export const batchSize = 100;

/**
 * Processes a long list in batches and joins the results. Between two batches the event loop runs, so other
 * requests are served meanwhile. A list of one batch waits for nothing.
 */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  if (items.length <= batchSize) return [...(await work(items))];
  const results: R[] = [];
  for (let start = 0; start < items.length; start += batchSize) {
    if (start > 0) await nextTurn();
    results.push(...(await work(items.slice(start, start + batchSize))));
  }
  return results;
}
