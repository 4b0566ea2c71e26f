import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { schemaOf } from '../caller-schemas.ts';
import type { Context } from '../context.ts';

/**
 * Names of fields are hints about the schema: for those who have said who they are, and of what they can use. Taken out of the
 * result itself, whatever it is sent as; the errors are copied, because those of a document are remembered for all callers.
 */
export function keepHintsFromNobody(): Plugin<Context> {
  let whole: GraphQLSchema | undefined;
  return {
    // Looking for them takes many times as long as all the rest of validating.
    onValidate({ context, addValidationRule, setValidationFn }) {
      if ((context as unknown as Context).actor.kind !== 'anonymous') return;
      addValidationRule(withoutSuggestions);
      setValidationFn((schema, document, rules) =>
        validate(schema, document, rules, { hideSuggestions: true }),
      );
    },
    onSchemaChange({ schema }) {
      whole = schema as GraphQLSchema;
    },
    onExecutionResult({ result, setResult, context }) {
      const { kind } = (context as unknown as Context).actor;
      const { errors } = (result ?? {}) as ExecutionResult;
      if (!errors?.some(hasHint)) return;
      const known =
        kind === 'anonymous' || kind === 'system' || !whole
          ? new Set<string>()
          : namesIn(schemaOf(whole, kind));
      setResult({ ...(result as ExecutionResult), errors: errors.map((error) => withoutHint(error, known)) });
    },
  };
}

/** Finds nothing: the errors of a document are cached by the names of the rules, for all callers together. */
const withoutSuggestions = () => ({});

const hint = ' Did you mean ';

const hasHint = ({ message }: GraphQLError): boolean => message.includes(hint);

// A hint is always the last sentence; what comes before it may hold anything that the caller wrote.
function withoutHint(error: GraphQLError, known: ReadonlySet<string>): GraphQLError {
  if (!hasHint(error) || !error.message.endsWith('?')) return error;
  const start = error.message.lastIndexOf(hint);
  const [words = hint, ...rest] = error.message.slice(start).split('"');
  const named = rest.filter((name, index) => index % 2 === 0 && known.has(name));
  const what = orList.format(named.map((name) => `"${name}"`));
  const kept = named.length > 0 ? `${words}${what}?` : '';
  return new GraphQLError(`${error.message.slice(0, start)}${kept}`, error);
}

const orList = new Intl.ListFormat('en', { type: 'disjunction' });

const namesOf = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

/** The names of everything in a schema: types, fields, arguments and values. */
function namesIn(schema: GraphQLSchema): ReadonlySet<string> {
  const kept = namesOf.get(schema);
  if (kept) return kept;
  const names = new Set<string>();
  for (const [name, type] of Object.entries(schema.getTypeMap())) {
    names.add(name);
    if (isEnumType(type)) for (const value of type.getValues()) names.add(value.name);
    else if (isInputObjectType(type)) for (const field of Object.keys(type.getFields())) names.add(field);
    else if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        names.add(field.name);
        for (const argument of field.args) names.add(argument.name);
      }
  }
  for (const { name } of schema.getDirectives()) names.add(name);
  namesOf.set(schema, names);
  return names;
}
