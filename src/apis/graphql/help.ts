import { isAsyncIterable, mapAsyncIterator } from '@envelop/core';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { GraphQLHTTPExtensions, Plugin } from 'graphql-yoga';
import { helpUrl } from '../../base/error-catalogue.ts';
import type { Context } from './context.ts';

/** The codes of errors that are not data (docs/rules/graph.md#errors), each with what to do about it. */
export const graphCodes = {
  UNAUTHENTICATED:
    'Send an `Authorization` header with valid credentials: Basic for users, Bearer for tokens.',
  FORBIDDEN:
    'Your role or token does not permit this field: the message says which does. The field is null, and the other fields of the document are still answered.',
  BAD_USER_INPUT:
    'An argument or a variable is wrong: `resultCode` has the kind of mistake, as in the codes above, and `argument` the name, if it is an argument.',
  TOO_MANY_GROUPS: 'Ask for a longer period, filter with `where`, or set `first`.',
  QUERY_TOO_EXPENSIVE:
    'It would read more than the time limit allows, so it was not started: filter with `where`.',
  NOT_IN_HISTORY:
    'Lists with `asOf` and live lists accept fewer fields than other lists: the message names them.',
  SLOW_READER:
    'More changes are waiting than a stream keeps for its reader: open it again with `after`, the id of the last change that you received.',
  QUERY_TIMEOUT: 'It took too long, and will again: filter with `where`, or ask for less.',
  THROTTLED:
    'Your budget is spent, or you have too much open at once: wait for `retryAfterSeconds` (the header `Retry-After`), or ask for smaller pages.',
  QUERY_TOO_COMPLEX: 'The document is over a limit, which the message names: ask for less at once.',
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL: the message says where reading it ended.',
  GRAPHQL_VALIDATION_FAILED:
    'The document does not match the schema that you can use: a field, an argument or a variable does not exist or has another type.',
  OPERATION_RESOLUTION_FAILURE:
    'The document has several operations, or none of that name: choose one with `operationName`.',
  BAD_REQUEST: 'The HTTP request is not a GraphQL request: the message says what to send instead.',
  METHOD_NOT_ALLOWED: 'Only queries may be sent with GET: send everything else with POST.',
  TRUSTED_DOCUMENTS_ONLY:
    'You may send only documents that the operator trusts: send the `documentId` of one.',
  PERSISTED_QUERY_NOT_FOUND: 'No trusted document has this id: send the document itself, or another id.',
  PERSISTED_QUERY_NOT_SUPPORTED:
    'Documents are not registered by their hash: send the document itself. Clients with automatic persisted queries do so by themselves.',
  SERVICE_UNAVAILABLE:
    'Nothing is wrong with the request: send it again after `retryAfterSeconds` (the header `Retry-After`).',
  INTERNAL_SERVER_ERROR: 'A fault of ours. Tell us the `requestId`: our log has the details.',
} as const;

const isExplained = (code: unknown): code is keyof typeof graphCodes =>
  typeof code === 'string' && Object.hasOwn(graphCodes, code);

/**
 * Each error links to the explanation of its code, as REST's refusals do with `Link`; errors of a document are
 * cached, so they are copied.
 */
export const withHelp = <R extends Pick<ExecutionResult, 'errors'>>(result: R, publicUrl: string): R =>
  result.errors ? { ...result, errors: result.errors.map((error) => explained(error, publicUrl)) } : result;

export function explained(error: GraphQLError, publicUrl: string): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  const { http } = extensions as { http?: GraphQLHTTPExtensions };
  // Yoga's own refusal of a mutation by GET has the code of all bad requests.
  const code = http?.status === 405 ? 'METHOD_NOT_ALLOWED' : extensions.code;
  if (!isExplained(code)) return error;
  const wait = retryAfterSeconds(http);
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: {
      ...extensions,
      code,
      ...(wait > 0 && { retryAfterSeconds: wait }),
      helpUrl: helpUrl(publicUrl, code),
    },
  });
}

/** Clients such as Apollo and urql hide the headers of an answer, and an event of a stream has none. */
const retryAfterSeconds = (http: GraphQLHTTPExtensions | undefined): number =>
  Number(http?.headers?.['retry-after']);

/** Adds help links on Yoga's own path; the fast path does not have a hook for results. */
export const addHelpLinks = (address: { readonly publicUrl: string }): Plugin<Context> => ({
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result)) return;
    const { publicUrl } = address;
    setResult(
      isAsyncIterable(result)
        ? mapAsyncIterator(result, (event) => withHelp(event, publicUrl))
        : withHelp(result as ExecutionResult, publicUrl),
    );
  },
});
