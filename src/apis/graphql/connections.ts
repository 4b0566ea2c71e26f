import type { GraphQLResolveInfo } from 'graphql';
import type { Cursor, Filter, Grouping, Groups, ListQuery, Slice, Sort } from '../../base/filter.ts';
import type { Listed } from '../../registry/operations/lists.ts';
import type { Query } from '../../registry/operations/operation.ts';
import {
  cursorMark,
  matchesCursorMark,
  ownMoment,
  type Past,
  type PastColumns,
  pastOf,
  refuseFieldsNotInHistory,
  refuseFilterNotInHistory,
  refuseGroupsNotInHistory,
} from './as-of.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { sealed, unsealed } from './cursor-text.ts';
import { type EarlierPeriod, withoutPast } from './earlier-period.ts';
import { selectionOf } from './lookahead.ts';
import { measure } from './measures.ts';
import { maxPage, usualPage } from './page-size.ts';
import { badArgument } from './refusals.ts';
import { mostRowsFor, runList, runTotals } from './run.ts';

export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/** A page of a list in Relay's form; the count is read only if it is selected. */
export interface Connection<T> {
  readonly edges: { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: () => Promise<number>;
  /** The groups of the rows; undefined if the list cannot be grouped (groups.ts). */
  readonly groups?: GroupsOf;
}

/** One of the two queries of `compareTo` (earlier-period.ts). */
export interface Compared {
  readonly to: EarlierPeriod;
  readonly side: 'now' | 'before';
}

export type GroupsOf = (grouping: Grouping, compared?: Compared) => Promise<Groups>;

/** The conditions of a list that has no past, for one side of a comparison. */
export function filterCompared(
  filter: Filter | undefined,
  { to, side }: Compared,
  { clock }: Context,
): Filter | undefined {
  const questions = to.questions(filter, clock.now());
  if (!questions.hasPeriod) throw withoutPast();
  return questions[side];
}

/** Every connection of the graph can be counted. */
builder.globalConnectionField('totalCount', (t) =>
  t.int({
    extensions: measure('COUNT'),
    description: 'How many items match over all pages; counted only when it is asked for.',
    resolve: (connection) => (connection as unknown as Connection<unknown>).totalCount(),
  }),
);

interface ListSource<T, I extends object> {
  readonly operation: Query<
    { query: ListQuery; withCount: boolean; grouping?: Grouping | undefined } & I,
    Listed<T>
  >;
  /** Further input of the operation. */
  readonly with?: I;
  readonly filter?: Filter | undefined;
  readonly sort: Sort;
  /** Set if the list is one of the past. */
  readonly past?: Past | undefined;
  /** The parts of its rows that history keeps, if the list supports `asOf`. */
  readonly kept?: PastColumns | undefined;
  /** The content of a cursor: the value of the sort field and the id. */
  readonly cursorOf: (row: T, field: string) => Cursor;
}

export async function connect<T, I extends object = object>(
  context: Context,
  args: PageArgs,
  info: GraphQLResolveInfo,
  source: ListSource<T, I>,
): Promise<Connection<T>> {
  const { past } = source;
  if (past) refuseFieldsNotInHistory(past, source.filter, source.sort);
  const slice = wantedSlice(args, source.sort, info, 'both', past);
  const query = { filter: source.filter, sort: [source.sort] as [Sort], slice: noRows };
  const more = source.with ?? ({} as I);
  // Even if no page is selected, because the operation decides who may read the list.
  const { rows } = await runList(context, source.operation, {
    query: { ...query, slice: slice ?? noRows, mostRows: mostRowsFor(context) },
    withCount: false,
    ...more,
  });
  return {
    ...pageOf(rows, slice, (row) => encodeCursor(source.cursorOf(row, source.sort.field), source.sort, past)),
    totalCount: async () =>
      (await runList(context, source.operation, { query, withCount: true, ...more })).count ?? 0,
    groups: groupsIn(context, source),
  };
}

/** The rows of a list in groups. */
export const groupsIn =
  <T, I extends object>(context: Context, source: Omit<ListSource<T, I>, 'cursorOf'>): GroupsOf =>
  async (grouping, compared) => {
    const { filter, past: then } = compared ? comparedIn(context, source, compared) : source;
    if (then) refuseGroupsNotInHistory(then, grouping.by);
    const asOf = then && { asOf: then.moment };
    // Groups have an order of their own; the past knows fewer.
    const { field } = source.sort;
    const isKnown = !then || then.fields.includes(field);
    const sort: [Sort] = isKnown ? [source.sort] : [{ field: then.sorts[0] ?? field, descending: false }];
    const query = { sort, filter, slice: noRows };
    const input = { query, withCount: false, grouping, ...(source.with ?? ({} as I)), ...asOf };
    const { value, lookedThrough } = await runTotals(context, source.operation, input);
    if (!value.groups) throw new TypeError(`${source.operation.name} has no groups`);
    // Their rows were read, too.
    return { ...value.groups, rows: Math.max(value.groups.rows, lookedThrough) };
  };

/** The number of rows at that time, if the list has a past; else those of a period. */
function comparedIn(
  context: Context,
  { filter, past, kept }: Pick<ListSource<never, object>, 'filter' | 'past' | 'kept'>,
  compared: Compared,
): { readonly filter: Filter | undefined; readonly past?: Past | undefined } {
  if (!kept) return { filter: filterCompared(filter, compared, context) };
  const { to, side } = compared;
  const now = past?.moment ?? context.clock.now();
  const asked = to.questions(filter, now)[side];
  if (side === 'now') return { filter: asked, past };
  const then = pastOf(to.moment(now).toISOString(), {}, context, kept);
  refuseFilterNotInHistory(asked, then.fields, 'a comparison with the past');
  return { filter: asked, past: then };
}

export const noRows = { by: 'offset', limit: 0, offset: 0 } as const satisfies Slice;

/** Counts and sums need no page; undefined if no row is read. */
export function wantedSlice(
  args: PageArgs,
  sort: Sort,
  info: GraphQLResolveInfo,
  ways?: Ways,
  past?: Past,
): (Slice & { by: 'cursor' }) | undefined {
  const selection = selectionOf(info);
  const isWanted = selection.has('nodes') || selection.has('edges') || selection.has('pageInfo');
  if (!isWanted && (args.first ?? args.last ?? null) === null) return undefined;
  const slice = sliceOf(args, sort, ways, past);
  return isWanted ? slice : undefined;
}

/** One more row than requested was read, which tells whether the list continues. */
export function pageOf<T>(
  rows: readonly T[],
  slice: Slice = noRows,
  cursorOf: (row: T) => string,
): Pick<Connection<T>, 'edges' | 'pageInfo'> {
  const fromEnd = slice.by === 'cursor' && slice.fromEnd;
  const shown = rows.slice(0, slice.limit);
  if (fromEnd) shown.reverse();
  const edges = shown.map((node) => new Edge(node, cursorOf));
  const more = rows.length > slice.limit;
  const bounded = (cursor: unknown): boolean => cursor !== undefined;
  return {
    edges,
    pageInfo: {
      hasNextPage: fromEnd ? slice.by === 'cursor' && bounded(slice.before) : more,
      hasPreviousPage: fromEnd ? more : slice.by === 'cursor' && bounded(slice.after),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** Most documents do not select the cursor of each item, so it is computed lazily. */
class Edge<T> {
  readonly node: T;
  readonly #cursorOf: (row: T) => string;

  constructor(node: T, cursorOf: (row: T) => string) {
    this.node = node;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return this.#cursorOf(this.node);
  }
}

/** `first` or `last`, 1..100 and never both; the first 20 where neither is given. */
function sliceOf(
  { first, last, after, before }: PageArgs,
  sort: Sort,
  ways: Ways = 'both',
  past?: Past,
): Slice & { by: 'cursor' } {
  if (ways === 'forward' && ((last ?? null) !== null || before))
    throw badArgument('This list is read forward only: use first and after', 2005, 'last');
  if ((first ?? null) !== null && (last ?? null) !== null)
    throw badArgument('Give either first or last, not both', 2005, 'first');
  const limit = first ?? last ?? usualPage;
  const name = (last ?? null) === null ? 'first' : 'last';
  if (limit < 1 || limit > maxPage) throw badArgument(`${name} must be between 1 and ${maxPage}`, 2004, name);
  return {
    by: 'cursor',
    limit,
    fromEnd: name === 'last',
    ...(after && { after: decode(after, sort, 'after', past) }),
    ...(before && { before: decode(before, sort, 'before', past) }),
  };
}

type Ways = 'forward' | 'both';

/** A cursor is valid only for the order and the time that it was made for. */
export function encodeCursor({ value, id }: Cursor, { field, descending }: Sort, past?: Past): string {
  return sealed([field, descending ? 1 : 0, value, id, ...cursorMark(past)]);
}

function decode(text: string, sort: Sort, argument: string, past: Past | undefined): Cursor {
  let instead = '';
  try {
    const [field, descending, value, id, ...mark] = unsealed(text);
    const fits = field === sort.field && Boolean(descending) === sort.descending;
    if (fits && !matchesCursorMark(past, mark)) instead = ownMoment(mark);
    else if (fits && Number.isSafeInteger(id) && (typeof value === 'string' || value === null))
      return { value, id: id as number };
  } catch {
    // It is not a cursor of ours: it is refused below.
  }
  throw badArgument(
    `${argument} is not a cursor of this list in this order${past ? ' as of this moment' : ''}${instead}`,
    2005,
    argument,
  );
}

export const instantCursor = (moment: Date, id: number): Cursor => ({ value: moment.toISOString(), id });
