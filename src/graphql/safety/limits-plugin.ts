import { GraphQLError, NoSchemaIntrospectionCustomRule, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { isTooComplex, limits, shapeLimits, tooComplex } from './limits.ts';

/** Refuses documents by their shape, before they are validated or executed. */
export function limitDocuments({ openIntrospection }: { openIntrospection: boolean }): Plugin<Context> {
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => {
        try {
          return parse(source, { ...options, maxTokens: limits.tokens });
        } catch (error) {
          if (!(error instanceof GraphQLError) || !error.message.includes('tokens')) throw error;
          throw tooComplex(`The document has more than ${limits.tokens} tokens`);
        }
      });
    },
    onValidate({ addValidationRule, context }) {
      addValidationRule(shapeLimits);
      if ((context as unknown as Context).actor?.kind === 'anonymous' && !openIntrospection)
        addValidationRule(NoSchemaIntrospectionCustomRule);
      return ({ result, setResult }) => {
        // Whoever sends a thousand mistakes is not answered with a thousand explanations.
        const found = result.filter(isTooComplex);
        if (found.length > 0 && found.length < result.length) setResult(found);
      };
    },
    // HTTP 400 in every media type (docs/rules/graph.md#limits), also when Yoga has remembered the refusal: the
    // protocol alone would have 200 in application/json.
    onExecutionResult({ result, context }) {
      if (result && 'errors' in result && result.errors?.some(isTooComplex))
        (context as unknown as Context).answer.status = 400;
    },
  };
}
