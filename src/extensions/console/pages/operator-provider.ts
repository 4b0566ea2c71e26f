import * as openid from 'openid-client';
import type { OperatorRole } from '../../../base/actor.ts';
import { realEpochSeconds } from '../../../base/clock.ts';
import type { Config } from '../../../base/config.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import type { ProviderAccount } from '../../../registry/rules/operators/sessions.ts';
import type { ReportedPerson } from '../operator-sign-ins.ts';

/** The values that the answer to a sign-in must contain; kept in a cookie of the browser that began it. */
export interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Settings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The URL at which this machine reaches the stand-in of the sandbox, past any proxy. */
  readonly ownUrl?: string;
}

interface Address {
  readonly publicUrl: string;
  readonly ownUrl: string;
}

interface OperatorProviderParts {
  readonly config: Config;
  readonly address: Address;
  /** The stand-in of the sandbox. */
  readonly standIns: { operatorProvider?(address: Address): Settings } | undefined;
}

/** How far the provider's clock may be off. */
const skewSeconds = 60;
const timeoutSeconds = 10;

/** Why a provider's answer is not accepted, for the log and the page. */
export class ProviderRefusal extends Error {}

/**
 * Signs operators in at an OpenID Connect provider: authorization code with PKCE, state and nonce. The answers are
 * checked by `openid-client`: issuer, audience, signature, times. Only a verified e-mail address counts
 * (docs/rules/access.md#operators).
 */
export class OperatorProvider {
  readonly #services: OperatorProviderParts;
  #found: Promise<openid.Configuration> | undefined;

  constructor(services: OperatorProviderParts) {
    this.#services = services;
  }

  /** The name on the button; undefined where people sign in with a password. */
  get name(): string | undefined {
    const settings = this.#settings();
    return settings?.ownUrl === undefined
      ? settings && new URL(settings.issuer).host
      : "the sandbox's own provider";
  }

  /** The address at which the browser signs in, and what the answer must contain. */
  async begin(): Promise<{ readonly url: string; readonly checks: ProviderChecks }> {
    const configuration = await this.#configuration();
    const verifier = openid.randomPKCECodeVerifier();
    const checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback(),
      scope: 'openid email profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: checks.state,
      nonce: checks.nonce,
    });
    return { url: url.href, checks };
  }

  /** Exchanges the code of the answer for the person. */
  async conclude(search: string, { state, nonce, verifier }: ProviderChecks): Promise<ReportedPerson> {
    const configuration = await this.#configuration();
    const answer = new URL(`${this.#callback()}${search}`);
    const tokens = await openid
      .authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      .catch(refused);
    const claims = tokens.claims();
    if (!claims) throw new ProviderRefusal('the provider has sent no ID token');
    if (claims.iat > realEpochSeconds() + skewSeconds)
      throw new ProviderRefusal('the clock of the provider is ahead of ours');
    const account = { issuer: claims.iss, subject: claims.sub };
    // Where the ID token is kept small, the rest is asked for; it must be about the same person.
    if (claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined)
      return this.#personIn(claims, account);
    const { email_verified: _, ...others } = claims;
    const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(refused);
    // The document that has the address must also say that it is verified.
    return this.#personIn({ ...more, ...others }, account);
  }

  #personIn(claims: Readonly<Record<string, unknown>>, account: ProviderAccount): ReportedPerson {
    const { email, email_verified: isVerified, name } = claims;
    // Some signs turn into other letters when they are compared, such as that of Kelvin into a k.
    if (typeof email !== 'string' || email.normalize('NFC') !== email)
      throw new ProviderRefusal('the provider has sent no e-mail address');
    if (isVerified !== true) throw new ProviderRefusal(`the provider has not verified the address ${email}`);
    const role = this.#roleIn(claims, email);
    return { name: typeof name === 'string' ? name : email, email, account, ...(role && { role }) };
  }

  /** The role of the first listed group that the person is in. */
  #roleIn(claims: Readonly<Record<string, unknown>>, email: string): OperatorRole | undefined {
    const { OIDC_ROLE_CLAIM: claim, OIDC_ROLES: roles } = this.#services.config;
    if (!claim || !roles) return undefined;
    const groups = [Object.hasOwn(claims, claim) ? claims[claim] : []].flat();
    return (
      roles.find(({ group }) => groups.includes(group))?.role ??
      refuseWith(failure('AUTHORIZATION', `${email} is in no group that runs this registry`))
    );
  }

  readonly #callback = (): string => `${this.#services.address.publicUrl}/operator/sign-in/provider/callback`;

  #settings(): Settings | undefined {
    const { config, standIns, address } = this.#services;
    return settingsIn(config) ?? standIns?.operatorProvider?.(address);
  }

  /** Read once; again after a failure. */
  #configuration(): Promise<openid.Configuration> {
    const settings = this.#settings();
    if (!settings) throw new TypeError('there is no provider');
    this.#found ??= discover(settings).catch((error: unknown) => {
      this.#found = undefined;
      return refused(error);
    });
    return this.#found;
  }
}

const settingsIn = ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Config): Settings | undefined =>
  OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
    ? { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET }
    : undefined;

async function discover({ issuer, clientId, clientSecret, ownUrl }: Settings): Promise<openid.Configuration> {
  const { protocol, origin } = new URL(issuer);
  const reached: openid.CustomFetch = (url, options) =>
    fetch(
      ownUrl && url.startsWith(origin) ? `${ownUrl}${url.slice(origin.length)}` : url,
      options as RequestInit,
    );
  return openid.discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret, [openid.clockTolerance]: skewSeconds },
    undefined,
    {
      timeout: timeoutSeconds,
      [openid.customFetch]: reached,
      // The library trusts the connection and leaves out the signature unless it is asked for it.
      execute: [
        openid.enableNonRepudiationChecks,
        // Only a sandbox may be configured so (base/config.ts).
        ...(protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
}

/** Our own words, with the cause for the log. */
function refused(error: unknown): never {
  if (error instanceof openid.AuthorizationResponseError)
    throw new ProviderRefusal(`the provider has refused: ${error.error}`, { cause: error });
  if (error instanceof openid.ResponseBodyError)
    throw new ProviderRefusal(`the provider has refused: ${error.error}`, { cause: error });
  throw new ProviderRefusal('the answer of the provider could not be accepted', { cause: error });
}
