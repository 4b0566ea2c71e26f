import type { Config } from '../config.ts';
import type { AccessTokenUsed, OperatorActor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { LruCache } from '../core/lru-cache.ts';
import { fingerprint, passwordMark, sameSecret, tokenName } from '../core/secrets.ts';
import { sandboxAccessToken } from '../rules/registrar/access-tokens.ts';
import type { Database } from '../store/driver/database.ts';
import {
  type LiveToken,
  noteTokenUse,
  operatorToken,
  type TokenKey,
  userToken,
} from '../store/runner/access-tokens.ts';
import { knownSecret } from '../store/runner/facade-secrets.ts';
import type { SignedIn } from './passwords.ts';

/** How exactly it is told when a token was last used. */
const notedEveryMs = 60_000;
const mostNoted = 10_000;

/** A user whose token is good. */
export interface TokenHolder extends SignedIn {
  readonly accessToken: AccessTokenUsed;
}

/**
 * Tells whose an access token is. Nothing is remembered: each request asks the database, so that what is revoked in one
 * process opens no door in another (docs/rules/access.md#access-tokens).
 */
export class AccessTokens {
  readonly #database: Database;
  readonly #clock: Clock;
  /** An operator that is not let in any more takes its tokens along. */
  readonly #operators: ReadonlySet<string>;
  /** The sandbox's published one, wherever somebody has taken a sandbox's database to production. */
  readonly #refused: string | undefined;
  readonly #noted = new LruCache<number, number>(mostNoted);

  constructor({ database, clock, config }: { database: Database; clock: Clock; config: Config }) {
    this.#database = database;
    this.#clock = clock;
    this.#refused = config.sandbox ? undefined : fingerprint(sandboxAccessToken);
    this.#operators = new Set(config.OPERATOR_TOKENS.map(tokenName));
  }

  async user(key: TokenKey): Promise<TokenHolder | undefined> {
    if ('hash' in key && key.hash === this.#refused) return undefined;
    const found = await userToken(this.#database.db, key, this.#clock.now());
    if (!found?.user.active) return undefined;
    const { token, user, allowListOn } = found;
    if (token.password_mark !== null && token.password_mark !== passwordMark(user)) return undefined;
    return { user, allowListOn, accessToken: this.#used(token) };
  }

  async operator(key: TokenKey): Promise<OperatorActor | undefined> {
    const token = await operatorToken(this.#database.db, key, this.#clock.now());
    if (!token?.operator || !this.#operators.has(token.operator)) return undefined;
    return { kind: 'operator', token: token.operator, accessToken: this.#used(token) };
  }

  /** The token that a facade has shown once: its own database keeps what to compare it with. */
  async isOfFacade(token: string): Promise<boolean> {
    const kept = await knownSecret(this.#database.db, 'operator');
    return kept !== undefined && sameSecret(fingerprint(token), kept);
  }

  /** When it was used is written behind the caller's back: nobody waits for it, and nothing depends on it. */
  #used({ id, scopes, last_used_at }: LiveToken): AccessTokenUsed {
    const now = this.#clock.now();
    const last = Math.max(this.#noted.get(id) ?? 0, last_used_at?.getTime() ?? 0);
    // The sandbox's clock can be turned back.
    if (now.getTime() - last >= notedEveryMs || last > now.getTime()) {
      this.#noted.set(id, now.getTime());
      const notSince = new Date(now.getTime() - notedEveryMs);
      noteTokenUse(this.#database.db, id, now, notSince).catch(() => this.#noted.set(id, 0));
    }
    return { id, scopes };
  }
}
