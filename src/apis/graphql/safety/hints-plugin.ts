import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';

/**
 * Names of fields and values are hints about the schema, for signed-in callers only. Taken out of the result
 * itself, whatever it is sent as; the errors are copied, because those of a document are remembered.
 */
export function hideHintsFromAnonymous(): Plugin<Context> {
  return {
    onExecutionResult({ result, setResult, context }) {
      if ((context as unknown as Context).actor.kind !== 'anonymous') return;
      const { errors } = (result ?? {}) as ExecutionResult;
      if (errors?.some(hasHint))
        setResult({ ...(result as ExecutionResult), errors: errors.map(withoutHint) });
    },
  };
}

const hint = ' Did you mean ';

const hasHint = ({ message }: GraphQLError): boolean => message.includes(hint);

// A hint is always the last sentence; what comes before it may hold anything that the caller wrote.
function withoutHint(error: GraphQLError): GraphQLError {
  if (!hasHint(error) || !error.message.endsWith('?')) return error;
  return new GraphQLError(error.message.slice(0, error.message.lastIndexOf(hint)), error);
}
