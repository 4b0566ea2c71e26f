import { connections, typesWithoutId } from './cache.generated.ts';

/** A list as Apollo's cache keeps it: all pages of it that were read, one after the other. */
interface Pages {
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly { readonly cursor?: string }[];
  readonly pageInfo?: PageInfo;
  /** The last item of each page, by the cursor that ends the page. */
  readonly ends?: Readonly<Record<string, string>>;
}

/** Null: the list was refused, or belongs to somebody else. */
type Kept = Pages | null | undefined;

interface PageInfo {
  readonly startCursor?: string | null;
  readonly endCursor?: string | null;
  readonly hasNextPage?: boolean;
  readonly hasPreviousPage?: boolean;
}

/** What Apollo's cache offers to a policy that reads. */
interface Store {
  canRead(value: unknown): boolean;
  readField(name: string, from?: object): unknown;
}

interface ListPolicy {
  readonly keyArgs: string[];
  read(existing: Kept, store: Store): Kept;
  merge(
    existing: Kept,
    incoming: Pages | null,
    asked: { readonly args: Record<string, unknown> | null },
  ): Pages | null;
}

interface TypePolicy {
  keyFields?: false;
  fields?: Record<string, ListPolicy>;
}

/** The next page follows the one that ends with its `after`; any page that fits nowhere is a list that begins anew. */
const merge: ListPolicy['merge'] = (existing, incoming, { args }) => {
  // A further page that was refused takes away none of those that are there.
  if (!incoming) return args?.after || args?.before ? (existing ?? null) : null;
  if (!incoming.nodes && !incoming.edges) return { ...existing, ...incoming };
  const fits = existing && hasSameLists(existing, incoming);
  const { after, before } = args ?? {};
  const follows = fits ? countUpTo(existing, String(after)) : 0;
  if (fits && follows > 0)
    return { ...existing, ...incoming, ...joined(firstOf(existing, follows), incoming) };
  if (fits && before !== undefined && before === existing.pageInfo?.startCursor)
    return { ...existing, ...incoming, ...joined(incoming, existing) };
  return { ...incoming, ends: endsOf(incoming) };
};

const hasSameLists = (one: Pages, other: Pages): boolean =>
  Boolean(one.nodes) === Boolean(other.nodes) && Boolean(one.edges) === Boolean(other.edges);

const lengthOf = (pages: Pages): number => itemsOf(pages).length;

const itemsOf = ({ nodes, edges }: Pages): readonly unknown[] => nodes ?? edges ?? [];

/** An item by its reference, an edge by its cursor, and whatever has neither by what it says. */
function keyOf(item: unknown): string {
  const { __ref, cursor } = (item ?? {}) as { readonly __ref?: string; readonly cursor?: string };
  return __ref ?? cursor ?? JSON.stringify(item);
}

/** How many items there are up to this cursor, whatever a program has put into the list or taken out of it; 0 if no page ends there. */
function countUpTo(pages: Pages, cursor: string): number {
  if (cursor === pages.pageInfo?.endCursor) return lengthOf(pages);
  const end = pages.ends?.[cursor];
  return end === undefined ? 0 : itemsOf(pages).map(keyOf).lastIndexOf(end) + 1;
}

function endsOf(pages: Pages): Readonly<Record<string, string>> {
  const last = pages.pageInfo?.endCursor ?? pages.edges?.at(-1)?.cursor;
  return pages.ends ?? (last ? { [last]: keyOf(itemsOf(pages).at(-1)) } : {});
}

const firstOf = ({ nodes, edges, ends, pageInfo }: Pages, count: number): Pages => ({
  ...(nodes && { nodes: nodes.slice(0, count) }),
  ...(edges && { edges: edges.slice(0, count) }),
  ...(pageInfo && { pageInfo }),
  ...(ends && { ends }),
});

function joined(first: Pages, next: Pages): Pages {
  const { startCursor, hasPreviousPage } = first.pageInfo ?? {};
  return {
    ...(next.nodes && { nodes: [...(first.nodes ?? []), ...next.nodes] }),
    ...(next.edges && { edges: [...(first.edges ?? []), ...next.edges] }),
    ...(next.pageInfo && {
      pageInfo: {
        ...next.pageInfo,
        ...(startCursor !== undefined && { startCursor }),
        ...(hasPreviousPage !== undefined && { hasPreviousPage }),
      },
    }),
    ends: { ...endsOf(first), ...endsOf(next) },
  };
}

/** Leaves out the edges whose node was evicted, as Apollo does by itself with nodes. */
const read: ListPolicy['read'] = (existing, { canRead, readField }) => {
  const isThere = (edge: object): boolean => {
    const node = readField('node', edge);
    return typeof node !== 'object' || canRead(node);
  };
  return existing?.edges && !existing.edges.every(isThere)
    ? { ...existing, edges: existing.edges.filter(isThere) }
    : existing;
};

/**
 * `typePolicies` of Apollo's InMemoryCache: the pages of every list are put together, by `nodes` and by `edges`, and types without
 * an id are parts of the objects that lead to them. All others are known by their id.
 */
export const typePolicies: Record<string, TypePolicy> = {
  ...Object.fromEntries(typesWithoutId.map((type): [string, TypePolicy] => [type, { keyFields: false }])),
};
for (const [type, lists] of Object.entries(connections))
  typePolicies[type] = {
    ...typePolicies[type],
    fields: Object.fromEntries(
      Object.entries(lists).map(([list, keyArgs]): [string, ListPolicy] => [
        list,
        { keyArgs: [...keyArgs], read, merge },
      ]),
    ),
  };
