import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../apis/services.ts';
import { scopes } from '../../../base/actor.ts';
import { agentsSettings, isForAgents } from '../settings.ts';
import { type ProtectedResource, protectedResources, urlAsCalled } from './protected-resource.ts';

/** The documents by which an app finds out how to sign people in (RFC 8414, RFC 9728). */
export function mountMetadata(app: FastifyInstance, { config, address }: Services): void {
  const place = { config, address };
  app.get('/.well-known/oauth-authorization-server', async () => {
    const url = address.publicUrl;
    return {
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      ...(agentsSettings.of(config).OAUTH_REGISTRATION === 'on' && {
        registration_endpoint: `${url}/oauth/register`,
      }),
      revocation_endpoint: `${url}/oauth/revoke`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${url}/guides/sign-in-from-a-browser`,
    };
  });
  const describe = (path: '' | ProtectedResource, guide: string, of: readonly string[]) =>
    app.get(`/.well-known/oauth-protected-resource${path}`, async (request) => ({
      resource: `${urlAsCalled(place, request)}${path}`,
      authorization_servers: [address.publicUrl],
      scopes_supported: of,
      bearer_methods_supported: ['header'],
      resource_documentation: `${address.publicUrl}/guides/${guide}`,
    }));
  describe('', 'sign-in-from-a-browser', scopes);
  describe('/graphql', 'sign-in-from-a-browser', protectedResources['/graphql']);
  if (isForAgents(config)) describe('/mcp', 'agents', protectedResources['/mcp']);
}
