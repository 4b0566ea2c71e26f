import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import {
  type GraphQLFieldMap,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
  validate,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { describedApis } from '#src/apis/rest/apis.ts';
import { errorCodes } from '#src/base/error-catalogue.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { buildSchema } from '../../support/schema.ts';

const schema = buildSchema();
const source = (path: string): URL => new URL(`../../../${path}`, import.meta.url);
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

/** Words that say nothing by themselves. */
const littleWords =
  'a an and at by for from has in is it its of on one or that the their this to what which who'.split(' ');

interface Described {
  readonly name: string;
  readonly description: string | null | undefined;
}

function* partsOf(type: GraphQLNamedType): Generator<Described> {
  yield { name: type.name, description: type.description };
  if (isEnumType(type))
    for (const { name, description } of type.getValues()) yield { name: `${type.name}.${name}`, description };
  if (isInputObjectType(type))
    for (const { name, description } of Object.values(type.getFields()))
      yield { name: `${type.name}.${name}`, description };
  if (isObjectType(type) || isInterfaceType(type)) yield* fieldsOf(type.name, type.getFields());
}

function* fieldsOf(type: string, fields: GraphQLFieldMap<unknown, unknown>): Generator<Described> {
  for (const field of Object.values(fields)) {
    yield { name: `${type}.${field.name}`, description: field.description };
    for (const { name, description } of field.args)
      yield { name: `${type}.${field.name}(${name}:)`, description };
  }
}

describe('the graph', () => {
  it('is published in schema/schema.graphql', () => {
    expect(readFileSync(source('schema/schema.graphql'), 'utf8')).toBe(
      `${printSchemaWithDirectives(schema)}\n`,
    );
  });

  it('has a sentence for every type, field, argument, enum value and input field', () => {
    const parts = types.flatMap((type) => [...partsOf(type)]);
    expect(parts.length).toBeGreaterThan(100);
    const wrong = parts.filter(({ description }) => !/^\S.*[.)]$/s.test(description ?? ''));
    expect(wrong.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });

  it('names the currency beside every amount of money', () => {
    const withMoney = types.filter(
      (type) =>
        isObjectType(type) &&
        Object.values(type.getFields()).some((field) => getNamedType(field.type).name === 'Decimal'),
    );
    expect(withMoney.length).toBeGreaterThan(20);
    const without = withMoney.filter((type) => isObjectType(type) && !type.getFields().currency);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('answers with the registrar itself, wherever it names one', () => {
    const places = types
      .filter(isObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const),
      )
      .filter(([place]) => /[.a-z](?:R|r)egistrar$/.test(place));
    expect(places.length).toBeGreaterThan(20);
    expect(
      places.filter(([, { type }]) => getNamedType(type).name !== 'Registrar').map(([place]) => place),
    ).toEqual([]);
  });

  it('says more than names do: no description only repeats what it describes', () => {
    const parts = types.flatMap((type) => [...partsOf(type)]);
    const wordsIn = (text: string): string[] =>
      text
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== '');
    const empty = parts.filter(({ name, description }) => {
      // The input of a mutation is described by its fields.
      if (/^\w+Input$/.test(name) && description?.startsWith('Input of ')) return false;
      const known = new Set([...wordsIn(name), ...littleWords]);
      const said = wordsIn(description ?? '');
      return said.length < 3 || said.every((word) => known.has(word) || known.has(word.replace(/s$/, '')));
    });
    expect(empty.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });

  it('has a description of its own, with a first query that is valid', () => {
    const example = (schema.description ?? '').split('\n').filter((line) => line.startsWith('    '));
    expect(example.length).toBeGreaterThan(10);
    expect(validate(schema, parse(example.join('\n')))).toEqual([]);
  });

  it('has one shape for every mutation: input, idempotencyKey, dryRun, ifOutcome; userErrors, outcome and query', () => {
    for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      const args = field.args.map(({ name }) => name);
      expect(args, field.name).toEqual(expect.arrayContaining(['dryRun', 'idempotencyKey', 'ifOutcome']));
      expect(
        args.filter((name) => !['input', 'dryRun', 'idempotencyKey', 'ifOutcome'].includes(name)),
        field.name,
        // The one whose input may be given without input.
      ).toEqual(field.name === 'signIn' ? ['password', 'username'] : []);
      const upper = `${field.name[0]?.toUpperCase()}${field.name.slice(1)}`;
      expect(String(field.type), field.name).toBe(`${upper}Payload`);
      const payload = schema.getType(`${upper}Payload`);
      const fields = isObjectType(payload) ? payload.getFields() : {};
      expect(String(fields.userErrors?.type), field.name).toBe('[UserError!]!');
      expect(String(fields.outcome?.type), field.name).toBe('String');
      expect(isObjectType(payload) && payload.getInterfaces().map(String), field.name).toEqual([
        'MutationPayload',
      ]);
      expect(String(fields.query?.type), field.name).toBe('Query!');
    }
  });

  it('has one connection type for each node type, named after it, with nodes, edges, pageInfo and totalCount', () => {
    const ungrouped = new Set([
      'Auction',
      'HistoryEntry',
      'PaymentDisagreement',
      'RetainedName',
      'WebhookDelivery',
    ]);
    for (const type of types) {
      if (!isObjectType(type) || !type.name.endsWith('Connection')) continue;
      const node = type.name.replace(/Connection$/, '');
      const shape = Object.fromEntries(
        Object.values(type.getFields()).map(({ name, type: of }) => [name, String(of)]),
      );
      expect(shape, type.name).toEqual({
        edges: `[${node}Edge!]!`,
        nodes: `[${node}!]!`,
        pageInfo: 'PageInfo!',
        totalCount: 'Int!',
        ...(node === 'OutboxItem' && { lagSeconds: 'Float!' }),
        ...(!ungrouped.has(node) && { groups: `[${node}Group!]!` }),
      });
      expect(isObjectType(schema.getType(node)), type.name).toBe(true);
    }
  });

  it('never lets a name of REST leak through', () => {
    const names = types.flatMap((type) => [...partsOf(type)].map(({ name }) => name));
    const leaked = names.filter((name) => /\.[a-z]\w*_/.test(name));
    expect(leaked).toEqual([]);
  });
});

describe('the table of operations', () => {
  const registered = new Set<string>();
  beforeAll(async () => {
    for (const name of operations.keys()) registered.add(name);
    const folder = fileURLToPath(source('src/registry/operations'));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    for (const name of files) await import(/* @vite-ignore */ `${folder}/${name}`);
  });

  it('is known to the APIs, every operation of it that has a twin', () => {
    const unknown = [...operations.values()].filter(
      ({ name, graphql, rest }) => (graphql || rest) && !registered.has(name),
    );
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  it('names fields that the graph has', () => {
    const missing = [...operations.values()].filter(({ graphql }) => {
      const [typeName = '', fieldName = ''] = graphql?.split('.') ?? [];
      const type = schema.getType(typeName);
      return graphql && !(isObjectType(type) && fieldName in type.getFields());
    });
    expect(missing.map(({ name, graphql }) => `${name}: ${graphql}`)).toEqual([]);
  });

  it('names REST routes that are served, each by the operation itself', () => {
    const served = new Set(
      describedApis.flatMap(({ prefix, routes }) =>
        routes.map(({ method, path, operation }) => `${operation.name} ${method} ${prefix}${path}`),
      ),
    );
    const missing = [...operations.values()].filter(
      ({ name, rest }) => rest && !served.has(`${name} ${rest}`),
    );
    expect(missing.map(({ name, rest }) => `${name}: ${rest}`)).toEqual([]);
  });

  it('lets nobody change anything over REST only', () => {
    const alone = [...operations.values()].filter(
      ({ kind, graphql, rest }) => kind !== 'query' && rest && !graphql,
    );
    expect(alone.map(({ name }) => name)).toEqual([]);
  });

  it('distinguishes every mutation of the graph', () => {
    const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});
    const known = new Set([...operations.values()].map(({ graphql }) => graphql));
    expect(fields.filter((name) => !known.has(`Mutation.${name}`))).toEqual([]);
  });

  it('uses codes of the catalogue only, and each of them somewhere', () => {
    for (const { name, errors } of operations.values())
      for (const code of errors) expect(errorCodes, name).toContain(code);
  });
});
