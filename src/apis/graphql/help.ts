import { isAsyncIterable, mapAsyncIterator } from '@envelop/core';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { helpUrl } from '../../core/error-catalogue.ts';
import type { Context } from './context.ts';

/** The codes of errors that are not data (docs/rules/graph.md#errors), each with what to do about it. */
export const graphCodes = {
  UNAUTHENTICATED:
    'Send an `Authorization` header with credentials that are right: Basic for users, Bearer for tokens.',
  FORBIDDEN:
    'Your role or token is not enough for this field: the message says whose is. It is null, and the other fields of the document still answer.',
  BAD_USER_INPUT:
    'An argument or a variable is wrong: `resultCode` says how, as the codes above do, and `argument` which, where it is one.',
  TOO_MANY_GROUPS: 'Ask for a longer period, narrow the list down with `where`, or say `first`.',
  QUERY_TOO_EXPENSIVE:
    'It would read more than there is time for, so it was not begun: narrow the list down with `where`.',
  NOT_IN_HISTORY:
    'A list of the past (`asOf`) and a live list take fewer fields than a list of now: the message says which.',
  SLOW_READER:
    'More changes wait for this stream than are kept for a reader: open it again with `after`, the id of the last change that you have got.',
  QUERY_TIMEOUT:
    'It took too long to find out, and will again: narrow the list down with `where`, or ask for less.',
  THROTTLED:
    'Your budget is spent, or too much of yours is open at once: wait as long as `Retry-After` says, or ask for smaller pages.',
  QUERY_TOO_COMPLEX: 'The document is over a limit, which the message names: ask for less at once.',
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL: the message says where reading it ended.',
  GRAPHQL_VALIDATION_FAILED:
    'The document does not fit the schema that you can use: a field, an argument or a variable is not there, or not of that type.',
  OPERATION_RESOLUTION_FAILURE:
    'The document has several operations, or none of that name: say which with `operationName`.',
  BAD_REQUEST:
    'The HTTP request is not one that a GraphQL server reads: the message says what to send instead.',
  METHOD_NOT_ALLOWED: 'Only questions may be asked with GET: send everything else with POST.',
  TRUSTED_DOCUMENTS_ONLY:
    'From you only documents are taken that the operator trusts: send the `documentId` of one.',
  PERSISTED_QUERY_NOT_FOUND: 'No trusted document has this id: send the document itself, or another id.',
  SERVICE_UNAVAILABLE: 'Nothing is wrong with the request: send it again after `Retry-After` seconds.',
  INTERNAL_SERVER_ERROR: 'A fault of ours. Tell us the `requestId`; our log has the rest.',
} as const;

const isExplained = (code: unknown): code is keyof typeof graphCodes =>
  typeof code === 'string' && Object.hasOwn(graphCodes, code);

/** Each error leads to where its code is explained, as REST's refusals do with `Link`; errors of a document are shared, so it is a copy. */
export const withHelp = <R extends Pick<ExecutionResult, 'errors'>>(result: R, publicUrl: string): R =>
  result.errors ? { ...result, errors: result.errors.map((error) => explained(error, publicUrl)) } : result;

export function explained(error: GraphQLError, publicUrl: string): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  if (!isExplained(extensions.code)) return error;
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: { ...extensions, helpUrl: helpUrl(publicUrl, extensions.code) },
  });
}

/** On Yoga's own path; on the fast path nobody processes results. */
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
