import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/** A question or a change with a text in one of the places where the graph takes one, and nothing else that is not required. */
export interface WithText {
  /** `domainRenew input.name` */
  readonly place: string;
  readonly payload: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };
}

type Field = GraphQLField<unknown, unknown>;
type Asked = GraphQLArgument | GraphQLInputField;

/** One for each place of each root field, with the same text or with one for each scalar; of filters, which are all alike, the first of each list. */
export const everyPlaceOfText = (
  schema: GraphQLSchema,
  text: string | ((scalar: string) => string),
): WithText[] => placesOf(schema, (type) => valuesWith(type, typeof text === 'string' ? () => text : text));

/** As well where it does not fit: in place of numbers, enums, lists and objects, and in each field of a filter, of each kind of filter once. */
export const everyPlace = (schema: GraphQLSchema, text: string): WithText[] => {
  const filters = new Set<string>();
  return placesOf(schema, (type) => valuesAnywhere(type, text, filters));
};

type Found = { readonly path: readonly string[]; readonly value: unknown };

function placesOf(schema: GraphQLSchema, valuesIn: (type: GraphQLInputType) => readonly Found[]): WithText[] {
  const of = (kind: 'query' | 'mutation', fields: readonly Field[]): WithText[] =>
    fields.flatMap((field) =>
      field.args.flatMap((argument) =>
        valuesIn(argument.type).map(({ path, value }) => ({
          place: `${field.name} ${[argument.name, ...path].join('.')}`,
          payload: {
            query: documentOf(kind, field),
            variables: { ...required(field.args), [argument.name]: value },
          },
        })),
      ),
    );
  return [
    ...of('query', Object.values(schema.getQueryType()?.getFields() ?? {})),
    ...of('mutation', Object.values(schema.getMutationType()?.getFields() ?? {})),
  ];
}

function documentOf(kind: string, field: Field): string {
  const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const given = field.args.map(({ name }) => `${name}: $${name}`);
  const list = (items: readonly string[]) => (items.length === 0 ? '' : `(${items.join(', ')})`);
  const shown = kind === 'mutation' ? '{ __typename userErrors { code } }' : '{ __typename }';
  const selection = isCompositeType(getNamedType(field.type)) ? shown : '';
  return `${kind}${list(declared)} { ${field.name}${list(given)} ${selection} }`;
}

const required = (asked: readonly Asked[]): Record<string, unknown> =>
  Object.fromEntries(asked.filter(isNeeded).map(({ name, type }) => [name, usual(type)]));

const isNeeded = ({ type, defaultValue }: Asked): boolean =>
  isNonNullType(type) && defaultValue === undefined;

function valuesWith(type: GraphQLInputType, text: (scalar: string) => string): Found[] {
  if (isNonNullType(type)) return valuesWith(type.ofType, text);
  if (isListType(type))
    return valuesWith(type.ofType, text).map(({ path, value }) => ({ path, value: [value] }));
  if (isEnumType(type) || ['Int', 'Float', 'Boolean'].includes(type.name)) return [];
  if (!isInputObjectType(type)) return [{ path: [], value: text(type.name) }];
  const fields = Object.values(type.getFields());
  const looked = isFilter(type.name) ? fields.filter((one) => getNamedType(one.type) !== type) : fields;
  const found = looked.flatMap((field) =>
    valuesWith(field.type, text).map(({ path, value }) => ({
      path: [field.name, ...path],
      value: { ...required(fields), [field.name]: value },
    })),
  );
  return isFilter(type.name) ? found.slice(0, 1) : found;
}

function valuesAnywhere(type: GraphQLInputType, text: string, filters: Set<string>): Found[] {
  if (isNonNullType(type)) return valuesAnywhere(type.ofType, text, filters);
  const whole = { path: [], value: text };
  if (isListType(type))
    return [
      whole,
      ...valuesAnywhere(type.ofType, text, filters).map(({ path, value }) => ({
        path: ['[]', ...path],
        value: [value],
      })),
    ];
  if (!isInputObjectType(type)) return [whole, { path: ['deeper'], value: { [text]: [text] } }];
  if (filters.has(type.name)) return [whole];
  if (isFilter(type.name)) filters.add(type.name);
  const fields = Object.values(type.getFields());
  // A filter holds filters of its own kind.
  const looked = fields.filter((one) => getNamedType(one.type) !== type);
  const inside = looked.flatMap((field) =>
    valuesAnywhere(field.type, text, filters).map(({ path, value }) => ({
      path: [field.name, ...path],
      value: { ...required(fields), [field.name]: value },
    })),
  );
  return [whole, ...inside];
}

const isFilter = (name: string): boolean => /(Filter|Where)$/.test(name);

const scalars: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2026-05-10T10:00:00Z',
  Date: '2026-05-10',
  Decimal: '10.00',
  DomainName: 'tamm.ee',
};

function usual(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return usual(type.ofType);
  if (isListType(type)) return [usual(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) return required(Object.values(type.getFields()));
  return scalars[type.name] ?? '1';
}
