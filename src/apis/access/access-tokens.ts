import { type AccessTokenUsed, includesRole, type OperatorActor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { type OperatorToken, operatorTokensOf } from '../../base/operator-tokens.ts';
import { fingerprint, passwordFingerprint } from '../../base/secrets.ts';
import { operatorMark } from '../../registry/rules/operators/sessions.ts';
import { isOfTrial } from '../../registry/rules/operators/trial-people.ts';
import { publishedAgentToken, publishedToken } from '../../registry/rules/registrar/access-tokens.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import {
  type LiveToken,
  operatorToken,
  type TokenKey,
  userToken,
} from '../../registry/store/runner/access-tokens.ts';
import { type Operator, operatorsById } from '../../registry/store/runner/operators.ts';
import type { LastUses } from './last-uses.ts';
import type { SignedIn } from './passwords.ts';

/** A user with a valid token. */
export interface TokenHolder extends SignedIn {
  readonly accessToken: AccessTokenUsed;
}

type OperatorKey = { readonly token: string } | { readonly name: string };

/** Whoever keeps tokens of operators that are in no setting. */
export interface KnowsOperators {
  /** Finds an operator by a token, or later by the token's name. */
  operator?(
    parts: { readonly config: Config; readonly database: Database },
    key: OperatorKey,
  ): Promise<OperatorActor | undefined>;
}

/**
 * Finds the user of an access token. Nothing is cached: each request reads the database, so that a token
 * revoked in one process is refused in all (docs/rules/access.md#access-tokens).
 */
export class AccessTokens {
  readonly #database: Database;
  readonly #clock: Clock;
  /** Tokens of an operator who is no longer listed are refused. */
  readonly #operators: ReadonlyMap<string, OperatorToken>;
  /** The published tokens: refused when the database of a trial is used in production. */
  readonly #refused: ReadonlySet<string>;
  /** Elsewhere nobody is one of the people of a trial. */
  readonly #isTrial: boolean;
  /** Finds operators that are in no setting. */
  readonly #known: (key: OperatorKey) => Promise<OperatorActor | undefined>;
  readonly #lastUses: LastUses;

  constructor({
    database,
    clock,
    config,
    lastUses,
    extensions,
  }: {
    database: Database;
    clock: Clock;
    config: Config;
    lastUses: LastUses;
    extensions: readonly KnowsOperators[];
  }) {
    this.#database = database;
    this.#known = async (key) => {
      for (const one of extensions) {
        const found = await one.operator?.({ config, database }, key);
        if (found) return found;
      }
      return undefined;
    };
    this.#lastUses = lastUses;
    this.#clock = clock;
    this.#refused = new Set(config.isTrial ? [] : [publishedToken, publishedAgentToken].map(fingerprint));
    this.#operators = operatorTokensOf(config);
    this.#isTrial = config.isTrial;
  }

  async user(key: TokenKey): Promise<TokenHolder | undefined> {
    if ('hash' in key && this.#refused.has(key.hash)) return undefined;
    const found = await this.#database.lookUp((db) => userToken(db, key, this.#clock.now()));
    if (!found?.user.active) return undefined;
    const { token, user, allowListOn } = found;
    if (token.password_mark !== null && token.password_mark !== passwordFingerprint(user)) return undefined;
    return { user, allowListOn, accessToken: this.#used(token) };
  }

  async operator(key: TokenKey): Promise<OperatorActor | undefined> {
    const token = await this.#database.lookUp((db) => operatorToken(db, key, this.#clock.now()));
    if (!token?.operator) return undefined;
    const { operator_id: id, operator_role: role } = token;
    const person = id === null ? undefined : await this.#person(id);
    if (token.password_mark !== null && (!person || token.password_mark !== operatorMark(person)))
      return undefined;
    const maker = person ? actorOfPerson(person) : this.#named(token.operator);
    // Its maker may have got another role since.
    if (!maker || !includesRole(maker.role, role ?? 'VIEWER')) return undefined;
    return { ...maker, role: role ?? maker.role, accessToken: this.#used(token) };
  }

  /** The operator that published something, as it is now: a person, or a token of the environment. */
  async operatorCalled(token: string): Promise<OperatorActor | undefined> {
    const [, id] = /^person:(\d{1,9})$/.exec(token) ?? [];
    if (id === undefined) return this.#named(token) ?? (await this.#known({ name: token }));
    const person = await this.#person(Number(id));
    return person && actorOfPerson(person);
  }

  #named(token: string): OperatorActor | undefined {
    const known = this.#operators.get(token);
    return known && namedActor(token, known);
  }

  async #person(id: number): Promise<Operator | undefined> {
    const [person] = await this.#database.lookUp((db) => operatorsById(db, [id]));
    return person && !person.disabled_at && (this.#isTrial || !isOfTrial(person)) ? person : undefined;
  }

  /** Finds an operator by a token that is in no setting. */
  operatorWith(token: string): Promise<OperatorActor | undefined> {
    return this.#known({ token });
  }

  #used({
    id,
    name,
    scopes,
    last_used_at,
    password_mark,
    guards,
    switched_from,
  }: LiveToken): AccessTokenUsed {
    this.#lastUses.token(id, last_used_at, this.#clock.now());
    // Sessions have no scopes, and those of operators end with a password.
    const isSession = scopes === null || password_mark !== null;
    return {
      id,
      ...(!isSession && { name }),
      scopes,
      ...(guards && { guards }),
      ...(switched_from !== null && { switched: true }),
    };
  }
}

/** A person who runs the registry, by the row of the person. */
export const actorOfPerson = ({ id, name, role }: Pick<Operator, 'id' | 'name' | 'role'>): OperatorActor => ({
  kind: 'operator',
  token: `person:${id}`,
  role,
  name,
  operatorId: id,
});

/** A machine, by its entry of OPERATOR_TOKENS. */
export const namedActor = (token: string, { name, role }: OperatorToken): OperatorActor => ({
  kind: 'operator',
  token,
  role,
  ...(name !== undefined && { name }),
});
