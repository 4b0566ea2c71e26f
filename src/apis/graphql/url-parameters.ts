import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';

/** Refuses a parameter that is not JSON as the caller's mistake; Yoga would report a fault of the server. */
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
