import type { FastifyRequest } from 'fastify';
import { type Actor, anonymous } from '../core/actor.ts';
import type { Sender } from './authenticator.ts';
import { isListed, normaliseAddress } from './client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; anonymous until a door has found out. */
    actor: Actor;
  }
  interface FastifyInstance {
    trustedProxies: readonly string[];
  }
}

export const nobodyYet: Actor = anonymous;

/** Certificate headers count only when a trusted proxy has set them (docs/rules/registrar.md#client-certificates). */
export function senderOf(request: FastifyRequest): Sender {
  const fromProxy = isFromProxy(request);
  return {
    authorization: request.headers.authorization,
    address: addressOf(request),
    certificate: {
      pem: fromProxy ? header(request, 'ssl_client_cert') : undefined,
      commonName: fromProxy ? header(request, 'ssl_client_s_dn_cn') : undefined,
    },
  };
}

/**
 * The nearest caller that is no trusted proxy, by X-Forwarded-For, which Fastify reads; by X-Real-IP where the proxy
 * sets only that (docs/rules/reservation.md#who-may-call).
 */
export function addressOf(request: FastifyRequest): string {
  const { 'x-real-ip': real, 'x-forwarded-for': forwarded } = request.headers;
  const isTold = typeof real === 'string' && forwarded === undefined && isFromProxy(request);
  return normaliseAddress(isTold ? real : request.ip);
}

const isFromProxy = (request: FastifyRequest): boolean =>
  isListed(request.socket.remoteAddress ?? '', request.server.trustedProxies);

// Proxies spell them with underscores or, where those are dropped, with dashes.
function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name] ?? request.headers[name.replaceAll('_', '-')];
  return Array.isArray(value) ? value[0] : value;
}
