import { hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Configuration, KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import type { Services } from '../../../apis/services.ts';
import { scopes } from '../../../base/actor.ts';
import { realEpochSeconds } from '../../../base/clock.ts';
import { randomHex } from '../../../base/secrets.ts';
import { accessTokenFrom } from '../../../registry/rules/registrar/access-tokens.ts';
import { agentsSettings } from '../settings.ts';
import { isRegisteredByAdmin } from '../store/apps.ts';
import { adapterOf } from './adapter.ts';
import { type Place, protectedResources } from './protected-resource.ts';

const minute = 60;
/** No grant lasts longer (src/extensions/agents/apps/agreement.ts). */
const year = 365 * 24 * 60 * minute;

/** Shows a person why a request of an app was refused. */
export type ShowProblem = (request: IncomingMessage, problem: AppProblem) => void;

export interface AppProblem {
  readonly error: string;
  readonly description: string;
  /** The address at which the app wants to be told; undefined if it cannot be. */
  readonly back?: string;
}

type Parts = Pick<Services, 'config' | 'address' | 'database' | 'clock' | 'runner' | 'log'> & {
  /** Returns the place from which a request comes. */
  readonly placeOf: (request: IncomingMessage) => string | undefined;
};

/**
 * The library, set up for what we offer: codes with PKCE S256 for apps without a secret, and refresh tokens that
 * rotate.
 */
export async function openProvider(parts: Parts, showProblem: ShowProblem): Promise<Provider> {
  const { config, address, log } = parts;
  const { default: Provider, errors, interactionPolicy } = await import('oidc-provider');
  const { exportJWK, generateKeyPair } = await import('jose');
  // The library insists on a key, but we issue nothing that is signed.
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const { Prompt, Check } = interactionPolicy;
  // A person agrees each time: no app is let in because it was before.
  const agrees = new Check(
    'person_has_to_agree',
    'a person has to sign in and agree',
    'interaction_required',
    async (ctx) => {
      const asked = [...ctx.oidc.requestParamScopes];
      if (!asked.some((scope) => (scopes as readonly string[]).includes(scope)))
        throw new errors.InvalidScope('none of the requested scopes exists', asked.join(' '));
      return ctx.oidc.result?.consent === undefined;
    },
  );
  const secondsLeft = (ctx: KoaContextWithOIDC | undefined, most: number): number => {
    const end = ctx?.oidc.entities.Grant?.exp;
    return end === undefined ? most : Math.max(1, Math.min(most, end - realEpochSeconds()));
  };
  const place = () => {
    const { req } = Provider.ctx ?? {};
    return req && parts.placeOf(req);
  };
  const off = { enabled: false } as const;
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const;
  const configuration: Configuration = {
    adapter: adapterOf({ ...parts, place }, errors) as never,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256' }] } as never,
    cookies: {
      // The keys are the same in every process of this registry.
      keys: [
        Buffer.from(
          hkdfSync('sha256', config.BILLING_SECRET, '', 'cookies of sign-ins to apps', 32),
        ).toString('hex'),
      ],
      names: { interaction: 'zonegraph_app', resume: 'zonegraph_app_back', session: 'zonegraph_app_session' },
      short: cookie,
      long: { ...cookie, path: '/oauth' },
    },
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    revokeGrantPolicy: () => true,
    loadExistingGrant: async (ctx) => {
      const id = ctx.oidc.result?.consent?.grantId;
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id);
    },
    findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
    clientBasedCORS: () => true,
    ttl: {
      AuthorizationCode: minute,
      Interaction: 15 * minute,
      Session: 15 * minute,
      Grant: year,
      AccessToken: (ctx) => secondsLeft(ctx, agentsSettings.of(config).OAUTH_ACCESS_FOR / 1000),
      RefreshToken: (ctx) => secondsLeft(ctx, agentsSettings.of(config).OAUTH_REFRESH_FOR / 1000),
    },
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
    interactions: {
      url: async (_, { uid }) => `/oauth/sign-in/${uid}`,
      policy: [
        new Prompt({ name: 'consent', requestable: true }, agrees),
        ...otherPrompts.map((name) => new Prompt({ name, requestable: true })),
      ],
    },
    features: {
      devInteractions: off,
      userinfo: off,
      rpInitiatedLogout: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      revocation: {
        enabled: true,
        allowedPolicy: async (_, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_, __, oneOf) => (oneOf as string[] | undefined)?.[0] ?? address.publicUrl,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_, resource) => {
          if (!isOurs({ config, address }, resource)) throw new errors.InvalidTarget();
          return { scope: scopes.join(' '), audience: address.publicUrl, accessTokenFormat: 'opaque' };
        },
      },
    },
    renderError: async (ctx, { error, error_description: description = '' }) => {
      ctx.respond = false;
      showProblem(ctx.req, { error, description });
    },
  };
  const provider = new Provider(address.publicUrl, configuration);
  // We set what the library takes for the URL by which it was called.
  provider.proxy = true;
  Object.assign(provider.AccessToken.prototype, {
    generateTokenId(this: { format: string }) {
      this.format = 'opaque';
      return accessTokenFrom('zg_', randomHex(32));
    },
  });
  // Anybody can register an app that makes a mistake, and a link to us must not lead to its page before a person has
  // agreed. Programs are redirected as RFC 6749 says, and so is a frame in a page of the app, where the person stays.
  provider.use(async (ctx, next) => {
    await next();
    const back = ctx.response.get('location') ?? '';
    const isSentAway = ctx.path === '/oauth/authorize' && back !== '' && !back.startsWith('/');
    if (!isSentAway || ctx.get('sec-fetch-dest') !== 'document') return;
    const { clientId } = (ctx as KoaContextWithOIDC).oidc.client ?? {};
    if (await parts.database.lookUp((db) => isRegisteredByAdmin(db, String(clientId)))) return;
    const { search, hash } = new URL(back);
    const given = new URLSearchParams(search === '' ? hash.slice(1) : search);
    const [error = '', description = ''] = ['error', 'error_description'].map(
      (name) => given.get(name) ?? '',
    );
    ctx.remove('location');
    ctx.respond = false;
    showProblem(ctx.req, { error, description, back });
  });
  provider.on('server_error', (_, error) => log.error({ err: error }, 'a sign-in for an app failed'));
  return provider;
}

/** Apps may ask for these as well: each is what happens anyway. */
const otherPrompts = ['login', 'select_account'];

/** One registry is one audience, whichever of its addresses an app names. */
function isOurs({ config, address }: Place, resource: string): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname, search, protocol, hostname, port } = new URL(resource);
  const ours = new URL(address.publicUrl);
  const isHere =
    origin === ours.origin ||
    (config.PUBLIC_URL === undefined &&
      protocol === 'http:' &&
      ['localhost', '127.0.0.1', '[::1]'].includes(hostname) &&
      port === ours.port);
  const base = ours.pathname.replace(/\/$/, '');
  const paths = ['', '/', ...Object.keys(protectedResources)].map((path) => `${base}${path}`);
  return isHere && search === '' && paths.includes(pathname);
}
