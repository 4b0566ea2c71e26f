import { hash, randomBytes } from 'node:crypto';
import { errors as joseErrors, jwtVerify } from 'jose';
import type { Config } from '../config.ts';
import { type Actor, anonymous, type Initiator, type RegistrarActor } from '../core/actor.ts';
import { type Clock, stopwatch } from '../core/clock.ts';
import { failure, refuseWith } from '../core/errors.ts';
import type { Bus } from '../core/events.ts';
import { hashPassword, sameSecret, tokenName, verifyPassword } from '../core/secrets.ts';
import type { Database } from '../store/database.ts';
import { type ApiUserWithRegistrar, apiUserByName, touchLastLogin } from '../store/registrars.ts';
import { storedSettings } from '../store/settings.ts';
import { isListed } from './client-address.ts';
import {
  type CertificateHeaders,
  canonicalFingerprint,
  certificateFingerprint,
} from './client-certificate.ts';
import { readCredentials } from './credentials.ts';

/** What a door knows of a request's sender. */
export interface Sender {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly certificate: CertificateHeaders;
}

const cachedForMs = 30_000;
export const initiators: ReadonlySet<string> = new Set<Initiator>([
  'registry',
  'auction',
  'eeid',
  'business_registry',
]);
const unverified =
  'Identity verification is required before signing in with a password. ' +
  'Sign in with eeID or complete the verification request first.';

interface CachedUser {
  readonly user: ApiUserWithRegistrar;
  readonly allowListOn: boolean;
  readonly age: () => number;
  /** Whether the sign-in was noted: once, when every check has been passed. */
  noted: boolean;
}

/** Finds out who calls; the same for every door. */
export class Authenticator {
  readonly #config: Config;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #cacheKey = randomBytes(32).toString('hex');
  readonly #cache = new Map<string, CachedUser>();
  #generation = 0;
  readonly #decoy = hashPassword(randomBytes(16).toString('hex'));
  readonly #billingSecret: Uint8Array;

  constructor(parts: { config: Config; database: Database; clock: Clock; bus: Bus }) {
    this.#config = parts.config;
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#billingSecret = new TextEncoder().encode(parts.config.BILLING_SECRET);
    parts.bus.subscribe('api_user', () => this.#forget());
    parts.bus.subscribe('setting', () => this.#forget());
    parts.bus.onMissed(() => this.#forget());
  }

  /**
   * Basic credentials, then the certificate, then the address (docs/rules/registrar.md#order-of-checks); refuses
   * otherwise.
   */
  async registrar(
    sender: Sender,
    credentials = readCredentials(sender.authorization),
  ): Promise<RegistrarActor> {
    if (credentials.scheme !== 'basic') return refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
    const known = await this.#user(credentials.username, credentials.password);
    const { user, allowListOn } = known;
    if (!user.verified_at) refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION', unverified));
    if (this.#config.REQUIRE_CLIENT_CERT && !this.#certificateMatches(user, sender.certificate))
      refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION', 'Invalid user certificate'));
    if (allowListOn && !isListed(sender.address, user.allowed_ips))
      refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION', `Access denied from IP ${sender.address}`));
    if (!known.noted) {
      known.noted = true;
      await touchLastLogin(this.#database.db, user.id, this.#clock.now());
    }
    return {
      kind: 'registrar',
      userId: user.id,
      username: user.username,
      roles: user.roles,
      registrarId: user.registrar_id,
      registrarCode: user.registrar_code,
    };
  }

  /** Both forms at once, so that a caller cannot tell which one failed (docs/rules/reservation.md#who-may-call). */
  portal(sender: Sender): Actor | undefined {
    const credentials = readCredentials(sender.authorization);
    if (!isListed(sender.address, this.#config.BUSINESS_REGISTRY_ALLOWED_IPS)) return undefined;
    if (credentials.scheme !== 'bearer' || !isOneOf(credentials.token, this.#config.BUSINESS_REGISTRY_TOKENS))
      return undefined;
    return { kind: 'portal', token: tokenName(credentials.token) };
  }

  operator(sender: Sender): Actor | undefined {
    const credentials = readCredentials(sender.authorization);
    if (credentials.scheme !== 'bearer' || !isOneOf(credentials.token, this.#config.OPERATOR_TOKENS))
      return undefined;
    return { kind: 'operator', token: tokenName(credentials.token) };
  }

  /** HS256 only, `exp` honoured in real time, known initiators only (docs/rules/billing.md#ownership). */
  async billingClient(sender: Sender): Promise<Actor | undefined> {
    const credentials = readCredentials(sender.authorization);
    if (credentials.scheme !== 'bearer') return undefined;
    try {
      const { payload } = await jwtVerify(credentials.token, this.#billingSecret, { algorithms: ['HS256'] });
      const { initiator } = payload;
      return typeof initiator === 'string' && initiators.has(initiator)
        ? { kind: 'billing', initiator: initiator as Initiator }
        : undefined;
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) return undefined;
      throw error;
    }
  }

  /** Any caller, by what its header looks like; no header at all is an anonymous one (docs/rules/graph.md#callers). */
  async anyone(sender: Sender): Promise<Actor> {
    const credentials = readCredentials(sender.authorization);
    if (credentials.scheme === 'none') return anonymous;
    if (credentials.scheme === 'basic') return this.registrar(sender, credentials);
    const actor = this.operator(sender) ?? this.portal(sender) ?? (await this.billingClient(sender));
    return actor ?? refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
  }

  async #user(username: string, password: string): Promise<CachedUser> {
    const key = hash('sha256', `${this.#cacheKey}\0${username}\0${password}`, 'base64');
    const cached = this.#cache.get(key);
    if (cached && cached.age() < cachedForMs) return cached;
    this.#cache.delete(key);
    const generation = this.#generation;
    const user = await apiUserByName(this.#database.db, username);
    const matches = await verifyPassword(password, user?.password_hash ?? (await this.#decoy));
    if (!user?.active || !matches) return refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
    const settings = await storedSettings(this.#database.db);
    const found = {
      user,
      allowListOn: settings.get('api_ip_whitelist_enabled') === 'true',
      age: stopwatch(),
      noted: false,
    };
    if (this.#cache.size >= 10_000) this.#cache.clear();
    // What was read before a change must not outlive it.
    if (generation === this.#generation) this.#cache.set(key, found);
    return found;
  }

  #forget(): void {
    this.#generation += 1;
    this.#cache.clear();
  }

  #certificateMatches(user: ApiUserWithRegistrar, headers: CertificateHeaders): boolean {
    const given = certificateFingerprint(headers);
    return given !== undefined && user.certificate_fingerprints.map(canonicalFingerprint).includes(given);
  }
}

function isOneOf(token: string, tokens: readonly string[]): boolean {
  return tokens.reduce((found, known) => sameSecret(token, known) || found, false);
}
