import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lookupsInMinute } from '../../../apis/access/budget.ts';
import { networkOf } from '../../../apis/access/login-throttle.ts';
import { addressOf } from '../../../apis/access/sender.ts';
import type { Services } from '../../../apis/services.ts';
import { type Failure, Refusal, retryAfterOf, Unavailable } from '../../../base/errors.ts';
import { showPublicDomain } from '../../../registry/operations/lookups/show-public-domain.ts';
import { showPublicNameserver } from '../../../registry/operations/lookups/show-public-nameserver.ts';
import { showPublicRegistrar } from '../../../registry/operations/lookups/show-public-registrar.ts';
import type { Query } from '../../../registry/operations/operation.ts';
import { servesRdap } from '../settings.ts';
import {
  domainAnswer,
  errorAnswer,
  helpAnswer,
  mediaType,
  nameserverAnswer,
  registrarAnswer,
} from './answers.ts';

/** RDAP (RFC 7480, 9082, 9083, 9537): public lookups of domains, nameservers and registrars (docs/rules/rdap.md). */
export function mountRdap(app: FastifyInstance, services: Services): void {
  const { config, clock, address, budget, runner } = services;
  if (!servesRdap(config)) return;
  services.metrics.api('rdap');
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('access-control-allow-origin', '*').removeHeader('vary');
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return sendError(reply.header('allow', 'GET, HEAD'), 405, 'Use GET or HEAD');
      const { allowed, headers } = await budget.lookUp(addressOf(request));
      reply.headers(headers);
      if (!allowed)
        return sendError(reply, 429, `At most ${lookupsInMinute} lookups a minute from one address`);
    });
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Refusal) return sendRefusal(reply, error.failures[0]);
      if (error instanceof Unavailable) return sendRefusal(reply, error.failure, 503);
      request.log.error({ err: error }, 'a lookup failed');
      return sendError(reply, 500);
    });
    const place = () => ({ base: `${address.publicUrl}/rdap`, now: clock.now() });
    const lookUp = async <I, O>(request: FastifyRequest, query: Query<I, O>, input: I): Promise<O> => {
      const outcome = await runner.run(query, input, {
        actor: request.actor,
        request: { id: request.id, via: 'rdap', network: networkOf(addressOf(request)) },
      });
      if (!outcome.ok) throw new Refusal(outcome.failures);
      return outcome.value;
    };
    const get = (path: string, answer: (request: FastifyRequest, key: string) => Promise<unknown>): void => {
      scope.get<{ Params: { key: string } }>(path, async (request, reply) =>
        send(reply, await answer(request, request.params.key)),
      );
    };
    get('/rdap/domain/:key', async (request, name) =>
      domainAnswer(place(), await lookUp(request, showPublicDomain, { name })),
    );
    get('/rdap/nameserver/:key', async (request, hostname) =>
      nameserverAnswer(place(), await lookUp(request, showPublicNameserver, { hostname })),
    );
    get('/rdap/entity/:key', async (request, code) =>
      registrarAnswer(place(), await lookUp(request, showPublicRegistrar, { code })),
    );
    get('/rdap/help', async () => helpAnswer(place(), lookupsInMinute));
    scope.all('/rdap/*', async (request, reply) => {
      const [, , kind = ''] = request.url.split(/[/?]/);
      if (!notOffered.includes(kind)) return sendError(reply, 400, 'This is not a lookup: see /rdap/help');
      // RFC 9082, section 4.1, has a status of its own for patterns.
      return request.url.includes('*') || /%2a/i.test(request.url)
        ? sendError(reply, 422, 'Patterns are not offered: look up whole names')
        : sendError(reply, 501, 'This kind of query is not offered: see /rdap/help');
    });
  });
}

/** Lookups and searches of RFC 9082 that this registry has no answer to. */
const notOffered = ['ip', 'autnum', 'domains', 'nameservers', 'entities', 'ips', 'autnums'];

/** Answers a URL below /rdap that cannot be decoded. */
export const undecodableLookup = {
  status: 400,
  contentType: mediaType,
  body: errorAnswer(400, 'Bad Request', 'The URL cannot be decoded'),
};

/** Sends bytes: Fastify would add a charset to a text, which this type does not have. */
const send = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.type(mediaType).send(Buffer.from(JSON.stringify(body)));

const sendError = (reply: FastifyReply, status: number, ...description: readonly string[]): FastifyReply =>
  send(reply.status(status), errorAnswer(status, STATUS_CODES[status] ?? '', ...description));

const statuses: Readonly<Partial<Record<Failure['code'], number>>> = {
  OBJECT_DOES_NOT_EXIST: 404,
  PARAMETER_VALUE_SYNTAX: 400,
};

function sendRefusal(
  reply: FastifyReply,
  failure: Failure,
  status = statuses[failure.code] ?? 503,
): FastifyReply {
  const wait = retryAfterOf(failure);
  if (wait !== undefined) reply.header('retry-after', wait);
  return sendError(reply, status, failure.message);
}
