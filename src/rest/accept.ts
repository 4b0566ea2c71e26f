import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { failure } from '../core/errors.ts';
import type { DoorFailure } from './status.ts';

/** What a route says of it. */
interface Accepting {
  readonly produces?: readonly string[];
  readonly isNotification?: boolean;
}

export const notAcceptable = (): DoorFailure => ({
  ...failure('COMMAND_SYNTAX', 'Command syntax error; answers are application/json, so accept that'),
  status: 406,
});

/** Every parameter of a media range but its weight: JSON in whatever charset or version is JSON. */
const parameters = /;(?!\s*q\s*=)[^;,="]*(?:="(?:\\.|[^"\\])*"|=[^;,"]*)?/gi;

export function accepts({ headers }: FastifyRequest, { produces = [], isNotification }: Accepting): boolean {
  const accept = headers.accept?.replaceAll(parameters, '').trim();
  if (isNotification || !accept) return true;
  return new Negotiator({ headers: { accept } }).mediaTypes(['application/json', ...produces]).length > 0;
}
