import { MapperKind, mapSchema, printSchemaWithDirectives } from '@graphql-tools/utils';
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import {
  assertInterfaceType,
  type DocumentNode,
  extendSchema,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLSchema,
  getNamedType,
  isUnionType,
  parse,
} from 'graphql';
import { limit } from '../../base/limits.ts';
import { byKey } from '../../registry/operations/readers/by-key.ts';
import type { Context } from './context.ts';
import { isVisibleNode } from './node-visibility.ts';
import { refresh } from './refresh.ts';
import { badArgument, notSignedIn } from './refusals.ts';

const mostEntities = limit('entities that a gateway asks for at once', 100, 'A page has no more.');

/** The keys by which a gateway knows our objects in other graphs, beside the id that every node has. */
const keys: Readonly<Record<string, string>> = {
  Contact: 'code',
  Domain: 'name',
  Invoice: 'number',
  Registrar: 'code',
};

/** Returns the text that tells a gateway what it must know of our types. */
const markTypes = (types: readonly string[]): string =>
  [
    'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])',
    // Composition knows no directives but its own and those of GraphQL's edition of 2021.
    'directive @oneOf on INPUT_OBJECT',
    ...types.map(
      (type) =>
        `extend type ${type} ${[keys[type] ?? [], 'id']
          .flat()
          .map((key) => `@key(fields: "${key}")`)
          .join(' ')}`,
    ),
  ].join('\n');

const additions = (types: readonly string[]): DocumentNode =>
  parse(`
  "An object of another graph, as a gateway knows it: __typename, and the field that is its key."
  scalar _Any

  "What other graphs may know by its key."
  union _Entity = ${types.join(' | ')}

  "This graph as a part of a larger one."
  type _Service {
    "The schema, with the keys of its types."
    sdl: String!
  }

  extend type Query {
    "Objects by their keys, in the same order; null in the place of each that does not exist or that you may not see."
    _entities(
      "The objects, at most ${mostEntities}."
      representations: [_Any!]!
    ): [_Entity]!
    "What a gateway reads to put graphs together."
    _service: _Service!
  }
`);

/**
 * The graph as a subgraph that a gateway can put together with others
 * (https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec).
 */
export function asSubgraph(schema: GraphQLSchema): GraphQLSchema {
  const node = assertInterfaceType(schema.getType('Node'));
  const types = schema.getPossibleTypes(node).map(({ name }) => name);
  const subgraph = extendSchema(schema, additions(types));
  // The whole graph is the gateway's to give: from the payload of a write, or by an id, we would give our part of it
  // only.
  const ofTheWhole = (field: GraphQLFieldConfig<unknown, unknown>, name: string, type: string): boolean =>
    getNamedType(field.type).name === 'Query' || (type === 'Query' && ['node', 'nodes'].includes(name));
  const ours = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, name, type) => (ofTheWhole(field, name, type) ? null : field),
  });
  // Any graph with Relay's types has one. The mark counts for the fields of the declaration that it stands at, so no
  // extension will do.
  const shareable = printSchemaWithDirectives(ours).replace('type PageInfo {', 'type PageInfo @shareable {');
  const sdl = `${shareable}\n\n${markTypes(types)}\n`;
  const { _service, _entities, nodes } = (subgraph.getQueryType()?.getFields() ?? {}) as Record<
    '_service' | '_entities' | 'nodes',
    GraphQLField<unknown, Context>
  >;
  _service.resolve = () => ({ sdl });
  _entities.resolve = async (_, { representations }, context, info) => {
    // Anonymous callers see no entity, so nothing is looked up for them.
    if (context.actor.kind === 'anonymous') throw notSignedIn();
    if (representations.length > mostEntities)
      throw badArgument(`representations must be at most ${mostEntities}`, 2004, 'representations');
    const asked: (Asked | GraphQLError)[] = representations.map((one: unknown) => askedFor(one, types));
    const byId = asked.flatMap((one) => ('id' in one ? one.id : []));
    const found: unknown = await nodes.resolve?.({}, { ids: byId }, context, info);
    const withIds = new Map(byId.map((id, index) => [id, (found as unknown[])[index]]));
    return asked.map(async (one) => {
      if (one instanceof GraphQLError) return one;
      if (!('id' in one)) return entityOf(one, context);
      const row = await withIds.get(one.id);
      const isIt = row && (await node.resolveType?.(row, context, info, node)) === one.typename;
      return isIt ? known(row, one.typename) : null;
    });
  };
  const union = subgraph.getType('_Entity');
  if (isUnionType(union)) union.resolveType = (row) => kinds.get(row as object);
  return subgraph;
}

const kinds = new WeakMap<object, string>();

function known(row: object, typename: string): object {
  kinds.set(row, typename);
  return row;
}

type Asked =
  | { readonly typename: string; readonly id: string }
  | { readonly typename: string; readonly key: string | number };

function askedFor(representation: unknown, types: readonly string[]): Asked | GraphQLError {
  const { __typename: typename, id, ...rest } = representation as Record<string, unknown>;
  if (typeof typename === 'string' && types.includes(typename)) {
    const key = Object.hasOwn(keys, typename) ? rest[keys[typename] ?? ''] : undefined;
    if (typeof key === 'string' || typeof key === 'number') return { typename, key };
    if (typeof id === 'string') return { typename, id };
  }
  return badArgument(
    `A representation has a __typename, one of ${types.join(', ')}, and its key`,
    2005,
    'representations',
  );
}

async function entityOf(
  { typename, key }: { readonly typename: string; readonly key: string | number },
  context: Context,
): Promise<object | null> {
  // No text of the database holds it.
  if (String(key).includes('\0')) return null;
  await refresh(context, typename, { keys: [String(key)] });
  for (const row of (await loaders(context)[typename]?.(key)) ?? [])
    if (await isVisibleNode(typename, row, context)) return known(row, typename);
  return null;
}

type Load = (key: string | number) => Promise<readonly object[]>;

/** The entities of one request share a statement for each type. */
const loaders = createContextCache(({ database: { db }, calendar, clock }: Context) => {
  const batched = <K>(
    toKey: (key: string | number) => K,
    read: (keys: readonly K[]) => Promise<object[][]>,
  ): Load => {
    const loader = new DataLoader<K, object[]>(read);
    return (key) => loader.load(toKey(key));
  };
  const loads: Record<string, Load> = {
    Contact: batched(String, (codes) => byKey.contacts(db, codes)),
    Domain: batched(String, (names) => byKey.domains(db, names, calendar.dateOf(clock.now()))),
    Invoice: batched(invoiceNumber, (numbers) => byKey.invoices(db, numbers)),
    Registrar: batched(String, (codes) => byKey.registrars(db, codes)),
  };
  return loads;
});

/** No invoice has the number 0. */
const invoiceNumber = (key: string | number): number => {
  const number = Number(key);
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : 0;
};
