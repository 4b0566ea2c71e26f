import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../base/config.ts';
import { isForApps } from '../settings.ts';

/**
 * The resources to which apps ask for access, with the scopes that are of use there. All of them take the same access
 * tokens.
 */
export const protectedResources = {
  '/mcp': ['READ', 'WRITE', 'BILLING'],
  '/graphql': ['READ', 'WRITE', 'SECRETS', 'BILLING'],
} as const;

export type ProtectedResource = keyof typeof protectedResources;

export interface Place {
  readonly config: Config;
  readonly address: { readonly publicUrl: string };
}

const ownNames = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** The URL by which a caller reaches us: without PUBLIC_URL this machine has several names. */
export function urlAsCalled(
  { config, address }: Place,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string {
  const { host = '' } = headers;
  return config.PUBLIC_URL === undefined && ownNames.test(host) ? `http://${host}` : address.publicUrl;
}

/** Tells an app without a token where to get one (RFC 9728). */
export const bearerChallenge = (
  place: Place,
  request: Pick<FastifyRequest, 'headers'>,
  resource: ProtectedResource,
): string =>
  isForApps(place.config)
    ? `Bearer resource_metadata="${urlAsCalled(place, request)}/.well-known/oauth-protected-resource${resource}"`
    : 'Bearer';
