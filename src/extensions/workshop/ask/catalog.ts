import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { inWords } from '../charts/chart-columns.ts';
import { tablesOf } from '../sql/tables.ts';
import { type ListInWords, listsInWords, numbersInWords } from './in-words.ts';
import type { Column, Filter, Key, List, Named } from './list.ts';

type Field = GraphQLField<unknown, unknown>;

/** The lists that callers of this schema can ask, for the steps of /ask. */
export function catalogOf(schema: GraphQLSchema): readonly List[] {
  const tables = tablesOf(schema);
  return listsInWords.flatMap((words) => {
    const field = fieldAt(schema.getQueryType(), words.way);
    if (!field) return [];
    const connection = getNamedType(field.type);
    if (!isObjectType(connection)) return [];
    if (!connection.getFields().nodes) return seriesOf(words, field, connection);
    const table = tables.find(({ way }) => way.join() === words.way.join());
    return listOf(
      words,
      field,
      connection,
      (table?.columns ?? []).map(({ path, selects, name: sql, type }) => ({
        name: path.join('.'),
        selects,
        sql,
        type,
      })),
      table?.name,
    );
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

const argument = (field: Field | undefined, name: string): GraphQLArgument | undefined =>
  field?.args.find((arg) => arg.name === name);
const titleIn =
  ({ fields = {} }: ListInWords) =>
  (name: string): string =>
    fields[name] ?? numbersInWords[name] ?? inWords(name);

/**
 * Sorts items as people look for them: in the order in which they are declared, and those without words of their own
 * at the end.
 */
function inOrder<T extends Named>(
  items: readonly T[],
  { fields = {} }: ListInWords,
  begins: readonly string[] = [],
): T[] {
  const names = [...begins, ...Object.keys(fields), ...Object.keys(numbersInWords)];
  const place = ({ name }: T) => {
    const found = [name, camel(name)].map((one) => names.indexOf(one)).filter((at) => at >= 0);
    return found.length > 0 ? Math.min(...found) : names.length;
  };
  return items.toSorted((one, other) => place(one) - place(other));
}

const base = ({ way, title, headline, about, columns }: ListInWords) => ({
  name: way.join('.'),
  way,
  title,
  ...(headline && { headline }),
  about,
  begins: columns,
});

function listOf(
  words: ListInWords,
  field: Field,
  connection: GraphQLObjectType,
  columns: readonly Omit<Column, 'title'>[],
  table: string | undefined,
): List[] {
  const groups = connection.getFields().groups;
  const by = argument(groups, 'by');
  const group = groups && getNamedType(groups.type);
  if (!by || !isObjectType(group)) return [];
  const title = titleIn(words);
  const where = argument(field, 'where');
  const filterType = where && getNamedType(where.type);
  const filters = isInputObjectType(filterType) ? Object.values(filterType.getFields()) : [];
  const keyed = partOf(getNamedType(by.type), 'field');
  return [
    {
      ...base(words),
      ...(table !== undefined && { table }),
      hasPast: argument(field, 'asOf') !== undefined,
      compares: argument(groups, 'compareTo') !== undefined && argument(field, 'asOf') !== undefined,
      filters: inOrder(
        filters.flatMap((one) => filterOf(words, one)),
        words,
      ),
      keys: inOrder(
        valuesOf(keyed).flatMap((name) => keyOf(name, group, words)),
        words,
      ),
      numbers: Object.values(group.getFields())
        .flatMap((one) => numberOf(one, title))
        .toSorted((one, other) => placeOfNumber(one) - placeOfNumber(other)),
      columns: inOrder(
        columns.map((one) => ({ ...one, title: title(one.name) })),
        words,
        words.columns,
      ),
      orders: inOrder(
        valuesOf(partOf(typeOf(argument(field, 'orderBy')), 'field')).map((name) => ({
          name,
          title: title(camel(name)),
        })),
        words,
      ),
      groupOrders: valuesOf(partOf(typeOf(argument(groups, 'orderBy')), 'field')),
    },
  ];
}

/** domainStatistics and balances: a row for each period. */
function seriesOf(words: ListInWords, field: Field, row: GraphQLObjectType): List[] {
  const title = titleIn(words);
  const keys = valuesOf(typeOf(argument(field, 'by')));
  const per = valuesOf(typeOf(argument(field, 'per')));
  const fields = Object.values(row.getFields());
  return [
    {
      ...base(words),
      periods: periods.filter((name) => per.includes(name)),
      hasPast: false,
      compares: argument(field, 'compareTo') !== undefined,
      filters: [],
      keys: keys.flatMap((name) => keyOf(name, row, words)),
      numbers: inOrder(
        fields
          .filter(({ type }) => ['Int', 'Decimal', 'Float'].includes(getNamedType(type).name))
          .map(({ name }) => ({ name, title: title(name), selects: name })),
        words,
      ),
      columns: [],
      orders: [],
      groupOrders: [],
    },
  ];
}

const periods = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];

const placeOfNumber = ({ name }: Named): number => Object.keys(numbersInWords).indexOf(name);

const typeOf = (arg: GraphQLArgument | undefined): unknown => arg && getNamedType(arg.type);
function partOf(type: unknown, name: string): unknown {
  const part = isInputObjectType(type) ? type.getFields()[name] : undefined;
  return part && getNamedType(part.type);
}
const valuesOf = (type: unknown): string[] =>
  isEnumType(type) ? (type as GraphQLEnumType).getValues().map(({ name }) => name) : [];

/** REGISTRANT_COUNTRY_CODE is the field registrantCountryCode. */
const camel = (name: string): string =>
  name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function keyOf(name: string, row: GraphQLObjectType, words: ListInWords): Key[] {
  const field = row.getFields()[camel(name)];
  if (!field) return [];
  const type = getNamedType(field.type);
  // Whoever groups by the name of the owner need not group by the owner, whom not everybody may see.
  if (isObjectType(type) && !type.getFields().code) return [];
  if (type.name === 'Contact') return [];
  const isObject = isObjectType(type);
  return [
    {
      name,
      title: titleIn(words)(field.name),
      ...(words.nouns?.[field.name] !== undefined && { noun: words.nouns[field.name] }),
      column: isObject ? `${field.name}.code` : field.name,
      selects: isObject ? `${field.name} { code }` : field.name,
      ...(type.name === 'Date' && { isTime: true as const }),
    },
  ];
}

function numberOf(field: Field, title: (name: string) => string): Column[] {
  const { name, args } = field;
  if (numbersInWords[name] === undefined) return [];
  return [{ name, title: title(name), selects: args.length > 0 ? `${name}(p: 0.9)` : name }];
}

const kinds: Readonly<Record<string, Filter['kind']>> = {
  DateTimeFilter: 'moment',
  DateFilter: 'day',
  BooleanFilter: 'yesno',
  IntFilter: 'number',
  DecimalFilter: 'amount',
  StringFilter: 'text',
  StringListFilter: 'texts',
};

function filterOf({ choices = {}, ahead = [], ...words }: ListInWords, field: GraphQLInputField): Filter[] {
  const { name } = field;
  const type = getNamedType(field.type);
  if (!isInputObjectType(type) || ['and', 'or', 'not'].includes(name)) return [];
  const values = valuesOf(partOf(type, 'eq'));
  const known = choices[name] ?? values;
  const kind = values.length > 0 ? 'choice' : kinds[type.name];
  if (!kind) return [];
  return [
    {
      name,
      title: titleIn(words)(name),
      kind: kind === 'texts' && known.length > 0 ? 'states' : kind,
      ...(known.length > 0 && { options: known.map((value) => ({ name: value, title: value })) }),
      ...(ahead.includes(name) && { ahead: true as const }),
    },
  ];
}
