import { GraphQLError, NoSchemaIntrospectionCustomRule, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { limits, shapeLimits, tooComplex } from './limits.ts';

/** Refuses documents by their shape, before they are validated or executed. */
export function limitDocuments({ openIntrospection }: { openIntrospection: boolean }): Plugin<Context> {
  return {
    onParse({ setParseFn, context }) {
      setParseFn((source, options) => {
        try {
          return parse(source, { ...options, maxTokens: limits.tokens });
        } catch (error) {
          if (!(error instanceof GraphQLError) || !error.message.includes('tokens')) throw error;
          (context as unknown as Context).answer.status = 400;
          throw tooComplex(`The document has more than ${limits.tokens} tokens`);
        }
      });
    },
    onValidate({ addValidationRule, context }) {
      const caller = context as unknown as Context;
      addValidationRule(shapeLimits);
      if (caller.actor?.kind === 'anonymous' && !openIntrospection)
        addValidationRule(NoSchemaIntrospectionCustomRule);
      return ({ result }) => {
        if (Array.isArray(result) && result.some(isTooComplex)) caller.answer.status = 400;
      };
    },
  };
}

const isTooComplex = (error: GraphQLError): boolean => error.extensions?.code === 'QUERY_TOO_COMPLEX';
