import { type ApolloCache, InMemoryCache } from '@apollo/client/cache';
import { Client, type Exchange, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import relay from 'relay-runtime';
import { buildSchema } from './schema.ts';

/** The normalising caches of frontends: each takes answers, and tells what it holds of the present. */
export interface Cache {
  readonly name: string;
  /** Writes an answer as if the server had sent it. */
  write(document: string, data: unknown): Promise<void>;
  /** Everything that it holds, by the keys of its records, without the roots of what was asked. */
  records(): Promise<Readonly<Record<string, unknown>>>;
}

const schema = buildSchema();

export const caches: readonly (() => Cache)[] = [apollo, urql, relayStore];

function apollo(): Cache {
  const cache: ApolloCache = new InMemoryCache();
  return {
    name: 'Apollo Client',
    write: async (document, data) => {
      const query = parse(document);
      const { operation } = operationIn(query);
      cache.write({ dataId: operation === 'mutation' ? 'ROOT_MUTATION' : 'ROOT_QUERY', query, result: data });
    },
    records: async () => withoutRoots(cache.extract() as Record<string, unknown>, /^ROOT_|^__META/),
  };
}

/** Its records cannot be listed: what was asked about the present is read from it again. */
function urql(): Cache {
  let answer: unknown;
  const asked: DocumentNode[] = [];
  const client = new Client({
    url: 'http://127.0.0.1:1/graphql',
    preferGetMethod: false,
    exchanges: [cacheExchange({ logger: () => {} }) as Exchange, fetchExchange],
    fetch: async () =>
      new Response(JSON.stringify({ data: answer }), { headers: { 'content-type': 'application/json' } }),
  });
  return {
    name: 'urql with graphcache',
    write: async (document, data) => {
      answer = data;
      const query = parse(document);
      const isMutation = operationIn(query).operation === 'mutation';
      if (!isMutation && asked.length === 0) asked.push(query);
      const { error } = isMutation
        ? await client.mutation(query, {}).toPromise()
        : await client.query(query, {}, { requestPolicy: 'network-only' }).toPromise();
      if (error) throw error;
    },
    records: async () => {
      const held = await Promise.all(
        asked.map((query) => client.query(query, {}, { requestPolicy: 'cache-only' }).toPromise()),
      );
      return Object.fromEntries(held.map(({ data }, index) => [`question ${index}`, data]));
    },
  };
}

function relayStore(): Cache {
  const { Environment, Network, RecordSource, Store } = relay;
  const source = new RecordSource();
  const environment = new Environment({
    network: Network.create(() => Promise.reject(new Error('offline'))),
    store: new Store(source),
  });
  return {
    name: 'Relay',
    write: async (document, data) => {
      const warned: string[] = [];
      const { error } = console;
      // Relay warns where two answers for one record differ: an application would lose one of them.
      console.error = (warning: string) => void warned.push(warning);
      try {
        environment.commitPayload(
          relay.createOperationDescriptor(compiled(document) as never, {}),
          data as never,
        );
      } finally {
        console.error = error;
      }
      if (warned.length > 0) throw new Error(warned.join('\n'));
    },
    records: async () => withoutRoots(source.toJSON() as Record<string, unknown>, /^client:root/),
  };
}

const withoutRoots = (records: Readonly<Record<string, unknown>>, roots: RegExp) =>
  JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(records).filter(([key]) => !roots.test(key)))),
  ) as Record<string, unknown>;

const operationIn = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;

/** What Relay's compiler makes of a document without variables, as far as its store needs it. */
function compiled(document: string): object {
  const operation = operationIn(parse(document));
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  const selections = compiledSelections(operation.selectionSet, root as GraphQLObjectType);
  const name = 'Cached';
  return {
    kind: 'Request',
    fragment: {
      argumentDefinitions: [],
      kind: 'Fragment',
      metadata: null,
      name,
      selections,
      type: root?.name,
    },
    operation: { argumentDefinitions: [], kind: 'Operation', name, selections },
    params: {
      id: null,
      cacheID: document,
      metadata: {},
      name,
      operationKind: operation.operation,
      text: null,
    },
  };
}

function compiledSelections({ selections }: SelectionSetNode, type: GraphQLObjectType): object[] {
  return selections.flatMap((selection): object[] => {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const on = schema.getType(selection.typeCondition?.name.value ?? type.name) as GraphQLObjectType;
      return [
        {
          kind: 'InlineFragment',
          type: on.name,
          abstractKey: null,
          selections: compiledSelections(selection.selectionSet, on),
        },
      ];
    }
    return selection.kind === Kind.FIELD ? [compiledField(selection, type)] : [];
  });
}

function compiledField(node: FieldNode, type: GraphQLObjectType): object {
  const name = node.name.value;
  const args = (node.arguments ?? []).map(({ name: { value: name }, value }) => ({
    kind: 'Literal',
    name,
    value: valueFromASTUntyped(value),
  }));
  const own = {
    alias: node.alias?.value ?? null,
    args: args.length > 0 ? args : null,
    name,
    storageKey: null,
  };
  const field = name === '__typename' ? undefined : type.getFields()[name];
  const named = field && getNamedType(field.type);
  if (!field || !named || !isCompositeType(named)) return { ...own, kind: 'ScalarField' };
  const isAbstract = isUnionType(named) || isInterfaceType(named);
  return {
    ...own,
    kind: 'LinkedField',
    concreteType: isAbstract ? null : named.name,
    plural: isListType(getNullableType(field.type)),
    selections: node.selectionSet
      ? compiledSelections(node.selectionSet, (isObjectType(named) ? named : type) as GraphQLObjectType)
      : [],
  };
}
