import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { isListed } from './access/client-address.ts';
import { nameOf } from './core/actor.ts';
import { failure } from './core/errors.ts';
import { mountGraphql } from './graphql/door.ts';
import { addressAt, type House } from './house.ts';
import { mountDoor, type RestDoor } from './rest/door.ts';
import { registrarDoor } from './rest/registrar/door.ts';
import { refusalEnvelope } from './rest/registrar/envelope.ts';
import { reservationDoor } from './rest/reservation/door.ts';
import { nobodyYet } from './rest/sender.ts';
import { mountSandbox } from './sandbox/mount.ts';
import { mountHealth } from './web/health.ts';

const bodyLimit = 1024 * 1024;

/** The composition root: one Fastify app, the doors, health and metrics. */
export function buildApp(house: House): FastifyInstance {
  const { config } = house;
  const doors = [registrarDoor(house.authenticator), reservationDoor(house.authenticator)];
  const app = fastify({
    loggerInstance: house.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit,
    trustProxy: (address: string) => isListed(address, config.TRUSTED_PROXIES),
    forceCloseConnections: 'idle',
    // Names and codes of any length must reach the handler and be judged there (design/rulings.md).
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    // An URL that cannot be decoded never becomes a request.
    frameworkErrors: (_, request, reply) => {
      const door = doorOf(request.url, doors);
      const reason = door?.undecodable ?? failure('COMMAND_SYNTAX');
      const { status, body } = (door?.refusal ?? refusalEnvelope)([reason]);
      reply.hijack();
      reply.raw
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(body));
    },
  });
  app.decorate('trustedProxies', config.TRUSTED_PROXIES);
  app.decorateRequest('actor');
  addEveryRequestHooks(app);
  mountHealth(app, house);
  mountGraphql(app, house);
  for (const door of doors) mountDoor(app, door, house);
  if (house.sandbox) mountSandbox(app, house.sandbox);
  app.setNotFoundHandler((_, reply) => {
    const { body } = refusalEnvelope([failure('OBJECT_DOES_NOT_EXIST')]);
    return reply.status(404).type('application/json; charset=utf-8').send(JSON.stringify(body));
  });
  return app;
}

/** The door with the longest prefix of this URL: one may stand inside another's. */
function doorOf(url: string, doors: readonly RestDoor[]): RestDoor | undefined {
  const prefixLength = ({ prefixes }: RestDoor): number =>
    Math.max(0, ...prefixes.filter((prefix) => url.startsWith(`${prefix}/`)).map(({ length }) => length));
  const [nearest] = [...doors].sort((one, other) => prefixLength(other) - prefixLength(one));
  return nearest && prefixLength(nearest) > 0 ? nearest : undefined;
}

/** Opens the port, and tells the house where it can be reached. */
export async function listen(app: FastifyInstance, house: House, port: number, host: string): Promise<void> {
  await app.listen({ port, host });
  const [bound] = app.addresses();
  if (typeof bound !== 'object') throw new TypeError('the app listens on no port');
  Object.assign(house.address, addressAt(house.config, { host: bound.address, port: bound.port }));
}

function addEveryRequestHooks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    request.actor = nobodyYet;
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    const { origin } = request.headers;
    if (origin !== undefined) reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
    if (request.method === 'OPTIONS') return preflight(request.headers, reply);
  });
  // Routes and callers, never paths, headers or bodies: those hold codes, tokens and people's data.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        caller: nameOf(request.actor),
        address: request.ip,
      },
      'request',
    );
  });
}

/** CORS preflight on any path, for nobody in particular (reference/registrar.md 1.6). */
function preflight(headers: Readonly<Record<string, string | string[] | undefined>>, reply: FastifyReply) {
  return reply
    .header('access-control-allow-methods', 'POST, GET, PUT, PATCH, DELETE, OPTIONS')
    .header('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
    .header('access-control-max-age', '3600')
    .type('text/plain')
    .send('');
}
