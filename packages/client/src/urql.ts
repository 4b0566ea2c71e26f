import { connections, typesWithoutId } from './cache.generated.ts';

/** `keys` of graphcache: types without an id are parts of the objects that lead to them. All others are known by their id. */
export const keys: Record<string, () => null> = Object.fromEntries(
  typesWithoutId.map((type) => [type, () => null]),
);

/**
 * `resolvers` of graphcache that put the pages of every list together, by `relayPagination` of
 * `@urql/exchange-graphcache/extras`.
 */
export const paged = <R>(relayPagination: () => R): Record<string, Record<string, R>> =>
  Object.fromEntries(
    Object.entries(connections).map(([type, lists]) => [
      type,
      Object.fromEntries(Object.keys(lists).map((list) => [list, relayPagination()])),
    ]),
  );
