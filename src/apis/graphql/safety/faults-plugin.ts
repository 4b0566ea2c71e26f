import { handleStreamOrSingleExecutionResult } from '@envelop/core';
import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ranTooLong, Unavailable } from '../../../base/errors.ts';
import type { Context } from '../context.ts';
import { notNowError, queryTimeout } from '../refusals.ts';

/** Internal errors show only their request id; the log has the rest. */
export function maskFaults(): Plugin<Context> {
  const masked = (result: ExecutionResult, args: ExecutionArgs): ExecutionResult =>
    result.errors ? { ...result, errors: result.errors.map((error) => maskedFault(error, args)) } : result;
  return {
    onExecute: ({ args }) => ({
      onExecuteDone: (payload) =>
        handleStreamOrSingleExecutionResult(payload, ({ result, setResult }) =>
          setResult(masked(result, args)),
        ),
    }),
    onSubscribe: ({ args }) => ({
      onSubscribeResult: (payload) =>
        handleStreamOrSingleExecutionResult(payload, ({ result, setResult }) =>
          setResult(masked(result, args)),
        ),
      onSubscribeError: ({ error, setError }) =>
        setError(maskFault(error as GraphQLError, args.contextValue as Context)),
    }),
  };
}

/** A write may have waited for another and can be retried; a query that takes too long would take as long again. */
export function maskedFault(
  error: GraphQLError,
  { document, operationName, contextValue }: ExecutionArgs,
): GraphQLError {
  const context = contextValue as Context;
  const { originalError } = error;
  const isQuestion = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY;
  if (!isQuestion || !ranTooLong(originalError)) return maskFault(error, context);
  const { nodes, path } = error;
  return queryTimeout(context.container.config.QUERY_TIMEOUT, { nodes, path });
}

export function maskFault(error: GraphQLError, { container, requestId }: Context): GraphQLError {
  const original = error.originalError;
  const isOurs = original !== undefined && original !== null && !(original instanceof GraphQLError);
  const temporary = [original, error].find((one) => one instanceof Unavailable);
  if (temporary) {
    container.metrics.unavailable('graphql');
    return notNowError(temporary, { nodes: error.nodes, path: error.path });
  }
  if (error instanceof GraphQLError && !isOurs) return error.extensions.code ? error : badInput(error);
  container.log.error({ err: original ?? error, reqId: requestId }, 'a GraphQL field failed');
  container.metrics.fault('graphql');
  return new GraphQLError('Command failed', {
    nodes: error.nodes,
    path: error.path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', resultCode: 2400, requestId },
  });
}

/** Execution itself refuses arguments only: variables that do not fit their type, invalid ids. */
export function badInput(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    extensions: { code: 'BAD_USER_INPUT', resultCode: 2005, ...error.extensions },
  });
}
