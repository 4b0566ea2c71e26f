import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { describePermits, type OperatorRole, type Permit } from '../../base/actor.ts';
import { type Failure, failure, plainMessage, retryAfterOf, type Unavailable } from '../../base/errors.ts';
import { scannedRowsOfPoint } from '../access/budget.ts';

/** Refusals that are not data: authentication, authorisation, bad arguments of queries (docs/rules/graph.md#errors). */
export function graphqlError(reason: Failure, anonymous: boolean): GraphQLError {
  const { code, http } = classOf(reason, anonymous);
  return new GraphQLError(messageOf(reason, anonymous), {
    extensions: {
      code,
      resultCode: code === 'UNAUTHENTICATED' ? 2202 : reason.resultCode,
      ...(reason.path && { argument: reason.path }),
      ...(reason.details?.scope !== undefined && { scope: reason.details.scope }),
      ...(reason.details?.operators !== undefined && { operators: reason.details.operators }),
      ...(reason.details?.guard !== undefined && { guard: reason.details.guard, left: reason.details.left }),
      ...(http && { http }),
    },
  });
}

/** A refusal says what to do: sign in, or ask a permitted user. REST says no more than its documentation. */
function messageOf(reason: Failure, anonymous: boolean): string {
  const { code, details } = reason;
  const message = plainMessage(reason);
  const permits = details?.permits as readonly Permit[] | undefined;
  if (code !== 'AUTHORIZATION' || !permits) return message;
  return anonymous
    ? sayWhoYouAre
    : `${message}: only for ${describePermits(permits, details?.least as OperatorRole | undefined)}`;
}

const sayWhoYouAre = 'Authentication required: send an Authorization header';

export const notSignedIn = (): GraphQLError => graphqlError(failure('AUTHORIZATION', sayWhoYouAre), true);

/** Nobody's mistake and soon over: the whole answer is 503, with the time of a retry. */
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

/** A field that reads too much; the other fields of the document are still answered. */
export const queryTimeout = (seconds: number, place: GraphQLErrorOptions): GraphQLError =>
  new GraphQLError(
    `This took longer than ${seconds} seconds: narrow the list down with where, or ask for less`,
    { ...place, extensions: { code: 'QUERY_TIMEOUT', resultCode: 2400, retryable: false } },
  );

function classOf(reason: Failure, anonymous: boolean): { code: string; http?: object } {
  switch (reason.code) {
    case 'AUTHORIZATION':
      if (reason.details?.suspended !== undefined) return { code: 'FORBIDDEN', http: { status: 200 } };
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
  // server.ts says how to authenticate.
  http: { status: 401 },
};

/**
 * A field that would end with `queryTimeout`. The planner's estimate of its rows is not shown, because it reveals
 * something about others.
 */
export const queryTooExpensive = (
  mostRows: number,
  seconds: number,
  argument: 'by' | 'orderBy',
): GraphQLError =>
  new GraphQLError(
    `This would look something up for each of more than ${mostRows} rows of the list, which takes longer than ${seconds} seconds and costs more than ${Math.floor(mostRows / scannedRowsOfPoint)} points: narrow the list down with where; the registry allows more with a longer QUERY_TIMEOUT`,
    {
      extensions: {
        code: 'QUERY_TOO_EXPENSIVE',
        resultCode: 2004,
        retryable: false,
        argument: [argument],
        mostRows,
      },
    },
  );

/** Groups are never cut off silently; `first` selects a part of them. */
export const tooManyGroups = (found: number, most: number): GraphQLError =>
  new GraphQLError(
    `There are ${found} groups, and at most ${most} are shown at once: ask for a longer period, filter with where, or set first`,
    {
      extensions: {
        code: 'TOO_MANY_GROUPS',
        resultCode: 2004,
        retryable: false,
        argument: ['by'],
        groups: found,
      },
    },
  );

/** Past states have only some of the fields by which present lists are filtered, sorted and grouped. */
export const notInHistory = (
  field: string,
  argument: string,
  known: readonly string[],
  list = 'a list of the past',
): GraphQLError =>
  new GraphQLError(`Past states do not have ${field}: ${list} accepts ${known.join(', ')}`, {
    extensions: { code: 'NOT_IN_HISTORY', resultCode: 2005, retryable: false, argument: [argument, field] },
  });

export const tooManyRows = (most: number): GraphQLError =>
  new GraphQLError(
    `There are more than ${most} rows: ask for longer periods, for fewer of them, or with fewer keys`,
    {
      extensions: { code: 'TOO_MANY_GROUPS', resultCode: 2004, retryable: false, argument: ['per'] },
    },
  );

export const badArgument = (
  message: string,
  resultCode: 2003 | 2004 | 2005 | 2306,
  argument: string,
): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', resultCode, argument: [argument] } });

/** Refuses a method; without a list, one that only reads was used for a write. */
export const methodNotAllowed = (allowed: readonly string[] = ['POST']): GraphQLError =>
  new GraphQLError('Use POST, or GET for queries', {
    extensions: { code: 'METHOD_NOT_ALLOWED', http: { status: 405, headers: { allow: allowed.join(', ') } } },
  });
