import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Actor, anonymous } from '../../base/actor.ts';
import { remainingWaitMs } from '../../base/admission.ts';
import type { Config } from '../../base/config.ts';
import type { Sender } from './authenticator.ts';
import { isListed, normaliseAddress } from './client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; anonymous until an API has authenticated it. */
    actor: Actor;
    /**
     * Returns for how many milliseconds the caller has been known; set by APIs that read the body afterwards.
     */
    authenticatedFor?: () => number;
  }
  interface FastifyInstance {
    trust: ProxyTrust;
  }
}

/** The trusted proxies, and the headers in which they are trusted: one for each fact, in one spelling. */
export interface ProxyTrust {
  readonly proxies: readonly string[];
  readonly address: 'x-forwarded-for' | 'x-real-ip';
  readonly certificate: string;
  readonly commonName: string;
}

export const proxyTrustOf = (config: Config): ProxyTrust => ({
  proxies: config.TRUSTED_PROXIES,
  address: config.CLIENT_ADDRESS_HEADER,
  certificate: config.CLIENT_CERT_HEADER,
  commonName: config.CLIENT_CERT_CN_HEADER,
});

export const notAuthenticated: Actor = anonymous;

/** Certificate headers count only when a trusted proxy has set them (docs/rules/registrar.md#client-certificates). */
export function senderOf(request: FastifyRequest): Sender {
  const fromProxy = isFromProxy(request);
  const { certificate, commonName } = request.server.trust;
  return {
    authorization: request.headers.authorization,
    address: addressOf(request),
    waitMs: remainingWaitMs(request.raw),
    certificate: {
      pem: fromProxy ? header(request, certificate) : undefined,
      commonName: fromProxy ? header(request, commonName) : undefined,
    },
    // Sent by the caller: it counts only for a portal that shows its own certificate.
    passedOn: {
      pem: fromProxy ? header(request, 'user-certificate') : undefined,
      commonName: fromProxy ? header(request, 'user-certificate-cn') : undefined,
    },
  };
}

/** Finds the caller's address as `addressOf` does, before Fastify has read the request. */
export function clientOf({ headers, socket }: IncomingMessage, trust: ProxyTrust): string {
  const near = socket.remoteAddress ?? '';
  if (!isListed(near, trust.proxies)) return normaliseAddress(near);
  const named = String(headers[trust.address] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => isIP(name) !== 0);
  const hops = trust.address === 'x-real-ip' ? named.slice(-1) : named;
  const nearest = hops.findLast((hop) => !isListed(hop, trust.proxies)) ?? hops[0] ?? near;
  return normaliseAddress(nearest);
}

/**
 * Returns the nearest caller that is not a trusted proxy, from X-Forwarded-For, which Fastify reads, or from
 * X-Real-IP, if the operator has configured it. Never from whichever is present: a proxy forwards the header that it
 * does not set.
 */
export function addressOf(request: FastifyRequest): string {
  if (request.server.trust.address === 'x-forwarded-for') return normaliseAddress(request.ip);
  const real = isFromProxy(request) ? header(request, 'x-real-ip') : undefined;
  return normaliseAddress(real && isIP(real) !== 0 ? real : (request.socket.remoteAddress ?? ''));
}

const isFromProxy = (request: FastifyRequest): boolean =>
  isListed(request.socket.remoteAddress ?? '', request.server.trust.proxies);

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
