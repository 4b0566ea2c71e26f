import type { FastifyRequest } from 'fastify';
import { accepted } from '../../base/accept.ts';
import { failure } from '../../base/errors.ts';
import type { ApiFailure } from './status.ts';

/** The part of a route that decides which `Accept` headers it accepts. */
interface Accepting {
  readonly produces?: readonly string[];
  readonly isNotification?: boolean;
}

export const notAcceptable = (): ApiFailure => ({
  ...failure('COMMAND_SYNTAX', 'Command syntax error; answers are application/json, so accept that'),
  status: 406,
});

export const accepts = ({ headers }: FastifyRequest, { produces = [], isNotification }: Accepting): boolean =>
  isNotification === true || accepted(headers.accept, ['application/json', ...produces]).length > 0;
