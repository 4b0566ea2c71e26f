import type { AccessTokenUsed, OperatorActor } from '../../core/actor.ts';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { fingerprint, passwordFingerprint, sameSecret, tokenName } from '../../core/secrets.ts';
import { sandboxAccessToken } from '../../registry/rules/registrar/access-tokens.ts';
import type { Database } from '../../registry/store/driver/database.ts';
import {
  type LiveToken,
  operatorToken,
  type TokenKey,
  userToken,
} from '../../registry/store/runner/access-tokens.ts';
import { storedSecret } from '../../registry/store/runner/facade-secrets.ts';
import type { LastUses } from './last-uses.ts';
import type { SignedIn } from './passwords.ts';

/** A user with a valid token. */
export interface TokenHolder extends SignedIn {
  readonly accessToken: AccessTokenUsed;
}

/**
 * Finds the user of an access token. Nothing is cached: each request reads the database, so that a token
 * revoked in one process is refused in all (docs/rules/access.md#access-tokens).
 */
export class AccessTokens {
  readonly #database: Database;
  readonly #clock: Clock;
  /** Tokens of an operator who is no longer listed are refused. */
  readonly #operators: ReadonlySet<string>;
  /** The sandbox's published token: refused when a sandbox's database is used in production. */
  readonly #refused: string | undefined;
  readonly #lastUses: LastUses;

  constructor({
    database,
    clock,
    config,
    lastUses,
  }: {
    database: Database;
    clock: Clock;
    config: Config;
    lastUses: LastUses;
  }) {
    this.#database = database;
    this.#lastUses = lastUses;
    this.#clock = clock;
    this.#refused = config.sandbox ? undefined : fingerprint(sandboxAccessToken);
    this.#operators = new Set(config.OPERATOR_TOKENS.map(tokenName));
  }

  async user(key: TokenKey): Promise<TokenHolder | undefined> {
    if ('hash' in key && key.hash === this.#refused) return undefined;
    const found = await this.#database.lookUp((db) => userToken(db, key, this.#clock.now()));
    if (!found?.user.active) return undefined;
    const { token, user, allowListOn } = found;
    if (token.password_mark !== null && token.password_mark !== passwordFingerprint(user)) return undefined;
    return { user, allowListOn, accessToken: this.#used(token) };
  }

  async operator(key: TokenKey): Promise<OperatorActor | undefined> {
    const token = await this.#database.lookUp((db) => operatorToken(db, key, this.#clock.now()));
    if (!token?.operator || !this.#operators.has(token.operator)) return undefined;
    return { kind: 'operator', token: token.operator, accessToken: this.#used(token) };
  }

  /** Whether this is the facade's operator token, which was shown once; the database keeps its hash. */
  async isOfFacade(token: string): Promise<boolean> {
    const kept = await storedSecret(this.#database.db, 'operator');
    return kept !== undefined && sameSecret(fingerprint(token), kept);
  }

  /** The same by the token's name, for questions that it has published. */
  async isNamedInFacade(name: string): Promise<boolean> {
    return (await storedSecret(this.#database.db, 'operator'))?.slice(0, name.length) === name;
  }

  #used({ id, scopes, last_used_at, guards, switched_from }: LiveToken): AccessTokenUsed {
    this.#lastUses.token(id, last_used_at, this.#clock.now());
    return { id, scopes, ...(guards && { guards }), ...(switched_from !== null && { switched: true }) };
  }
}
