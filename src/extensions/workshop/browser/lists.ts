// The lists that a kind of caller can ask, as the steps of /ask know them.
import { plainFetch } from './caller.ts';
import { addresses } from './facts.ts';

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
