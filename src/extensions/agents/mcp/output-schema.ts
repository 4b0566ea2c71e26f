import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { limit } from '../../../base/limits.ts';
import type { JsonSchema } from './json-schema.ts';

interface Document {
  readonly operation: OperationDefinitionNode;
  readonly schema: GraphQLSchema;
}

/** The fields under one name of the answer, which a document may select in several places. */
interface Selected {
  readonly nodes: FieldNode[];
  /** A directive may leave it out. */
  readonly isConditional: boolean;
}

const mostValues = limit(
  'values of an enum that a tool lists',
  24,
  'More are a text: the list would be longer than the rest, and grow with every release.',
);

/** The reasons of a refusal, or of parts that could not be read. */
const errors: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      code: { type: 'string' },
      resultCode: { type: 'integer' },
      retryAfterSeconds: { type: 'integer' },
      path: { type: 'array', items: { type: ['string', 'integer'] } },
    },
    required: ['message'],
  },
};

/**
 * The JSON Schema of a tool's structured content: what the document selects, in the types of the graph, or `errors`. An
 * object that is not there is an error, so the fields of the operation itself are never null.
 */
export function outputSchema(document: Document): JsonSchema & { readonly type: 'object' } {
  const { operation, schema } = document;
  const type = schema.getRootType(operation.operation);
  if (!type) throw new TypeError(`the schema has no ${operation.operation}`);
  const { properties = {}, required = [] } = objectOf(type, [operation.selectionSet], document);
  const roots = Object.entries(properties).map(([name, one]) => [name, withoutNull(one)] as const);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(roots), errors },
    anyOf: [{ required }, { required: ['errors'] }],
  };
}

function objectOf(
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  document: Document,
): JsonSchema {
  const selected = new Map<string, Selected>();
  for (const set of sets) collect(type, set, document, selected, false);
  const fields = type.getFields();
  const properties = [...selected].map(([key, { nodes }]) => {
    const [{ name } = { name: { value: '' } }] = nodes;
    if (name.value === '__typename') return [key, { type: 'string' }] as const;
    const field = fields[name.value];
    if (!field) throw new TypeError(`${type.name} has no field ${name.value}`);
    const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return [key, schemaOf(field.type, inner, document)] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...selected].filter(([, { isConditional }]) => !isConditional).map(([key]) => key),
  };
}

/** Adds the fields that an object of this type has in the answer. */
function collect(
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  document: Document,
  into: Map<string, Selected>,
  isWithin: boolean,
): void {
  for (const selection of selections) {
    const isConditional = isWithin || (selection.directives ?? []).length > 0;
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      const known = into.get(key);
      into.set(key, {
        nodes: [...(known?.nodes ?? []), selection],
        isConditional: isConditional && (known?.isConditional ?? true),
      });
      continue;
    }
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      throw new TypeError('documents of tools have fragments in their place only');
    if (isOf(type, selection.typeCondition?.name.value, document.schema))
      collect(type, selection.selectionSet, document, into, isConditional);
  }
}

function isOf(type: GraphQLObjectType, condition: string | undefined, schema: GraphQLSchema): boolean {
  const wanted = condition === undefined ? type : schema.getType(condition);
  return wanted === type || (isAbstractType(wanted) && schema.isSubType(wanted, type));
}

function schemaOf(
  given: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  document: Document,
): JsonSchema {
  const type = getNullableType(given);
  const schema = isListType(type)
    ? { type: 'array', items: schemaOf(type.ofType, sets, document) }
    : namedSchema(type, sets, document);
  // A secret is null in an answer, whatever the graph shows.
  return isNonNullType(given) && !isSecret(type) ? schema : orNull(schema);
}

const isSecret = (type: unknown): boolean => (type as GraphQLNamedType).name === 'Secret';

function namedSchema(
  type: GraphQLNamedType,
  sets: readonly SelectionSetNode[],
  document: Document,
): JsonSchema {
  if (isObjectType(type)) return objectOf(type, sets, document);
  if (isAbstractType(type))
    return { anyOf: document.schema.getPossibleTypes(type).map((one) => objectOf(one, sets, document)) };
  if (type.name === 'JSON') return {};
  if (isEnumType(type) && type.getValues().length <= mostValues)
    return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  return { type: plainTypes[type.name] ?? 'string' };
}

const plainTypes: Readonly<Record<string, string>> = { Int: 'integer', Float: 'number', Boolean: 'boolean' };

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.anyOf) return { anyOf: [...schema.anyOf, { type: 'null' }] };
  // Without a type it may be anything already.
  if (typeof schema.type !== 'string') return schema;
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  if (schema.anyOf) return { anyOf: schema.anyOf.filter(({ type }) => type !== 'null') };
  const [type = 'null'] = [schema.type ?? []].flat();
  return { ...schema, type };
}
