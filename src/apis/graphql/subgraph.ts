import { MapperKind, mapSchema, printSchemaWithDirectives } from '@graphql-tools/utils';
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import {
  type DocumentNode,
  extendSchema,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isUnionType,
  parse,
} from 'graphql';
import { byKey } from '../../registry/operations/readers/by-key.ts';
import type { Context } from './context.ts';
import { isVisibleNode } from './node-visibility.ts';
import { refreshFromUpstream } from './refresh-from-upstream.ts';
import { badArgument, notSignedIn } from './refusals.ts';

const mostEntities = 100;

/** The keys by which a gateway knows our objects in other graphs. */
const keys: Readonly<Record<string, string>> = {
  Contact: 'code',
  Domain: 'name',
  Invoice: 'number',
  Registrar: 'code',
};

const markKeys = (types: readonly string[]): string =>
  [
    'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])',
    ...types.map((type) => `extend type ${type} @key(fields: "${keys[type]}")`),
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
  // Not every graph has all of them.
  const types = Object.keys(keys).filter((type) => schema.getType(type));
  const subgraph = extendSchema(schema, additions(types));
  // The whole graph is the gateway's to give: from the payload of a write we would give our part of it only.
  const ours = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field) => (getNamedType(field.type)?.toString() === 'Query' ? null : field),
  });
  const sdl = `${printSchemaWithDirectives(ours)}\n\n${markKeys(types)}\n`;
  const { _service, _entities } = (subgraph.getQueryType()?.getFields() ?? {}) as Record<
    '_service' | '_entities',
    GraphQLField<unknown, Context>
  >;
  _service.resolve = () => ({ sdl });
  _entities.resolve = (_, { representations }, context) => {
    // Anonymous callers see no entity, so nothing is looked up for them.
    if (context.actor.kind === 'anonymous') throw notSignedIn();
    if (representations.length > mostEntities)
      throw badArgument(`representations must be at most ${mostEntities}`, 2004, 'representations');
    return representations.map((one: unknown) => entityOf(one, context, types));
  };
  const union = subgraph.getType('_Entity');
  if (isUnionType(union)) union.resolveType = (row) => kinds.get(row as object);
  return subgraph;
}

const kinds = new WeakMap<object, string>();

async function entityOf(
  representation: unknown,
  context: Context,
  types: readonly string[],
): Promise<object | null> {
  const { __typename, ...rest } = representation as Record<string, unknown>;
  const isOurs = typeof __typename === 'string' && types.includes(__typename);
  const load = isOurs ? loaders(context)[__typename] : undefined;
  const key = isOurs ? rest[keys[__typename] ?? ''] : undefined;
  if (!isOurs || !load || (typeof key !== 'string' && typeof key !== 'number'))
    throw badArgument(
      `A representation has a __typename, one of ${types.join(', ')}, and its key`,
      2005,
      'representations',
    );
  // No text of the database holds it.
  if (String(key).includes('\0')) return null;
  await refreshFromUpstream(context, __typename, { keys: [String(key)] });
  for (const row of await load(key))
    if (await isVisibleNode(__typename, row, context)) {
      kinds.set(row, __typename);
      return row;
    }
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
