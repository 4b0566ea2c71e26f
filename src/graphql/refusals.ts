import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { type Failure, retryAfterOf, type Unavailable } from '../core/errors.ts';

/** Refusals that are not data: authentication, authorisation, bad arguments of queries (docs/rules/graph.md#errors). */
export function graphqlError(reason: Failure, anonymous: boolean): GraphQLError {
  const { code, http } = classOf(reason, anonymous);
  return new GraphQLError(reason.message, {
    extensions: {
      code,
      resultCode: code === 'UNAUTHENTICATED' ? 2202 : reason.resultCode,
      ...(reason.path && { argument: reason.path }),
      ...(http && { http }),
    },
  });
}

/** Nobody's mistake and soon over: the whole answer is 503, and says when to ask again. */
export function notNowError({ failure }: Unavailable, place: GraphQLErrorOptions = {}): GraphQLError {
  const { message, resultCode, retryable } = failure;
  return new GraphQLError(message, {
    ...place,
    extensions: {
      code: 'SERVICE_UNAVAILABLE',
      resultCode,
      retryable,
      http: { status: 503, headers: retryAfter(failure) },
    },
  });
}

function classOf(reason: Failure, anonymous: boolean): { code: string; http?: object } {
  switch (reason.code) {
    case 'AUTHORIZATION':
      return anonymous ? unauthenticated : { code: 'FORBIDDEN' };
    case 'INVALID_AUTHORIZATION_INFORMATION':
      return reason.reason === 'wrong-object-code' ? { code: 'BAD_USER_INPUT' } : unauthenticated;
    case 'RATE_LIMITED':
      return { code: 'THROTTLED', http: { status: 429, headers: retryAfter(reason) } };
    default:
      return { code: 'BAD_USER_INPUT' };
  }
}

function retryAfter(reason: Failure): Record<string, string> {
  const wait = retryAfterOf(reason);
  return wait === undefined ? {} : { 'retry-after': wait };
}

const unauthenticated = {
  code: 'UNAUTHENTICATED',
  http: { status: 401, headers: { 'www-authenticate': 'Basic realm="zonegraph", Bearer' } },
};

export const badArgument = (
  message: string,
  resultCode: 2003 | 2004 | 2005,
  argument: string,
): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', resultCode, argument: [argument] } });
