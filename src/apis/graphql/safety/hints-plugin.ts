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

const withoutHint = (error: GraphQLError): GraphQLError =>
  hasHint(error) ? new GraphQLError(textWithoutHint(error.message), error) : error;

/** A hint is always the last sentence; what comes before it may hold anything that the caller wrote. */
export function textWithoutHint(text: string): string {
  const start = text.lastIndexOf(hint);
  return start >= 0 && text.endsWith('?') ? text.slice(0, start) : text;
}
