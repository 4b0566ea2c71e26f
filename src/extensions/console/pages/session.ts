import { hkdfSync } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, errors as joseErrors, jwtDecrypt } from 'jose';
import { realEpochSeconds } from '../../../base/clock.ts';
import type { ConsoleSessions } from '../console-sessions.ts';
import type { ProviderChecks } from './operator-provider.ts';

const name = 'zonegraph_operator';
/** Browsers keep at most 4096 bytes of a cookie, including its name and attributes. */
const longest = 3900;
const held = /(?:^|;\s?)zonegraph_operator=([\w.-]{1,3900})(?:;|$)/;
/** A working day. */
const lastsSeconds = 12 * 3600;
const sealing = { alg: 'dir', enc: 'A256GCM' } as const;

const providerName = 'zonegraph_operator_provider';
const providerPath = '/operator/sign-in/provider';
const heldChecks = /(?:^|;\s?)zonegraph_operator_provider=([\w.-]{1,3900})(?:;|$)/;
/** The longest time that somebody may need at the provider. */
const providerSeconds = 600;

/** The values that a provider's answer must fit, and the page to show afterwards. */
interface KeptChecks extends ProviderChecks {
  readonly to: string;
}

interface Sealed {
  readonly token: string;
  /** The id of the session, which the server knows until it ends. */
  readonly id: string;
}

/**
 * Keeps the operator's token encrypted in a cookie that no script can read and that the browser sends only to the
 * console, never from another site. A stolen cookie does not reveal the token and works for 12 hours at most: the
 * expiry is part of the encrypted text, and signing out ends the session earlier. The token is checked at each
 * request, so revoking it ends the session too.
 */
export class Sessions {
  readonly #key: Uint8Array;
  readonly #open: ConsoleSessions;
  readonly #isSecure: () => boolean;

  /** The key is derived from secrets that all processes of a registry share; nobody else knows all of them. */
  constructor(secrets: readonly string[], open: ConsoleSessions, isSecure: () => boolean) {
    this.#open = open;
    this.#key = new Uint8Array(hkdfSync('sha256', secrets.join('\n'), '', 'operator console', 32));
    this.#isSecure = isSecure;
  }

  async tokenOf(request: FastifyRequest): Promise<string | undefined> {
    const sealed = await this.#read(request);
    return sealed && (await this.#open.isOpen(sealed.id)) ? sealed.token : undefined;
  }

  async #read({ headers }: FastifyRequest): Promise<Sealed | undefined> {
    const [, sealed] = held.exec(headers.cookie ?? '') ?? [];
    const { token, id } = (sealed !== undefined && (await this.#opened<Sealed>(sealed))) || {};
    return token === undefined || id === undefined ? undefined : { token, id };
  }

  async #opened<T extends object>(sealed: string): Promise<Partial<T> | undefined> {
    try {
      const { payload } = await jwtDecrypt<Partial<T>>(sealed, this.#key, {
        keyManagementAlgorithms: [sealing.alg],
        contentEncryptionAlgorithms: [sealing.enc],
        requiredClaims: ['exp'],
      });
      return payload;
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) return undefined;
      throw error;
    }
  }

  #sealed(content: object, seconds: number): Promise<string> {
    return new EncryptJWT({ ...content })
      .setProtectedHeader(sealing)
      .setExpirationTime(realEpochSeconds() + seconds)
      .encrypt(this.#key);
  }

  /**
   * Keeps what a provider's answer must fit; it comes from another site, so the cookie is sent with such a
   * navigation.
   */
  async keepChecks(reply: FastifyReply, checks: KeptChecks): Promise<void> {
    const sealed = await this.#sealed(checks, providerSeconds);
    this.#setCookie(
      reply,
      `${providerName}=${sealed}; Path=${providerPath}; Max-Age=${providerSeconds}`,
      'Lax',
    );
  }

  /** Returns once what the answer must fit: the cookie is removed. */
  async takeChecks({ headers }: FastifyRequest, reply: FastifyReply): Promise<KeptChecks | undefined> {
    const [, sealed] = heldChecks.exec(headers.cookie ?? '') ?? [];
    this.#setCookie(reply, `${providerName}=; Path=${providerPath}; Max-Age=0`, 'Lax');
    const kept = sealed === undefined ? undefined : await this.#opened<KeptChecks>(sealed);
    const { state, nonce, verifier, to } = kept ?? {};
    return state && nonce && verifier && to !== undefined ? { state, nonce, verifier, to } : undefined;
  }

  /** Starts a session; false if the token is too long for a cookie. */
  async begin(request: FastifyRequest, reply: FastifyReply, token: string): Promise<boolean> {
    // A session that somebody else may know does not become this person's.
    const before = await this.#read(request);
    if (before) await this.#open.end(before.id);
    const id = await this.#open.begin(lastsSeconds);
    const sealed = await this.#sealed({ token, id }, lastsSeconds);
    if (sealed.length > longest) return false;
    this.#set(reply, sealed, lastsSeconds);
    return true;
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!held.test(request.headers.cookie ?? '')) return;
    const sealed = await this.#read(request);
    if (sealed) await this.#open.end(sealed.id);
    this.#set(reply, '', 0);
  }

  #set(reply: FastifyReply, value: string, seconds: number): void {
    this.#setCookie(reply, `${name}=${value}; Path=/operator; Max-Age=${seconds}`, 'Strict');
  }

  /** Fastify keeps several cookies of one answer apart. */
  #setCookie(reply: FastifyReply, cookie: string, site: 'Strict' | 'Lax'): void {
    reply.header('set-cookie', `${cookie}; HttpOnly; SameSite=${site}${this.#isSecure() ? '; Secure' : ''}`);
  }
}

/** The page to show after a form: always one of the console, whatever was submitted. */
export function pageWithin(path: string | null | undefined): string {
  const here = 'http://console';
  if (!path || path.length >= 2_000 || !URL.canParse(path, here)) return '/operator';
  // Parsed as a browser does: `..` and `%2e%2e` are resolved, backslashes become slashes.
  const { origin, pathname, search } = new URL(path, here);
  const isOurs = origin === here && /^\/operator(?:\/[^/]+)*\/?$/.test(pathname);
  return isOurs && !search.includes('\\') ? pathname + search : '/operator';
}
