// The lists that a kind of caller can ask, as the steps of /ask know them.
import type { List } from '../ask/list.ts';
import { plainFetch } from './caller.ts';
import { addressOf } from './facts.ts';

const byKind = new Map<string, Promise<readonly List[]>>();

/** Loaded once for each kind of caller. */
export function listsFor(kind: string): Promise<readonly List[]> {
  const known = byKind.get(kind);
  if (known) return known;
  const lists = plainFetch(addressOf(`${kind}.json`)).then<readonly List[]>((response) => response.json());
  byKind.set(kind, lists);
  return lists;
}
