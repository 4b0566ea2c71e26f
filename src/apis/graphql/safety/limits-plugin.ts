import { type DocumentNode, GraphQLError, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { isTooComplex, limits, refuseBeyondLimits, tooComplex } from './limits.ts';

/**
 * Refuses documents by their length before they are parsed, and by their shape before they are validated. Each
 * distinct document is measured once: Yoga remembers the parsed ones. `maxLength` is in characters, of what callers
 * send, not of trusted documents.
 */
export function limitDocuments(maxLength: number): Plugin<Context> {
  const aliases = new WeakMap<DocumentNode, number>();
  return {
    onParams({ params, setResult }) {
      const { query } = (params ?? {}) as { query?: unknown };
      if (typeof query === 'string' && query.length > maxLength)
        setResult({ errors: [tooComplex(`The document is longer than ${maxLength} characters`)] });
    },
    onParse({ setParseFn, context }) {
      setParseFn((source, options) => {
        try {
          const document = parse(source, { ...options, maxTokens: limits.tokens });
          aliases.set(document, refuseBeyondLimits(document));
          return document;
        } catch (error) {
          // The parser recurses, and can exhaust the stack before the token limit.
          if (error instanceof RangeError) throw tooComplex('The document is nested too deeply');
          if (!(error instanceof GraphQLError) || !error.message.includes('Parsing aborted')) throw error;
          throw tooComplex(`The document has more than ${limits.tokens} tokens`);
        }
      });
      // Afterwards, because Yoga remembers what the parser refuses, for every caller.
      if ((context as unknown as Context).actor.kind !== 'anonymous') return undefined;
      return ({ result, replaceParseResult }) => {
        const found = aliases.get(result as DocumentNode) ?? 0;
        if (found > limits.aliases)
          replaceParseResult(
            tooComplex(
              `The document has ${found} aliases; at most ${limits.aliases} are allowed without signing in`,
            ),
          );
      };
    },
    // Yoga caches the errors of a document. Their stacks would keep the whole validation alive: sixty kilobytes for
    // each.
    onValidate:
      () =>
      ({ result }) => {
        for (const error of result) error.stack = `${error.name}: ${error.message}`;
      },
    // HTTP 400 in every media type (docs/rules/graph.md#limits): the protocol alone would have 200 in application/json.
    onExecutionResult({ result, context }) {
      if (result && 'errors' in result && result.errors?.some(isTooComplex))
        (context as unknown as Context).answer.status = 400;
    },
  };
}
