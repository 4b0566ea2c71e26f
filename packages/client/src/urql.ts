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

interface Introspected {
  readonly __schema: {
    readonly types: readonly {
      readonly name: string;
      readonly fields?: readonly { readonly name: string }[] | null;
    }[];
  };
}

/**
 * What of `keys` and `resolvers` is about the schema that graphcache is given, the part of a registrar for example: it warns
 * of all else. `cacheExchange({ schema, ...within(schema, { keys, resolvers: paged(relayPagination) }) })`.
 */
export function within<K, R>(
  { __schema }: Introspected,
  { keys, resolvers }: { keys: Record<string, K>; resolvers: Record<string, Record<string, R>> },
): { keys: Record<string, K>; resolvers: Record<string, Record<string, R>> } {
  const types = new Map(__schema.types.map(({ name, fields }) => [name, fields?.map((field) => field.name)]));
  return {
    keys: known(keys, [...types.keys()]),
    resolvers: Object.fromEntries(
      Object.entries(resolvers).flatMap(([type, lists]) =>
        types.has(type) ? [[type, known(lists, types.get(type) ?? [])]] : [],
      ),
    ),
  };
}

const known = <T>(all: Record<string, T>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
