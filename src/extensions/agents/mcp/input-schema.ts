import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  TokenKind,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';
import { domainStatuses } from '../../../registry/rules/domain/statuses.ts';
import type { JsonSchema } from './json-schema.ts';

/** The JSON Schema of a document's variables, except for those that the tool sets itself. */
export function inputSchema(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  own: ReadonlySet<string>,
): JsonSchema & { readonly type: 'object' } {
  const variables = (operation.variableDefinitions ?? []).filter(
    ({ variable }) => !own.has(variable.name.value),
  );
  const properties = variables.map((definition) => {
    const { variable, type: node, defaultValue } = definition;
    const name = variable.name.value;
    const type = typeFromAST(schema, node as never) as GraphQLInputType | undefined;
    if (!type) throw new TypeError(`$${name} has a type that the schema does not know`);
    const fallback = defaultValue && valueFromAST(defaultValue, getNullableType(type));
    return [
      name,
      {
        ...(name === 'statuses'
          ? { type: 'array', items: { type: 'string', enum: domainStatuses } }
          : schemaOf(type)),
        ...(fallback !== undefined && { default: fallback }),
        description: commentAbove(definition),
      },
    ] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: variables
      .filter(({ type, defaultValue }) => type.kind === 'NonNullType' && !defaultValue)
      .map(({ variable }) => variable.name.value),
    additionalProperties: false,
  };
}

/** Returns what the document says above a variable: the graph's own descriptions are out of place in a tool. */
function commentAbove({ loc, variable }: VariableDefinitionNode): string {
  const lines: string[] = [];
  for (let token = loc?.startToken.prev; token?.kind === TokenKind.COMMENT; token = token.prev)
    lines.unshift(token.value.trim());
  if (lines.length === 0) throw new TypeError(`$${variable.name.value} needs a comment above it`);
  return lines.join(' ');
}

const plainTypes: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  Duration: { type: 'string', format: 'duration' },
};

function schemaOf(given: GraphQLInputType): JsonSchema {
  const type = getNullableType(given);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return plainTypes[type.name] ?? { type: 'string' };
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        { ...schemaOf(field.type), ...(field.description && { description: field.description }) },
      ]),
    ),
    required: fields.filter(({ type: one }) => isNonNullType(one)).map(({ name }) => name),
    additionalProperties: false,
  };
}
