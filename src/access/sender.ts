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

/** Certificate headers count only when a trusted proxy has set them (design/rulings.md). */
export function senderOf(request: FastifyRequest): Sender {
  const fromProxy = isListed(request.socket.remoteAddress ?? '', request.server.trustedProxies);
  return {
    authorization: request.headers.authorization,
    address: normaliseAddress(request.ip),
    certificate: {
      pem: fromProxy ? header(request, 'ssl_client_cert') : undefined,
      commonName: fromProxy ? header(request, 'ssl_client_s_dn_cn') : undefined,
    },
  };
}

// Proxies spell them with underscores or, where those are dropped, with dashes.
function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name] ?? request.headers[name.replaceAll('_', '-')];
  return Array.isArray(value) ? value[0] : value;
}
