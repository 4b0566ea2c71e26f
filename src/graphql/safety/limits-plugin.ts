import { GraphQLError, NoSchemaIntrospectionCustomRule, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { limits, shapeLimits, tooComplex } from './limits.ts';

/** Refuses documents by their shape, before they are validated or executed. */
export function limitDocuments({ openIntrospection }: { openIntrospection: boolean }): Plugin<Context> {
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => {
        try {
          return parse(source, { ...options, maxTokens: limits.tokens });
        } catch (error) {
          if (error instanceof GraphQLError && error.message.includes('tokens'))
            throw tooComplex(`The document has more than ${limits.tokens} tokens`);
          throw error;
        }
      });
    },
    onValidate({ addValidationRule, context }) {
      const isAnonymous = (context as unknown as Context).actor?.kind === 'anonymous';
      addValidationRule(shapeLimits);
      if (isAnonymous && !openIntrospection) addValidationRule(NoSchemaIntrospectionCustomRule);
      return ({ result, setResult }) => {
        // Names of fields are hints about the schema: for those who have said who they are.
        if (
          (context as unknown as Context).actor?.kind === 'anonymous' &&
          Array.isArray(result) &&
          result.length > 0
        )
          setResult(result.map(withoutSuggestion));
      };
    },
  };
}

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const message = error.message.replace(/ Did you mean .*\?$/s, '');
  if (message === error.message) return error;
  return new GraphQLError(message, { nodes: error.nodes, extensions: error.extensions });
}
