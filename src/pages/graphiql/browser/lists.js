// The lists that a kind of caller can ask, as the steps of /ask know them, and the words that people read for their columns.
import { eachNumber } from '../../../core/chart-model.js';
import { plainFetch } from './caller.js';
import { addresses } from './facts.js';

const byKind = new Map();

/** Loaded once for each kind of caller. */
export function listsFor(kind) {
  if (!byKind.has(kind))
    byKind.set(
      kind,
      plainFetch(addresses[`${kind}.json`]).then((response) => response.json()),
    );
  return byKind.get(kind);
}

/** What people call a column of an answer; undefined if the list has no word for it. */
export function wordFor(column, list) {
  const earlier = column.startsWith('before.') && wordFor(column.slice(7), list);
  if (earlier) return `${earlier}, before`;
  const found = [...list.keys, ...list.numbers, ...list.columns].find(
    (one) => (one.column ?? one.name) === column,
  );
  return found?.title ?? { period: 'Period', day: 'Day', [eachNumber]: 'All numbers' }[column];
}
