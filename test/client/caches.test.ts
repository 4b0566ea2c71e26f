import { InMemoryCache } from '@apollo/client/cache';
import { type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache';
import {
  type GraphQLField,
  getNamedType,
  introspectionFromSchema,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { typePolicies } from '#client/apollo.ts';
import { scalars } from '#client/codegen.ts';
import { keys, paged, within } from '#client/urql.ts';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { buildSchema } from '../support/schema.ts';
import type { Loose } from '../support/world.ts';

interface Named {
  readonly code: string;
}

const types = Object.values(buildSchema().getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const objects = types.filter(isObjectType);
const isRoot = ({ name }: { name: string }) => ['Query', 'Mutation', 'Subscription'].includes(name);
const parts = objects.filter((type) => !isRoot(type) && !('id' in type.getFields()));
const isPaged = (field: GraphQLField<unknown, unknown>): boolean => {
  const page = getNamedType(field.type);
  return isObjectType(page) && 'pageInfo' in page.getFields();
};
const lists = objects.flatMap((type) =>
  Object.values(type.getFields())
    .filter(isPaged)
    .map((list) => ({ type: type.name, list })),
);

describe('what the client says of the schema', () => {
  it('has every list, and every argument that makes it another list', () => {
    expect(lists.length).toBeGreaterThan(20);
    for (const { type, list } of lists) {
      const others = list.args
        .map(({ name }) => name)
        .filter((name) => !/^(?:first|last|after|before)$/.test(name));
      expect(typePolicies[type]?.fields?.[list.name]?.keyArgs, `${type}.${list.name}`).toEqual(others);
      expect(paged(() => 'joined')[type]?.[list.name], `${type}.${list.name}`).toBe('joined');
    }
  });

  it('has every type without an id, and no other', () => {
    expect(Object.keys(keys).sort()).toEqual(parts.map(({ name }) => name).sort());
    const embedded = Object.entries(typePolicies).filter(([, { keyFields }]) => keyFields === false);
    expect(embedded.map(([name]) => name).sort()).toEqual(Object.keys(keys).sort());
    expect(Object.values(keys).map((key) => key())).toEqual(parts.map(() => null));
  });

  it('is about one part of the schema, for a graphcache that is given that part', () => {
    const schema = introspectionFromSchema(schemaOf(buildSchema(), 'registrar'));
    const warnings = (more: Pick<CacheExchangeOpts, 'keys' | 'resolvers'>): string[] => {
      const warned: string[] = [];
      const exchange = cacheExchange({ schema, ...more, logger: (_, message) => warned.push(message) });
      exchange({ forward: (asked) => asked as never, client: {} as never, dispatchDebug: () => undefined });
      return warned;
    };
    const resolvers = paged(() => () => undefined);
    expect(warnings({ keys, resolvers }).length).toBeGreaterThan(50);
    const part = within(schema, { keys, resolvers });
    expect(warnings(part)).toEqual([]);
    expect(part.resolvers.Query).toHaveProperty('domains');
    expect(part.keys).toHaveProperty('DomainConnection');
  });

  it('has every scalar', () => {
    const own = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
    expect(Object.keys(scalars).sort()).toEqual(own.map(({ name }) => name).sort());
  });
});

describe('pages in the cache of Apollo', () => {
  const { merge } = typePolicies.Query?.fields?.domains ?? {};
  type Pages = NonNullable<Parameters<NonNullable<typeof merge>>[1]>;
  const page = (names: string, more: object = {}): Pages => ({
    nodes: [...names],
    pageInfo: { startCursor: names[0], endCursor: names.at(-1), hasNextPage: true, hasPreviousPage: false },
    ...more,
  });
  const read = (existing: Pages | undefined, incoming: Pages, args: Record<string, unknown> | null = null) =>
    merge?.(existing, incoming, { args }) as Pages;
  const shown = ({ nodes, edges }: Pages) => (nodes ?? edges?.map(({ cursor }) => cursor) ?? []).join('');

  it('follow each other', () => {
    const two = read(read(undefined, page('ab')), page('cd'), { after: 'b' });
    expect(shown(two)).toBe('abcd');
    expect(two.pageInfo).toMatchObject({ startCursor: 'a', endCursor: 'd' });
    expect(shown(read(two, page('e'), { after: 'd' }))).toBe('abcde');
  });

  it('that are read again take their place, with what came after them to be read anew', () => {
    const three = ['cd', 'ef'].reduce(
      (all, names, index) => read(all, page(names), { after: 'bd'[index] }),
      read(undefined, page('ab')),
    );
    expect(shown(three)).toBe('abcdef');
    expect(shown(read(three, page('CD'), { after: 'b' }))).toBe('abCD');
    expect(shown(read(three, page('AB')))).toBe('AB');
  });

  it('that begin where nothing is known are lists of their own', () => {
    expect(shown(read(read(undefined, page('ab')), page('yz'), { after: 'x' }))).toBe('yz');
  });

  it('come before others, too', () => {
    const two = read(read(undefined, page('cd')), page('ab'), { before: 'c' });
    expect(shown(two)).toBe('abcd');
    expect(two.pageInfo).toMatchObject({ startCursor: 'a', endCursor: 'd' });
    expect(shown(read(two, page('ef'), { after: 'd' }))).toBe('abcdef');
  });

  it('follow each other whatever a program has put into the list or taken out of it', () => {
    const first = read(undefined, page('ab'));
    const changed = (nodes: string) => ({ ...first, nodes: [...nodes] });
    expect(shown(read(changed('Nab'), page('cd'), { after: 'b' }))).toBe('Nabcd');
    expect(shown(read(changed('a'), page('cd'), { after: 'b' }))).toBe('acd');
    const two = read(changed('Nab'), page('cd'), { after: 'b' });
    expect(shown(read(two, page('CD'), { after: 'b' }))).toBe('NabCD');
    expect(shown(read(two, page('e'), { after: 'd' }))).toBe('Nabcde');
  });

  it('may be edges, whose cursors are enough', () => {
    const edges = (names: string): Pages => ({ edges: [...names].map((cursor) => ({ cursor })) });
    expect(shown(read(read(undefined, edges('ab')), edges('cd'), { after: 'b' }))).toBe('abcd');
  });

  it('stay when only a count is asked for, and are not mixed with edges', () => {
    const counted = { totalCount: 7 } as Pages;
    expect(read(read(undefined, page('ab')), counted)).toMatchObject({ nodes: ['a', 'b'], totalCount: 7 });
    expect(shown(read(read(undefined, page('ab')), { edges: [{ cursor: 'c' }] }, { after: 'b' }))).toBe('c');
  });

  it.each([
    ['the first page, which leaves no list', undefined, null],
    ['a further page, which leaves those before it', 'b', 'ab'],
  ])('may be refused: %s', (_, after, left) => {
    const cache = new InMemoryCache({ typePolicies });
    const query = parse(
      'query ($after: String) { contacts(after: $after) { __typename nodes { __typename id code } } }',
    );
    const nodes = [...'ab'].map((code) => ({ __typename: 'Contact', id: `id of ${code}`, code }));
    cache.writeQuery({ query, data: { contacts: { __typename: 'ContactConnection', nodes } } });
    cache.writeQuery({ query, variables: { after }, data: { contacts: null } });
    const { contacts } = cache.readQuery<{ contacts: { nodes: Named[] } | null }>({ query }) ?? {};
    expect(contacts?.nodes.map(({ code }) => code).join('') ?? contacts).toBe(left);
  });

  it.each([
    ['nodes', 'nodes { __typename id code }'],
    ['edges', 'edges { __typename cursor node { __typename id code } }'],
  ])('are complete without an object that is evicted, as deletedId asks for: %s', (_, items) => {
    const cache = new InMemoryCache({ typePolicies });
    const query = parse(
      `query ($after: String) { contacts(after: $after) { __typename ${items} pageInfo { __typename endCursor } } }`,
    );
    const write = (codes: string, after?: string) => {
      const nodes = [...codes].map((code) => ({ __typename: 'Contact', id: `id of ${code}`, code }));
      const edges = nodes.map((node) => ({ __typename: 'ContactEdge', cursor: node.code, node }));
      const pageInfo = { __typename: 'PageInfo', endCursor: codes.at(-1) };
      cache.writeQuery({
        query,
        variables: { after },
        data: { contacts: { __typename: 'ContactConnection', nodes, edges, pageInfo } },
      });
    };
    const codes = () => {
      const { result, complete } = cache.diff<Loose>({ query, optimistic: true, returnPartialData: true });
      const { nodes, edges } = result.contacts as { nodes?: Named[]; edges?: { node: Named }[] };
      return [(nodes ?? edges?.map(({ node }) => node) ?? []).map(({ code }) => code).join(''), complete];
    };
    write('ab');
    expect(codes()).toEqual(['ab', true]);
    cache.evict({ id: cache.identify({ __typename: 'Contact', id: 'id of b' }) ?? '' });
    cache.gc();
    expect(codes()).toEqual(['a', true]);
    write('cd', 'b');
    expect(codes()).toEqual(['acd', true]);
  });
});
