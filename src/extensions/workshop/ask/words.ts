import { type GraphQLSchema, Kind, parse, type SelectionSetNode } from 'graphql';
import { schemaOf } from '../../../apis/graphql/caller-schemas.ts';
import { type CallerKind, kindOf } from '../../../base/actor.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { lruCache } from '../../../base/lru-cache.ts';
import { wordFor } from '../charts/chart-columns.ts';
import type { WordsOf } from '../words-of.ts';
import { catalogOf } from './catalog.ts';
import type { List } from './list.ts';

/** Returns the words of /ask for published answers, so that a chart is the same wherever it is seen. */
export function wordsIn(schema: GraphQLSchema): WordsOf {
  const listsOf = new Map<CallerKind, readonly List[]>();
  const ways = lruCache<string, readonly string[]>(1_000);
  return (document, maker) => {
    const kind = kindOf(maker);
    const way = getOrCreate(ways, document, () => wayIn(document));
    const lists = getOrCreate(listsOf, kind, () => catalogOf(schemaOf(schema, kind)));
    const list = lists.find((one) => one.way.every((name, index) => name === way[index]));
    return (column) => list && wordFor(column, list);
  };
}

/** The names of the fields from the root down, as long as there is one beside which nothing else is asked. */
function wayIn(document: string): string[] {
  const names: string[] = [];
  const [first] = parse(document).definitions;
  let selected: SelectionSetNode | undefined =
    first?.kind === Kind.OPERATION_DEFINITION ? first.selectionSet : undefined;
  while (selected) {
    const [only, ...others] = selected.selections;
    if (only?.kind !== Kind.FIELD || others.length > 0) break;
    names.push(only.name.value);
    selected = only.selectionSet;
  }
  return names;
}
