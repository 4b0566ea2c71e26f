import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../apis/access/sender.ts';
import { acceptForms } from '../../apis/request-bodies.ts';
import type { Services } from '../../apis/services.ts';
import { Unavailable } from '../../base/errors.ts';
import { type Page, sendNotNow, sendPage } from './page.ts';
import { isSameOrigin } from './same-origin.ts';

interface FormPages {
  /** The name in the log: `a page of approvals`. */
  readonly name: string;
  readonly longestForm: number;
  /** The page for a form that another site has sent. */
  readonly notFromHere: Page;
  readonly sorry: (statusCode: number, requestId: string, error: unknown) => Page;
  /** Answers errors that have a page of their own; undefined for all others. */
  readonly answer?: (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply | Promise<FastifyReply> | undefined;
}

/** Pages for people who sign in: they take only forms of their own, and no other site reads or frames them. */
export function serveFormPages(
  scope: FastifyInstance,
  { metrics }: Pick<Services, 'metrics'>,
  { name, longestForm, notFromHere, sorry, answer }: FormPages,
): void {
  acceptForms(scope, longestForm);
  scope.setErrorHandler(async (error: FastifyError, request, reply) => {
    const answered = answer?.(error, request, reply);
    if (answered) return answered;
    if (error instanceof Unavailable) {
      metrics.unavailable('web');
      return sendNotNow(reply, error);
    }
    const { statusCode = 500 } = error;
    if (statusCode >= 500) {
      metrics.fault('web');
      request.log.error({ err: error }, `${name} failed`);
    }
    return sendPage(reply, sorry(statusCode, request.id, error));
  });
  scope.addHook('onRequest', async (_, reply) => {
    // Other sites may read the public pages (CORS), but nothing here is public.
    for (const header of ['access-control-allow-origin', 'access-control-expose-headers'])
      reply.removeHeader(header);
    reply.header('cross-origin-opener-policy', 'same-origin');
    reply.header('cross-origin-resource-policy', 'same-origin');
    reply.header('x-frame-options', 'DENY');
  });
  // Over plain HTTP a browser sends only the origin of a form, and with `no-referrer` not even that.
  scope.addHook('onSend', async (_, reply) => void reply.header('referrer-policy', 'same-origin'));
  scope.addHook('preValidation', async (request, reply) => {
    if (request.method === 'POST' && !isSameOrigin(request)) return sendPage(reply, notFromHere);
  });
}

/**
 * Limits the routes on which people sign in: one network has one budget for all of them, beside what counts wrong
 * passwords.
 */
export const limitsSignIns =
  ({ budget }: Pick<Services, 'budget'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { allowed, headers, message } = await budget.signIn(addressOf(request));
    if (allowed) return;
    reply.headers(headers);
    throw Object.assign(new Error(message), { statusCode: 429 });
  };
