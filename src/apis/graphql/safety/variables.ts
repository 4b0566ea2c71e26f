import {
  coerceInputValue,
  GraphQLError,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  isSpecifiedScalarType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { limit } from '../../../base/limits.ts';
import { textWithoutHint } from './hints-plugin.ts';

interface Problem {
  /** The variable, and the way into it. */
  readonly path: readonly (string | number)[];
  readonly explanation: string;
}

const absent = 'The variable';

const mostProblems = limit(
  'problems with variables that are explained',
  20,
  'To explain all that fit into a megabyte takes long.',
);

/**
 * Everything that is wrong with the variables, at once. Errors are shown and logged: no value that was sent is in them,
 * because any may be a secret in the wrong place (docs/rules/graph.md#scalars).
 */
export function variableError(
  variables: Readonly<Record<string, unknown>>,
  declared: readonly VariableDefinitionNode[],
  schema: GraphQLSchema,
): GraphQLError | undefined {
  const { errors } = getVariableValues(schema, declared, variables, { maxErrors: 1 });
  const found = errors?.[0];
  if (!found) return undefined;
  const problems: Problem[] = [];
  for (const declaration of declared) collect(problems, variables, declaration, schema);
  const [first, ...others] = problems;
  if (!first) return found;
  const more = others.length > 0 ? ` extensions.problems has ${others.length} more.` : '';
  return new GraphQLError(`${sentenceOf(first)}${more}`, {
    nodes: found.nodes,
    extensions: { problems: problems.map(withoutHint) },
  });
}

function collect(
  problems: Problem[],
  variables: Readonly<Record<string, unknown>>,
  { variable, type: declared, defaultValue }: VariableDefinitionNode,
  schema: GraphQLSchema,
): void {
  const name = variable.name.value;
  const type = typeFromAST(schema, declared);
  const note = (path: Problem['path'], explanation: string): void => {
    if (problems.length < mostProblems) problems.push({ path: [name, ...path], explanation });
  };
  if (!isInputType(type)) return;
  const value = variables[name];
  if (value === undefined) {
    if (isNonNullType(type) && !defaultValue)
      note([], `${absent} of required type "${String(type)}" was not provided.`);
    return;
  }
  const full = new Error('enough problems');
  try {
    coerceInputValue(value, type, (path, given, { message }) => {
      const [, missing] = /^Field "(\w+)" of required type/.exec(message) ?? [];
      const place = missing === undefined ? path : [...path, missing];
      note(place, given === null ? message : explanationOf(typeAt(path, getNamedType(type)), message));
      if (problems.length >= mostProblems) throw full;
    });
  } catch (error) {
    if (error !== full) throw error;
  }
}

/**
 * Says what was expected, in graphql's words if these do not contain the value, as those of our own scalars do not.
 */
function explanationOf(wanted: GraphQLNamedInputType, message: string): string {
  if (isEnumType(wanted)) return `Expected a value of the enum "${wanted.name}".`;
  return isSpecifiedScalarType(wanted) ? `Expected type "${wanted.name}".` : message;
}

function sentenceOf({ path: [name, ...steps], explanation }: Problem): string {
  // These are graphql's own words.
  if (explanation.startsWith(absent)) return explanation.replace(absent, `Variable "$${name}"`);
  const place = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  const where = place && ` at "${name}${place}"`;
  return `Variable "$${name}" got invalid value${where}; ${explanation}`;
}

/** Names of other fields are shown only to callers who have signed in (hints-plugin.ts). */
const withoutHint = ({ path, explanation }: Problem): Problem => ({
  path,
  explanation: textWithoutHint(explanation),
});

const typeAt = (path: readonly (string | number)[], type: GraphQLNamedInputType): GraphQLNamedInputType =>
  path.reduce<GraphQLNamedInputType>((holder, step) => {
    const field = isInputObjectType(holder) ? holder.getFields()[step] : undefined;
    return field ? getNamedType(field.type) : holder;
  }, type);
