import { errors as joseErrors, jwtVerify } from 'jose';
import { type Actor, anonymous, type Initiator, type RegistrarActor } from '../../base/actor.ts';
import { type Clock, realEpochSeconds, stopwatch } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { failure, Refusal, refuseWith } from '../../base/errors.ts';
import { type OperatorToken, operatorTokensOf } from '../../base/operator-tokens.ts';
import { fingerprint, sameSecret, tokenName } from '../../base/secrets.ts';
import { prefixOf } from '../../registry/rules/registrar/access-tokens.ts';
import { admissionFailure, isCertificateOf } from '../../registry/rules/registrar/admission.ts';
import { wasTokenIssued } from '../../registry/store/runner/access-tokens.ts';
import type { SigningIn } from '../../registry/store/runner/sign-ins.ts';
import { AccessTokens, type KnowsOperators, namedActor, type TokenHolder } from './access-tokens.ts';
import type { Batch } from './batch.ts';
import { BearerThrottle } from './bearer-throttle.ts';
import { isListed } from './client-address.ts';
import {
  type CertificateHeaders,
  canonicalFingerprint,
  certificateFingerprint,
} from './client-certificate.ts';
import { type Credentials, isWithinLimits, readCredentials } from './credentials.ts';
import { LastUses } from './last-uses.ts';
import { LoginThrottle } from './login-throttle.ts';
import { type PasswordParts, Passwords, type SignedIn } from './passwords.ts';
import { actorOf, isAllowedFrom, type PasswordActor } from './users.ts';

/** The sender of a request, as an API sees it. */
export interface Sender {
  readonly authorization: string | undefined;
  readonly address: string;
  /** The caller's own certificate. */
  readonly certificate: CertificateHeaders;
  /** The certificate of the user for whom a portal calls. */
  readonly passedOn?: CertificateHeaders;
  /** Whose rights the request uses; the credentials are then ignored. Senders are told apart by `whom`. */
  readonly onBehalfOf?: { readonly whom: string; readonly find: () => Promise<Actor | undefined> };
  /** How long it will wait for its turn, if it says so (base/prefer-wait.ts). */
  readonly waitMs?: number | undefined;
}

/** How far a billing client's clock may be ahead of ours. */
const clockSkewSeconds = 60;
export const initiators: ReadonlySet<string> = new Set<Initiator>([
  'registry',
  'auction',
  'eeid',
  'business_registry',
]);

type AuthenticatorParts = Omit<PasswordParts, 'lastUses'> & {
  readonly config: Config;
  readonly clock: Clock;
  readonly batch: Batch;
  readonly extensions: readonly KnowsOperators[];
};

/** Authenticates callers; the same for every API. */
export class Authenticator {
  readonly #config: Config;
  readonly #clock: Clock;
  readonly #passwords: Passwords;
  readonly #bearers: BearerThrottle;
  readonly #billingSecret: Uint8Array;
  readonly #tokensMayLast: boolean;
  readonly #portals: ReadonlySet<string>;
  readonly #operators: ReadonlyMap<string, OperatorToken>;
  readonly accessTokens: AccessTokens;
  /** Counts wrong passwords of one kind by themselves. */
  readonly guessesOf: (guessed: string) => LoginThrottle;
  /** Counts wrong secrets of one kind by themselves. */
  readonly throttleOf: (guessed: string) => BearerThrottle;

  constructor(given: AuthenticatorParts) {
    const parts = { ...given, lastUses: new LastUses(given) };
    this.#config = parts.config;
    this.#clock = parts.clock;
    this.#billingSecret = new TextEncoder().encode(parts.config.BILLING_SECRET);
    // Existing clients send no `exp` (docs/rules/billing.md#ownership); production accepts that only when
    // configured to.
    this.#tokensMayLast = parts.config.BILLING_TOKENS_MAY_LAST ?? parts.config.isTrial;
    this.#operators = operatorTokensOf(parts.config);
    this.#passwords = new Passwords(parts);
    this.accessTokens = new AccessTokens(parts);
    const wasGiven = (hash: string) => parts.database.lookUp((db) => wasTokenIssued(db, hash));
    const { metrics } = parts;
    this.#bearers = new BearerThrottle({ guesses: this.#passwords.throttle, metrics, wasGiven });
    this.guessesOf = (guessed) => new LoginThrottle(stopwatch(), parts.peers, guessed);
    this.throttleOf = (guessed) =>
      new BearerThrottle({
        guesses: this.guessesOf(guessed),
        metrics,
        wasGiven,
      });
    this.#portals = new Set(parts.config.PORTAL_CERT_FINGERPRINTS.map(canonicalFingerprint));
  }

  /**
   * Checks Basic credentials or an access token, then the certificate, then the address
   * (docs/rules/registrar.md#order-of-checks); refuses otherwise.
   */
  async registrar(
    sender: Sender,
    credentials = readCredentials(sender.authorization),
  ): Promise<RegistrarActor> {
    if (credentials.scheme === 'basic' && prefixOf(credentials.password) !== 'zg_')
      return actorOf(await this.#byPassword(sender, credentials.username, credentials.password));
    const found = await this.guarded(sender, () => this.#byToken(credentials), credentials);
    if (!found) return refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
    this.#admit(found, sender);
    const { accessToken, user } = found;
    const { passwordFingerprint, ...actor } = actorOf(user);
    // An access token does not prove its creator's password, a sign-in does.
    return { ...actor, ...(accessToken.scopes === null && { passwordFingerprint }), accessToken };
  }

  /**
   * A session's token may also come in place of the password: portals have no other field for it
   * (docs/rules/self-service.md#switching-users).
   */
  async #byToken(credentials: Credentials): Promise<TokenHolder | undefined> {
    if (credentials.scheme === 'bearer')
      return prefixOf(credentials.token) === 'zg_'
        ? this.accessTokens.user({ hash: fingerprint(credentials.token) })
        : undefined;
    if (credentials.scheme !== 'basic') return undefined;
    const found = await this.accessTokens.user({ hash: fingerprint(credentials.password) });
    const isIts = found?.user.username === credentials.username && found.accessToken.scopes === null;
    return isIts ? found : undefined;
  }

  /** Returns the user with this password. */
  async signIn(sender: Sender, username: string, password: string): Promise<PasswordActor> {
    if (!isWithinLimits(username, password)) refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
    return actorOf(await this.#byPassword(sender, username, password));
  }

  /**
   * Returns the actor that an admitted sender would be now; undefined if it would be refused. No secret is guessed, so
   * nothing is hashed.
   */
  async again(sender: Sender): Promise<Actor | undefined> {
    if (sender.onBehalfOf) return sender.onBehalfOf.find();
    const credentials = readCredentials(sender.authorization);
    try {
      if (credentials.scheme !== 'basic' || prefixOf(credentials.password) === 'zg_')
        return await this.anyone(sender);
      const signedIn = await this.#passwords.again(credentials.username, credentials.password);
      if (!signedIn) return undefined;
      this.#admit(signedIn, sender);
      return actorOf(signedIn.user);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  async #byPassword(sender: Sender, username: string, password: string): Promise<SigningIn> {
    const signedIn = await this.#passwords.check(username, password, sender.address);
    this.#admit(signedIn, sender);
    await this.#passwords.welcome(signedIn, sender.address, this.#clock.now());
    return signedIn.user;
  }

  #admit({ user, allowListOn }: SignedIn, sender: Sender): void {
    const refused = admissionFailure(user, {
      address: sender.address,
      isFromAllowedAddress: !allowListOn || isAllowedFrom(sender.address, user),
      isCertified: !this.#config.REQUIRE_CLIENT_CERT || this.#certificateMatches(user, sender),
    });
    if (refused) refuseWith(refused);
  }

  /**
   * Checks both forms at once, so that a caller cannot see which one failed
   * (docs/rules/reservation.md#who-may-call).
   */
  portal(sender: Sender): Actor | undefined {
    const credentials = readCredentials(sender.authorization);
    if (!isListed(sender.address, this.#config.BUSINESS_REGISTRY_ALLOWED_IPS)) return undefined;
    if (credentials.scheme !== 'bearer' || !isOneOf(credentials.token, this.#config.BUSINESS_REGISTRY_TOKENS))
      return undefined;
    return { kind: 'portal', token: tokenName(credentials.token) };
  }

  /** Finds an operator by OPERATOR_TOKENS, without the database. */
  operator(sender: Sender): Actor | undefined {
    const credentials = readCredentials(sender.authorization);
    if (credentials.scheme !== 'bearer') return undefined;
    const name = tokenName(credentials.token);
    const known = this.#operators.get(name);
    // The fingerprint is short: it finds the token, and does not prove it.
    return known && sameSecret(credentials.token, known.token) ? namedActor(name, known) : undefined;
  }

  /**
   * HS256 only, `exp`, `nbf` and `iat` honoured in real time, known initiators only
   * (docs/rules/billing.md#ownership).
   */
  async billingClient(sender: Sender): Promise<Actor | undefined> {
    const credentials = readCredentials(sender.authorization);
    if (credentials.scheme !== 'bearer') return undefined;
    try {
      const { payload, protectedHeader } = await jwtVerify(credentials.token, this.#billingSecret, {
        algorithms: ['HS256'],
        requiredClaims: this.#tokensMayLast ? [] : ['exp'],
      });
      const { initiator, iat } = payload;
      const isJwt = protectedHeader.typ === undefined || protectedHeader.typ.toUpperCase() === 'JWT';
      if (!isJwt || (iat !== undefined && iat > realEpochSeconds() + clockSkewSeconds)) return undefined;
      return typeof initiator === 'string' && initiators.has(initiator)
        ? { kind: 'billing', initiator: initiator as Initiator }
        : undefined;
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) return undefined;
      throw error;
    }
  }

  /**
   * Authenticates any caller by the form of its header; without a header it is anonymous
   * (docs/rules/graph.md#callers).
   */
  async anyone(sender: Sender): Promise<Actor> {
    const credentials = readCredentials(sender.authorization);
    if (credentials.scheme === 'none') return anonymous;
    if (credentials.scheme === 'basic') return this.registrar(sender, credentials);
    const token = credentials.scheme === 'bearer' ? credentials.token : '';
    const prefix = prefixOf(token);
    if (prefix === 'zg_') return this.registrar(sender, credentials);
    const actor = await this.guarded(sender, async () =>
      prefix === 'zgo_'
        ? await this.accessTokens.operator({ hash: fingerprint(token) })
        : ((await this.anOperator(sender)) ?? this.portal(sender) ?? (await this.billingClient(sender))),
    );
    return actor ?? refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
  }

  /**
   * Returns the result of `find` for the sender's token; wrong tokens are counted by address, and guessing is
   * throttled.
   */
  async guarded<T>(
    { authorization, address }: Sender,
    find: () => Promise<T | undefined> | T | undefined,
    credentials = readCredentials(authorization),
  ): Promise<T | undefined> {
    const token =
      credentials.scheme === 'bearer'
        ? credentials.token
        : credentials.scheme === 'basic' && prefixOf(credentials.password) === 'zg_'
          ? credentials.password
          : undefined;
    return token === undefined ? find() : this.#bearers.check(token, address, find);
  }

  /** Finds an operator by OPERATOR_TOKENS, or by a token that an extension keeps. */
  async anOperator(sender: Sender): Promise<Actor | undefined> {
    const known = this.operator(sender);
    const credentials = readCredentials(sender.authorization);
    if (known || credentials.scheme !== 'bearer') return known;
    return this.accessTokens.operatorWith(credentials.token);
  }

  /**
   * Tells whether the user's own certificate was shown: by the user, or passed on by a portal that shows one of its
   * own (docs/rules/registrar.md#client-certificates).
   */
  #certificateMatches(user: SigningIn, { certificate, passedOn }: Sender): boolean {
    const shown = certificateFingerprint(certificate);
    if (shown === undefined) return false;
    const isPortal = this.#portals.has(shown);
    const given = isPortal ? passedOn && certificateFingerprint(passedOn) : shown;
    if (given === undefined) return false;
    return isCertificateOf(user, given, { isPassedOn: isPortal, now: this.#clock.now() });
  }
}

function isOneOf(token: string, tokens: readonly string[]): boolean {
  return tokens.reduce((found, known) => sameSecret(token, known) || found, false);
}
