import type { FastifyInstance } from 'fastify';
import { siteOf } from '../../../apis/access/login-throttle.ts';
import { addressOf, senderOf } from '../../../apis/access/sender.ts';
import { acceptText } from '../../../apis/request-bodies.ts';
import type { Services } from '../../../apis/services.ts';
import { scopes } from '../../../base/actor.ts';
import { realEpochSeconds } from '../../../base/clock.ts';
import { limit } from '../../../base/limits.ts';
import { addScope } from '../../../base/scope.ts';
import { randomHex } from '../../../base/secrets.ts';
import { agentsSettings } from '../settings.ts';
import { registerClient, registeredByAdmin } from '../store/apps.ts';
import { appNameProblem, placeOf, redirectUrisProblem } from './apps-rules.ts';
import { placesOf } from './places.ts';

const largestBody = limit('bytes of the registration of an app', 16 * 1024, 'Anybody may register one.');
const mostClients = limit(
  'apps that are registered',
  10_000,
  'More than a registry has. Those that nobody has let in leave first, and after a day at the latest.',
);
const mostFromNetworkInHour = limit(
  'apps that one network may register in an hour',
  20,
  'Anybody may register one, and each takes a place.',
);

/**
 * POST /oauth/register, where an app introduces itself (RFC 7591). Nothing that it says is believed: its name is
 * shown as an unchecked one, and it is sent only to the addresses that it has registered.
 */
export function mountRegistration(app: FastifyInstance, { config, database, authenticator }: Services): void {
  const placed = placesOf(config);
  addScope(app, { name: 'app registration' }, async (scope) => {
    acceptText(scope, '*', { bodyLimit: largestBody });
    scope.setErrorHandler((error, request, reply) => {
      const { statusCode = 500, message } = error as { statusCode?: number; message: string };
      if (statusCode >= 500) request.log.error({ err: error }, 'an app could not be registered');
      return reply.status(statusCode).send({
        error: statusCode >= 500 ? 'server_error' : 'invalid_client_metadata',
        error_description: message,
      });
    });
    scope.post('/oauth/register', async (request, reply) => {
      const actor = authenticator.operator(senderOf(request));
      const isAdmin = actor?.kind === 'operator' && actor.role === 'ADMIN';
      if (agentsSettings.of(config).OAUTH_REGISTRATION === 'off' && !isAdmin)
        return reply.status(403).send({
          error: 'access_denied',
          error_description: 'Apps are registered by an ADMIN of this registry',
        });
      const described = describedBy(request.body);
      if ('problem' in described) return reply.status(400).send(described.problem);
      const now = realEpochSeconds();
      const metadata = { client_id: `app_${randomHex(16)}`, client_id_issued_at: now, ...described.metadata };
      const registeredFrom = isAdmin ? registeredByAdmin : placed(siteOf(addressOf(request)));
      const limits = {
        most: mostClients,
        mostFromThere: mostFromNetworkInHour,
        since: new Date((now - 3600) * 1000),
      };
      const isRegistered = await database.transaction((db) =>
        registerClient(
          db,
          { id: metadata.client_id, metadata, registeredFrom },
          limits,
          new Date(now * 1000),
        ),
      );
      if (!isRegistered)
        return reply.status(429).header('retry-after', '3600').send({
          error: 'temporarily_unavailable',
          error_description: 'Too many apps were registered: try again in an hour',
        });
      return reply.status(201).send(metadata);
    });
  });
}

type Described =
  | { readonly problem: { readonly error: string; readonly error_description: string } }
  | { readonly metadata: object };

const refused = (error_description: string, error = 'invalid_client_metadata'): Described => ({
  problem: { error, error_description },
});

const grantTypes = ['authorization_code', 'refresh_token'];

/** Checks the description of an app and keeps only what we use of it. */
function describedBy(body: unknown): Described {
  const given = objectOf(body);
  if (!given) return refused('Send a JSON object that describes the app');
  const { redirect_uris, client_name, scope } = given;
  const wrongUris = redirectUrisProblem(redirect_uris);
  if (wrongUris !== undefined) return refused(wrongUris, 'invalid_redirect_uri');
  const uris = redirect_uris as string[];
  const name = client_name ?? placeOf(uris[0] ?? '').slice(0, 100);
  const wrongName = appNameProblem(name);
  if (wrongName !== undefined) return refused(wrongName);
  const {
    token_endpoint_auth_method: method = 'none',
    response_types: types = ['code'],
    grant_types = grantTypes,
  } = given;
  if (method !== 'none')
    return refused('token_endpoint_auth_method must be none: apps have no secret here, PKCE takes its place');
  if (!Array.isArray(types) || types.length !== 1 || types[0] !== 'code')
    return refused('response_types must be ["code"]');
  if (
    !Array.isArray(grant_types) ||
    !grant_types.includes('authorization_code') ||
    !grant_types.every((one) => grantTypes.includes(one))
  )
    return refused('grant_types must be authorization_code, and refresh_token if you like');
  if (scope !== undefined && (typeof scope !== 'string' || scope.length > 200))
    return refused(`scope must be a text such as ${scopes.join(' ')}`);
  return {
    metadata: {
      client_name: name,
      redirect_uris: uris,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: [...new Set(grant_types)],
      response_types: ['code'],
      response_modes: ['query'],
    },
  };
}

function objectOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(String(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
