import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { snakeCase } from '../../../base/text.ts';
import type { Table, TableColumn } from './table.ts';

type Field = GraphQLField<unknown, unknown>;

/** The lists that are tables, in the order of the schema browser. */
const lists = [
  ['domains'],
  ['domainEvents'],
  ['contacts'],
  ['account', 'transactions'],
  ['ledger'],
  ['invoices'],
  ['payments'],
  ['reservations'],
  ['notifications'],
  ['registrars'],
  ['prices'],
  ['disputes'],
  ['retainedNames'],
];

/** The lists that callers of this schema can read, with the columns that one request of a page can fill. */
export function tablesOf(schema: GraphQLSchema): readonly Table[] {
  return lists.flatMap((way) => {
    const list = fieldAt(schema.getQueryType(), way);
    const node = list && nodeOf(list);
    if (!list || !node) return [];
    return {
      name: snakeCase(way.at(-1) ?? ''),
      about: list.description ?? '',
      way,
      hasPast: list.args.some(({ name }) => name === 'asOf'),
      columns: Object.values(node.getFields()).flatMap(columnsOf),
    };
  });
}

function fieldAt(root: GraphQLObjectType | null | undefined, way: readonly string[]): Field | undefined {
  let type: unknown = root;
  let field: Field | undefined;
  for (const name of way) {
    field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!field) return undefined;
    type = getNamedType(field.type);
  }
  return field;
}

function nodeOf(list: Field): GraphQLObjectType | undefined {
  const connection = getNamedType(list.type);
  const nodes = isObjectType(connection) ? connection.getFields().nodes : undefined;
  const node = nodes && getNamedType(nodes.type);
  return isObjectType(node) ? node : undefined;
}

const types: Readonly<Record<string, string>> = {
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Boolean: 'boolean',
  Date: 'date',
  DateTime: 'timestamptz',
  Decimal: 'numeric',
};

/** The fields that identify an object that has a table of its own, or that is known by one field. */
const known: Readonly<Record<string, readonly string[]>> = {
  Registrar: ['code'],
  Contact: ['code', 'name', 'ident.countryCode', 'address.countryCode'],
  Domain: ['name'],
  Invoice: ['number'],
  DomainStatus: ['name'],
  ContactStatus: ['name'],
  Nameserver: ['hostname'],
};

/** Opaque, or about the request and not about the row. */
const leftOut: ReadonlySet<string> = new Set(['id', 'asOf', 'current']);

const isReadable = ({ args, name, deprecationReason, type }: Field): boolean =>
  !leftOut.has(name) &&
  !deprecationReason &&
  !args.some(isRequiredArgument) &&
  getNamedType(type).name !== 'Secret';

function columnsOf(field: Field): TableColumn[] {
  const type = getNamedType(field.type);
  const { name, description } = field;
  const about = description ?? '';
  if (!isReadable(field)) return [];
  const isList = isListType(getNullableType(field.type));
  if (isLeafType(type)) {
    const one = types[type.name] ?? 'text';
    return [{ name: snakeCase(name), type: isList ? `${one}[]` : one, about, path: [name], selects: name }];
  }
  if (!isObjectType(type) || type.name.endsWith('Connection')) return [];
  const isNode = type.getInterfaces().some((one) => one.name === 'Node');
  const inner = known[type.name] ?? (isNode ? [] : scalarsOf(type));
  if (isList) return listColumns(field, inner, type);
  return inner.flatMap((path) => innerColumn(field, type, path.split('.')));
}

/** An embedded object, which has no table of its own. */
const scalarsOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields())
    .filter((field) => isReadable(field) && isLeafType(getNullableType(field.type)))
    .map(({ name }) => name);

function listColumns(field: Field, inner: readonly string[], type: GraphQLObjectType): TableColumn[] {
  const { name, description } = field;
  const about = description ?? '';
  const [item] = known[type.name] ?? [];
  if (item !== undefined)
    return [
      { name: snakeCase(name), type: 'text[]', about, path: [name], item, selects: `${name} { ${item} }` },
    ];
  const parts = inner.length > 0 ? inner : scalarsOf(type);
  if (parts.length === 0) return [];
  return [
    {
      name: snakeCase(name),
      type: 'jsonb',
      about: `${about} A list of objects with ${parts.join(', ')}.`,
      path: [name],
      selects: `${name} { ${parts.join(' ')} }`,
    },
  ];
}

function innerColumn(
  { name, description }: Field,
  type: GraphQLObjectType,
  path: readonly string[],
): TableColumn[] {
  const field = fieldAt(type, path);
  if (!field || !isReadable(field)) return [];
  const own = `${(description ?? '').replace(/[.;].*/s, '')}: ${field.description ?? ''}`;
  return [
    {
      name: [name, ...path].map(snakeCase).join('_'),
      type: types[getNamedType(field.type).name] ?? 'text',
      about: own,
      path: [name, ...path],
      selects: [name, ...path].reduceRight((inside, step) => (inside ? `${step} { ${inside} }` : step), ''),
    },
  ];
}
