import type { FastifyRequest } from 'fastify';
import { type Failure, failure, Refusal, Unavailable } from '../../base/errors.ts';
import type { Metrics } from '../../base/metrics.ts';
import { bodyTooLarge } from './body.ts';
import type { ApiFailure } from './status.ts';

const notUnderstoodType = (): ApiFailure => ({ ...failure('COMMAND_SYNTAX'), status: 415 });

/** The failures to report for an error of a request. */
export function failuresOf(
  error: unknown,
  request: FastifyRequest,
  api: string,
  metrics: Metrics,
): readonly [Failure, ...Failure[]] {
  if (error instanceof Refusal) return error.failures;
  if (error instanceof Unavailable) {
    metrics.unavailable(api);
    return [error.failure];
  }
  const { statusCode = 500, code } = error as { statusCode?: number; code?: string };
  if (statusCode === 413) return [bodyTooLarge(request.routeOptions.bodyLimit)];
  if (statusCode === 415) return [notUnderstoodType()];
  if (statusCode >= 400 && statusCode < 500) return [failure('COMMAND_SYNTAX')];
  request.log.error({ err: error, code, api }, 'a request failed');
  metrics.fault(api);
  return [failure('COMMAND_FAILED', undefined, { details: { requestId: request.id } })];
}
