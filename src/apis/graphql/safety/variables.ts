import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isLeafType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';

/**
 * The first mistake in the variables: to explain all that fit into a megabyte takes long. Errors are shown and logged,
 * so that a value which holds a secret is not in them (docs/rules/graph.md#scalars).
 */
export function variableError(
  variables: Readonly<Record<string, unknown>>,
  declared: readonly VariableDefinitionNode[],
  schema: GraphQLSchema,
): GraphQLError | undefined {
  const { errors } = getVariableValues(schema, declared, variables, { maxErrors: 1 });
  const found = errors?.[0];
  const declaration = declared.find((one) => found?.nodes?.includes(one));
  const type = declaration && typeFromAST(schema, declaration.type);
  if (!found || !declaration || !isInputType(type) || !holdsSecret(getNamedType(type))) return found;
  const name = declaration.variable.name.value;
  return withoutSecrets(found, name, variables[name], type);
}

/** In the words of graphql's own error, which prints all of what it was given. */
function withoutSecrets(
  found: GraphQLError,
  name: string,
  value: unknown,
  type: GraphQLInputType,
): GraphQLError {
  try {
    coerceInputValue(value, type, (path, given, { message }) => {
      const wanted = typeAt(path, getNamedType(type));
      const isOrdinary = isLeafType(wanted) && !holdsSecret(wanted);
      if (given === null || (isOrdinary && typeof given !== 'object')) throw found;
      const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
      const where = place && ` at "${name}${place}"`;
      const why = isOrdinary ? `Expected type "${wanted.name}".` : message;
      throw new GraphQLError(`Variable "$${name}" got invalid value${where}; ${why}`, found);
    });
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
  return found;
}

function holdsSecret(type: GraphQLNamedInputType, above: readonly GraphQLNamedInputType[] = []): boolean {
  if (!isInputObjectType(type)) return type.name === 'Secret';
  return (
    !above.includes(type) &&
    Object.values(type.getFields()).some((field) => holdsSecret(getNamedType(field.type), [...above, type]))
  );
}

const typeAt = (path: readonly (string | number)[], type: GraphQLNamedInputType): GraphQLNamedInputType =>
  path.reduce<GraphQLNamedInputType>((holder, step) => {
    const field = isInputObjectType(holder) ? holder.getFields()[step] : undefined;
    return field ? getNamedType(field.type) : holder;
  }, type);
