import { connections, typesWithoutId } from './cache.generated.ts';

/** A list as Apollo's cache keeps it: all pages of it that were read, one after the other. */
interface Pages {
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly { readonly cursor?: string }[];
  readonly pageInfo?: PageInfo;
  /** How many items there are up to each cursor that ends a page. */
  readonly ends?: Readonly<Record<string, number>>;
}

interface PageInfo {
  readonly startCursor?: string | null;
  readonly endCursor?: string | null;
  readonly hasNextPage?: boolean;
  readonly hasPreviousPage?: boolean;
}

interface ListPolicy {
  readonly keyArgs: string[];
  merge(
    existing: Pages | undefined,
    incoming: Pages,
    asked: { readonly args: Record<string, unknown> | null },
  ): Pages;
}

interface TypePolicy {
  keyFields?: false;
  fields?: Record<string, ListPolicy>;
}

/** The next page follows the one that ends with its `after`; any page that fits nowhere is a list that begins anew. */
const merge: ListPolicy['merge'] = (existing, incoming, { args }) => {
  if (!incoming.nodes && !incoming.edges) return { ...existing, ...incoming };
  const fits = existing && hasSameLists(existing, incoming);
  const { after, before } = args ?? {};
  const follows = existing?.ends?.[String(after)];
  if (fits && follows !== undefined)
    return { ...existing, ...incoming, ...joined(firstOf(existing, follows), incoming) };
  if (fits && before !== undefined && before === existing.pageInfo?.startCursor)
    return { ...existing, ...incoming, ...joined(incoming, existing) };
  return { ...incoming, ends: endsOf(incoming) };
};

const hasSameLists = (one: Pages, other: Pages): boolean =>
  Boolean(one.nodes) === Boolean(other.nodes) && Boolean(one.edges) === Boolean(other.edges);

const lengthOf = ({ nodes, edges }: Pages): number => (nodes ?? edges ?? []).length;

function endsOf(pages: Pages): Readonly<Record<string, number>> {
  const last = pages.pageInfo?.endCursor ?? pages.edges?.at(-1)?.cursor;
  return pages.ends ?? (last ? { [last]: lengthOf(pages) } : {});
}

const firstOf = ({ nodes, edges, ends = {}, pageInfo }: Pages, count: number): Pages => ({
  ...(nodes && { nodes: nodes.slice(0, count) }),
  ...(edges && { edges: edges.slice(0, count) }),
  ...(pageInfo && { pageInfo }),
  ends: Object.fromEntries(Object.entries(ends).filter(([, end]) => end <= count)),
});

function joined(first: Pages, next: Pages): Pages {
  const before = lengthOf(first);
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
    ends: {
      ...endsOf(first),
      ...Object.fromEntries(Object.entries(endsOf(next)).map(([cursor, end]) => [cursor, before + end])),
    },
  };
}

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
        { keyArgs: [...keyArgs], merge },
      ]),
    ),
  };
