import type { FastifyReply } from 'fastify';
import { refusalEnvelope } from '../../../apis/rest/registrar/envelope.ts';
import type { Refusal } from '../../../base/errors.ts';

/**
 * Why a file of the console is not sent. Whoever has signed in with a role that is not enough gets 403, as on its
 * pages; REST's 401 is for whom it does not know.
 */
export function sendRefused(reply: FastifyReply, { failures }: Refusal): FastifyReply {
  const { status, body } = refusalEnvelope(failures);
  return reply.status(failures[0].code === 'AUTHORIZATION' ? 403 : status).send(body);
}
