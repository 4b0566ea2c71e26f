import { hkdfSync } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, errors as joseErrors, jwtDecrypt } from 'jose';
import type { ConsoleSessions } from '../../apis/access/console-sessions.ts';
import { realEpochSeconds } from '../../core/clock.ts';

const name = 'zonegraph_operator';
/** Browsers keep at most 4096 bytes of a cookie, including its name and attributes. */
const longest = 3900;
const held = /(?:^|;\s?)zonegraph_operator=([\w.-]{1,3900})(?:;|$)/;
/** A working day. */
const lastsSeconds = 12 * 3600;
const sealing = { alg: 'dir', enc: 'A256GCM' } as const;

interface Sealed {
  readonly token: string;
  /** The id of the session, which the server knows until it ends. */
  readonly id: string;
}

/**
 * Keeps the operator's token encrypted in a cookie that no script can read and that the browser sends only to the
 * console, never from another site. A stolen cookie does not reveal the token and works for 12 hours at most: the expiry
 * is part of the encrypted text, and signing out ends the session earlier. The token is checked at each request, so
 * revoking it ends the session too.
 */
export class Sessions {
  readonly #key: Uint8Array;
  readonly #open: ConsoleSessions;
  readonly #isSecure: () => boolean;

  /** The key is derived from the configured tokens, which all processes of a registry share and nobody else knows all of. */
  constructor(operatorTokens: readonly string[], open: ConsoleSessions, isSecure: () => boolean) {
    this.#open = open;
    this.#key = new Uint8Array(hkdfSync('sha256', operatorTokens.join('\n'), '', 'operator console', 32));
    this.#isSecure = isSecure;
  }

  async tokenOf(request: FastifyRequest): Promise<string | undefined> {
    const sealed = await this.#read(request);
    return sealed && (await this.#open.isOpen(sealed.id)) ? sealed.token : undefined;
  }

  async #read({ headers }: FastifyRequest): Promise<Sealed | undefined> {
    const [, sealed] = held.exec(headers.cookie ?? '') ?? [];
    if (sealed === undefined) return undefined;
    try {
      const { payload } = await jwtDecrypt<Partial<Sealed>>(sealed, this.#key, {
        keyManagementAlgorithms: [sealing.alg],
        contentEncryptionAlgorithms: [sealing.enc],
        requiredClaims: ['exp'],
      });
      const { token, id } = payload;
      return token === undefined || id === undefined ? undefined : { token, id };
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) return undefined;
      throw error;
    }
  }

  /** Starts a session; false if the token is too long for a cookie. */
  async begin(reply: FastifyReply, token: string): Promise<boolean> {
    const id = await this.#open.begin(lastsSeconds);
    const sealed = await new EncryptJWT({ token, id })
      .setProtectedHeader(sealing)
      .setExpirationTime(realEpochSeconds() + lastsSeconds)
      .encrypt(this.#key);
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
    const rules = `Path=/operator; Max-Age=${seconds}; HttpOnly; SameSite=Strict${this.#isSecure() ? '; Secure' : ''}`;
    reply.header('set-cookie', `${name}=${value}; ${rules}`);
  }
}

/**
 * Whether a form was sent by one of our own pages. SameSite already withholds the cookie from other sites; this check
 * also covers sibling hosts of the same site. Browsers send one of these two headers with every form.
 */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
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
