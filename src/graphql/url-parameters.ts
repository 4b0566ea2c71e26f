import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';

/** What a caller wrote into an URL and is no JSON is the caller's mistake; Yoga itself would call it a fault of ours. */
export function refuseUnreadableParameters(): Plugin<Context> {
  return {
    onRequestParse({ request, requestParser, setRequestParser }) {
      if (request.method !== 'GET' || !requestParser) return;
      setRequestParser((asked) => {
        try {
          return requestParser(asked);
        } catch (error) {
          if (error instanceof SyntaxError) throw notJson();
          throw error;
        }
      });
    },
  };
}

const notJson = (): GraphQLError =>
  new GraphQLError('variables and extensions must be written as JSON', {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
