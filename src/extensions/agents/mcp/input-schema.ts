import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { JsonSchema } from './json-schema.ts';

/** The JSON Schema of a document's variables, except for those that the tool sets itself. */
export function inputSchema(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  own: ReadonlySet<string>,
): JsonSchema & { readonly type: 'object' } {
  const descriptions = describedWhereUsed(operation, schema);
  const variables = (operation.variableDefinitions ?? []).filter(
    ({ variable }) => !own.has(variable.name.value),
  );
  const properties = variables.map(({ variable, type: node, defaultValue }) => {
    const name = variable.name.value;
    const type = typeFromAST(schema, node as never) as GraphQLInputType | undefined;
    if (!type) throw new TypeError(`$${name} has a type that the schema does not know`);
    const fallback = defaultValue && valueFromAST(defaultValue, getNullableType(type));
    const schemaOfIt = { ...schemaOf(type), ...(fallback !== undefined && { default: fallback }) };
    const description = descriptions.get(name);
    return [name, description ? { ...schemaOfIt, description } : schemaOfIt] as const;
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

/** A variable has the description of the argument or input field that it is used for. */
function describedWhereUsed(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): ReadonlyMap<string, string> {
  const info = new TypeInfo(schema);
  const found = new Map<string, string>();
  const note = (name: string, description: string | null | undefined): void => {
    if (description && !found.has(name)) found.set(name, description);
  };
  visit(
    operation,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => {
        if (value.kind === 'Variable') note(value.name.value, info.getArgument()?.description);
      },
      ObjectField: ({ name, value }) => {
        // Without its `!`.
        const parent = getNamedType(info.getParentInputType());
        if (value.kind === 'Variable' && isInputObjectType(parent))
          note(value.name.value, parent.getFields()[name.value]?.description);
      },
    }),
  );
  return found;
}

const plainTypes: Readonly<Record<string, string>> = { Int: 'integer', Float: 'number', Boolean: 'boolean' };

function schemaOf(given: GraphQLInputType): JsonSchema {
  const type = getNullableType(given);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return { type: plainTypes[type.name] ?? 'string' };
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
