import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { CheckedCallers } from '../apis/access/checked-callers.ts';
import { isListed } from '../apis/access/client-address.ts';
import { addressOf, notAuthenticated, proxyTrustOf } from '../apis/access/sender.ts';
import type { Extension, Served } from '../apis/extension-points.ts';
import { mountGraphql } from '../apis/graphql/server.ts';
import { apiPath, pathAt, pathOf, routeOf } from '../apis/rest/api-paths.ts';
import { billingApi } from '../apis/rest/billing/router.ts';
import { failuresOf } from '../apis/rest/faults.ts';
import { usualBody } from '../apis/rest/large-bodies.ts';
import { mountOpenapi } from '../apis/rest/openapi-route.ts';
import { refusalEnvelope } from '../apis/rest/registrar/envelope.ts';
import { registrarApi } from '../apis/rest/registrar/router.ts';
import { reservationApi } from '../apis/rest/reservation/router.ts';
import type { RestApi } from '../apis/rest/route.ts';
import { capabilities, mountApi, outcomeHeader, sendRefusal, sendWrongMethod } from '../apis/rest/router.ts';
import { staleHeader } from '../apis/stale-header.ts';
import { names } from '../base/accept.ts';
import { namedTokenOf, nameOf } from '../base/actor.ts';
import { admitFairly, refuseIfTooLate } from '../base/admission.ts';
import { compressAnswers } from '../base/compressed.ts';
import {
  acceptPending,
  answerBodyTooLarge,
  countConnections,
  endAfterBody,
  endStalledAnswers,
} from '../base/connections.ts';
import { failure, Unavailable } from '../base/errors.ts';
import { limit } from '../base/limits.ts';
import { addressAt, type Container } from './container.ts';
import { mountFront } from './front.ts';
import { mountHealth } from './health/health.ts';
import { mountMetrics } from './health/metrics.ts';
import { traceRequests } from './health/trace-requests.ts';

const json = 'application/json; charset=utf-8';

/** One Fastify app with the REST APIs, GraphQL, the pages, health, metrics and the extensions of the container. */
export function buildApp(container: Container, { stalledAfterMs = 30_000 } = {}): FastifyInstance {
  const { config, standIns, address } = container;
  const { extensions } = container;
  // Invoices and reservations belong to the registry itself: nothing in front of one serves them.
  const apis = (config.ownsRegistry ? [registrarApi, reservationApi, billingApi] : [registrarApi]).map(
    (api) => api(container.authenticator),
  );
  const app = fastify({
    loggerInstance: container.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: usualBody,
    trustProxy:
      config.CLIENT_ADDRESS_HEADER === 'x-forwarded-for' &&
      ((address: string) => isListed(address, config.TRUSTED_PROXIES)),
    requestTimeout: 30_000,
    // Requests that arrive on an open connection during shutdown are still served; then the connection ends.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler,
    // Names and codes of any length must reach the handler and be validated there
    // (docs/rules/rulings.md#path-segments).
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    rewriteUrl: ({ url = '/' }) => apiPath(url, apis),
    // A URL that cannot be decoded never becomes a request.
    frameworkErrors: (_, request, reply) => {
      const api = apiOf(request.url, apis);
      const reason = isPublished(request.url)
        ? failure('OBJECT_DOES_NOT_EXIST')
        : (api?.undecodable ?? failure('COMMAND_SYNTAX'));
      const path = pathOf(request.url);
      const [own] = extensions.flatMap((one) => one.undecodable?.(path, config) ?? []);
      const { status, body, contentType } = own ?? {
        ...(api?.refusal ?? refusalEnvelope)([reason]),
        contentType: json,
      };
      reply.hijack();
      reply.raw
        .writeHead(status, { ...headersOfEveryAnswer(request.id), 'content-type': contentType })
        .end(JSON.stringify(body));
    },
  });
  const callers = new CheckedCallers(proxyTrustOf(config));
  // The embedded database does one thing at a time.
  const atOnce = container.database.kind === 'embedded' ? 4 : 16;
  const apart = standIns?.askedByItself ?? [];
  const queueOf = (request: IncomingMessage): string => {
    const path = apart.find((one) => isWithin(pathOf(request.url ?? ''), one));
    return [path, callers.ownerOf(request)].filter(Boolean).join(' ');
  };
  admitFairly(app.server, queueOf, { atOnce });
  countConnections(app.server);
  endStalledAnswers(app.server, stalledAfterMs);
  // This handles errors that no API handles itself: those of requests without a route.
  app.setErrorHandler((error, request, reply) => {
    answerBodyTooLarge(error, request, reply);
    const api = apiOf(request.url, apis);
    if (api) return sendRefusal(reply, api, failuresOf(error, request, api.name, container.metrics), address);
    if (error instanceof Unavailable) reply.status(503);
    return reply.send(error);
  });
  app.decorate('trust', proxyTrustOf(config));
  app.decorateRequest('actor');
  app.decorateRequest('authenticatedFor');
  if (container.tracer) traceRequests(app, container.tracer, (request) => routeOf(request, apis));
  addEveryRequestHooks(app, container, apis, callers, extensions);
  compressAnswers(app);
  mountHealth(app, container);
  mountMetrics(app, container);
  mountOpenapi(app, container);
  const page = extensions.find(({ graphiql }) => graphiql)?.graphiql;
  const challenge = extensions.find((one) => one.challenge)?.challenge;
  const graph = mountGraphql(app, container, {
    pageOf: (schema) => page?.(container, schema),
    challenge: challenge && ((request) => challenge(request, container)),
  });
  const unknown: Served['notFound'] = (request, reply) => notFound(request, reply, apis, extensions);
  for (const one of extensions) one.mount?.(app, container, { ...graph, notFound: unknown });
  if (!app.hasRoute({ method: 'GET', url: '/' })) mountFront(app, apis);
  for (const api of apis) mountApi(app, api, container);
  standIns?.mount(app);
  // Closing resets connections that wait to be accepted and ends those that seem idle, so everything that has
  // arrived is accepted and read first.
  app.addHook('preClose', () => acceptPending(app.server));
  app.setNotFoundHandler(unknown);
  return app;
}

const isWithin = (path: string, parent: string): boolean => `${path}/`.startsWith(`${parent}/`);

/** Tells whether this is the URL of something published, which is read-only. */
function isPublished(url: string): boolean {
  const path = pathOf(url);
  return ['/q', '/b'].some((one) => isWithin(path, one));
}

/** Returns the API with the longest prefix of this URL: prefixes may be nested. */
function apiOf(url: string, apis: readonly RestApi[]): RestApi | undefined {
  const path = pathOf(url);
  const prefixLength = ({ prefixes }: RestApi): number =>
    Math.max(0, ...prefixes.filter((prefix) => isWithin(path, prefix)).map(({ length }) => length));
  const [nearest] = [...apis].sort((one, other) => prefixLength(other) - prefixLength(one));
  return nearest && prefixLength(nearest) > 0 ? nearest : undefined;
}

const longestBacklog = limit(
  'connections that wait to be accepted',
  2048,
  'If the system allows it; further ones are refused.',
);

/** Opens the port and stores the address in the container. */
export async function listen(
  app: FastifyInstance,
  container: Container,
  port: number,
  host: string,
): Promise<void> {
  await app.listen({ port, host, backlog: longestBacklog });
  const [bound] = app.addresses();
  if (typeof bound !== 'object') throw new TypeError('the app listens on no port');
  Object.assign(container.address, addressAt(container.config, { host: bound.address, port: bound.port }));
}

const headersOfEveryAnswer = (requestId: string): Readonly<Record<string, string>> => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  // Answers contain personal data; pages and documents that may be cached set their own header.
  'cache-control': 'no-store',
});

function addEveryRequestHooks(
  app: FastifyInstance,
  { service, tracer, address }: Container,
  apis: readonly RestApi[],
  callers: CheckedCallers,
  extensions: readonly Extension[],
): void {
  // These hooks take callbacks, because a promise for each of them costs more than the hook itself.
  app.addHook('onRequest', (request, reply, next) => {
    request.actor = notAuthenticated;
    reply.headers(headersOfEveryAnswer(request.id));
    if (service.ending) reply.header('connection', 'close');
    refuseIfTooLate(request.raw);
    const { origin } = request.headers;
    if (origin !== undefined)
      reply
        .header('access-control-allow-origin', origin)
        .header('access-control-expose-headers', readableByPages)
        .header('vary', 'Origin');
    if (/\bwebsocket\b/i.test(request.headers.upgrade ?? ''))
      return void refuseWebSocket(request, reply, apis);
    if (request.method === 'OPTIONS' && !isPublished(request.url))
      return void preflight(request.headers, reply);
    // Checked before the body, which may be invalid as well (docs/rules/registrar.md#order-of-checks).
    if (request.is404) return void refuseUnrouted(request, reply, apis, address, extensions);
    next();
  });
  app.addHook('onSend', (request, reply, payload, next) => {
    endAfterBody(request, reply);
    next(null, payload);
  });
  // Logs routes and callers, never paths, headers or bodies: those contain codes, tokens and personal data.
  app.addHook('onResponse', (request, reply, next) => {
    callers.answered(request.raw, request.actor, reply.statusCode);
    const route = routeOf(request, apis);
    const token = namedTokenOf(request.actor);
    // Probes and scrapes come every few seconds, and nobody reads of those that succeed.
    const level = probes.has(route ?? '') && reply.statusCode === 200 ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        caller: nameOf(request.actor),
        ...(token && { token: `${token.name} (${token.id})` }),
        address: addressOf(request),
        ...(!tracer && traceOf(request)),
      },
      'request',
    );
    next();
  });
}

const probes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

/** The caller's trace id, if tracing is off here (docs/operating.md#traces). */
function traceOf({ headers }: FastifyRequest): { readonly trace_id: string } | undefined {
  const [, id] = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-/.exec(String(headers.traceparent)) ?? [];
  return id === undefined ? undefined : { trace_id: id };
}

/** The response headers that pages of other origins may read. */
const readableByPages = [
  'x-request-id',
  'idempotent-replayed',
  outcomeHeader,
  staleHeader,
  'stream-place',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-total-count',
  'x-truncated',
  'link',
].join(', ');

/** Programs accept JSON, or anything. */
const isForPeople = ({ accept }: FastifyRequest['headers']): boolean => names(accept, 'text/html');

/** Answers a request without a route: 405 if there is one for another method, else 404. */
function refuseUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  apis: readonly RestApi[],
  address: Container['address'],
  extensions: readonly Extension[],
): FastifyReply {
  const api = apiOf(request.url, apis);
  const path = api && pathAt(request.url, api);
  if (!api || path === undefined) return notFound(request, reply, apis, extensions);
  reply.header(capabilities.name, capabilities.value);
  return sendWrongMethod(reply, api, path, address);
}

/** Answered as a usual request, it would look to its sender like a fault of ours. */
function refuseWebSocket(
  request: FastifyRequest,
  reply: FastifyReply,
  apis: readonly RestApi[],
): FastifyReply {
  const message =
    'WebSockets are not offered: live updates come as Server-Sent Events, see /guides/live-lists';
  const isGraph = isWithin(pathOf(request.url), '/graphql');
  const refusal = apiOf(request.url, apis)?.refusal ?? refusalEnvelope;
  const { body } = refusal([failure('COMMAND_SYNTAX', message)]);
  const errors = [{ message, extensions: { code: 'BAD_REQUEST' } }];
  return reply
    .status(400)
    .type(json)
    .send(JSON.stringify(isGraph ? { errors } : body));
}

/** `/guides/` is `/guides`; a path that begins with two slashes would lead to another server. */
const withoutSlash = ({ method, url }: FastifyRequest): string | undefined => {
  const [path = '', ...query] = url.split('?');
  const isPage = (method === 'GET' || method === 'HEAD') && /^\/[\w-][^\\]*[^/\\]\/$/.test(path);
  return isPage ? [path.slice(0, -1), ...query].join('?') : undefined;
};

/** Answers in the format of the API that the path belongs to. */
function notFound(
  request: FastifyRequest,
  reply: FastifyReply,
  apis: readonly RestApi[],
  extensions: readonly Extension[],
): FastifyReply {
  const api = apiOf(request.url, apis);
  const isApi = api || isWithin(pathOf(request.url), '/graphql');
  const page = isApi || isPublished(request.url) ? undefined : withoutSlash(request);
  if (page !== undefined) return reply.redirect(page, 308);
  const show = extensions.find(({ notFoundPage }) => notFoundPage)?.notFoundPage;
  if (!isApi && show && isForPeople(request.headers)) return show(reply);
  if (api) reply.header(capabilities.name, capabilities.value);
  const refusal = api?.refusal ?? refusalEnvelope;
  const { status, body } = refusal([failure('OBJECT_DOES_NOT_EXIST')]);
  return reply.status(status).type(json).send(JSON.stringify(body));
}

/** Answers bytes that are not HTTP, or headers that are too large or too slow; the sender is not known yet. */
function clientErrorHandler(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify(refusalEnvelope([failure('COMMAND_SYNTAX')]).body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${json}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Answers a CORS preflight on any path, for any caller (docs/rules/registrar.md#preflight-and-logs). */
function preflight(headers: Readonly<Record<string, string | string[] | undefined>>, reply: FastifyReply) {
  return reply
    .header('access-control-allow-methods', 'POST, GET, PUT, PATCH, DELETE, OPTIONS')
    .header('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
    .header('access-control-max-age', '3600')
    .type('text/plain')
    .send('');
}
