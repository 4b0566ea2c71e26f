import { actorOfPerson } from '../../apis/access/access-tokens.ts';
import type { Authenticator } from '../../apis/access/authenticator.ts';
import { type LoginThrottle, networkOf, type ThrottleCheck } from '../../apis/access/login-throttle.ts';
import type { Actor, OperatorRole } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { type Failure, failure, Refusal, refuseWith } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { decoyHash, fingerprint, hashesAreMany, verifyPassword } from '../../base/secrets.ts';
import type { Command } from '../../registry/operations/operation.ts';
import { admitOperator } from '../../registry/operations/operators/admit-operator.ts';
import { choosePassword } from '../../registry/operations/operators/choose-password.ts';
import { openedCodeKey } from '../../registry/operations/operators/code-key.ts';
import { anotherAccount, signInOperator } from '../../registry/operations/operators/sign-in-operator.ts';
import type { Runner } from '../../registry/operations/runner/runner.ts';
import { shownOnce } from '../../registry/operations/shown-once.ts';
import { codeAddress } from '../../registry/rules/operators/one-time-codes.ts';
import {
  isAnotherAccount,
  operatorMark,
  type ProviderAccount,
} from '../../registry/rules/operators/sessions.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import {
  isDisabledEmail,
  type Operator,
  operatorByEmail,
  operatorByLink,
  operatorSigningIn,
} from '../../registry/store/runner/operators.ts';

interface OperatorSignInParts {
  readonly authenticator: Pick<Authenticator, 'guessesOf'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly config: Pick<Config, 'BILLING_SECRET'>;
  readonly runner: Runner;
}

/** The origin of an attempt to sign in. */
export interface Attempt {
  readonly address: string;
  readonly requestId: string;
}

/** The contents of the page of a link. */
export interface Invitation {
  readonly name: string;
  readonly email: string;
  /** The key of the authenticator, for typing. */
  readonly key: string;
  /** The key as an address, for a QR code. */
  readonly codeAddress: string;
}

/** A person as a provider reports them. */
export interface ReportedPerson {
  readonly name: string;
  readonly email: string;
  readonly account: ProviderAccount;
  /** Set where a group at the provider decides the role. */
  readonly role?: OperatorRole;
}

const longestInput = limit(
  'characters of what an operator types to sign in',
  1024,
  'Longer than any password that we accept.',
);
const mostAdmissions = limit('sign-ins of operators at once', 5, 'Each hashes a password.');

/**
 * Signs in the people who run the registry (docs/rules/access.md#operators). Wrong passwords, codes and links are
 * counted by person and by network, and too many have to wait (docs/decisions/0013).
 */
export class OperatorSignIns {
  readonly #services: OperatorSignInParts;
  /** Wrong passwords and codes. */
  readonly #guesses: LoginThrottle;
  readonly #decoy = decoyHash();

  constructor(services: OperatorSignInParts) {
    this.#services = services;
    this.#guesses = services.authenticator.guessesOf('guessed operators');
  }

  /** Returns the token of a new session; refuses alike whether the address, the password or the code is wrong. */
  async withPassword(
    { email, password, code }: { readonly email: string; readonly password: string; readonly code: string },
    from: Attempt,
  ): Promise<string> {
    if ([email, password, code].some((text) => text.length > longestInput || text.includes('\0')))
      return refuseWith(wrong());
    const guesses = this.#guesses;
    const { address } = from;
    const name = email.trim().toLowerCase();
    const network = networkOf(address);
    const { person, isFamiliar } = await this.#services.database.lookUp((db) =>
      operatorSigningIn(db, name, network),
    );
    const isAtHome = isFamiliar && !guesses.isFlooded(name, address);
    return counted(
      isAtHome ? guesses.ofFamiliar(name, address) : guesses.ofStranger(name, address),
      async () => {
        const stored = person?.password_hash ?? this.#decoy;
        const owner = isAtHome ? `operator:${person?.id}` : network;
        const matches = await verifyPassword(password, stored, { owner, urgent: isAtHome });
        if (!matches || !person?.password_hash) return refuseWith(wrong());
        // The code is not looked at before this: what tells a right one from a wrong one is counted there.
        return this.#session(person, code, from);
      },
      !isAtHome && hashesAreMany(),
    );
  }

  /** Shows what a link was made for; undefined if it has been used or is too old. */
  async invitation(link: string, from: Attempt): Promise<Invitation | undefined> {
    const { database, clock, config } = this.#services;
    const person = await database.lookUp((db) => operatorByLink(db, fingerprint(link), clock.now()));
    const key = person?.code_key ? openedCodeKey(config, person.code_key) : undefined;
    if (!person || key === undefined) {
      // A right link is not a guess, whatever others at this address have tried.
      const throttle = this.#guesses.ofAddress(from.address);
      refuseIfTooEarly(throttle);
      throttle.begin().wrong();
      return undefined;
    }
    const { name, email } = person;
    return { name, email, key, codeAddress: codeAddress(key, email) };
  }

  /** Sets the password with a link and the first code, and returns the token of a new session. */
  async choosePassword(
    given: { readonly link: string; readonly password: string; readonly code: string },
    from: Attempt,
  ): Promise<string> {
    const { database, clock } = this.#services;
    if (Object.values(given).some((text) => text.length > longestInput)) return refuseWith(wrong());
    const person = await database.lookUp((db) => operatorByLink(db, fingerprint(given.link), clock.now()));
    const guesses = this.#guesses;
    const throttle = person ? guesses.ofHolder(`link ${person.id}`) : guesses.ofAddress(from.address);
    return counted(throttle, () => {
      const actor: Actor = person ? actorOfPerson(person) : { kind: 'anonymous' };
      const input = { ...given, network: networkOf(from.address) };
      return this.#opened(choosePassword, input, actor, from);
    });
  }

  /** Returns the token of a new session for a person whom a provider has checked. */
  async byProvider(reported: ReportedPerson, from: Attempt): Promise<string> {
    const { email, account } = reported;
    const { database } = this.#services;
    const known = await database.lookUp((db) => operatorByEmail(db, email));
    if (known && isAnotherAccount(known, account)) return refuseWith(anotherAccount(known));
    await this.#admit(reported, from);
    const person = await database.lookUp((db) => operatorByEmail(db, email));
    if (person) return this.#session(person, null, from, account);
    const wasDisabled = await database.lookUp((db) => isDisabledEmail(db, email));
    return refuseWith(
      failure('AUTHORIZATION', wasDisabled ? `${email} was disabled` : `${email} does not run this registry`),
    );
  }

  async #admit({ name, email, role }: ReportedPerson, { requestId }: Attempt): Promise<void> {
    if (!role) return;
    const call = {
      actor: { kind: 'system', job: 'registry' },
      request: { id: requestId, via: 'web' },
    } as const;
    for (let attempt = 1; ; attempt += 1) {
      const admitted = await this.#services.runner.run(admitOperator, { name, email, role }, call);
      if (admitted.ok) return;
      // The same person, or one of the same name, was added at this moment.
      if (admitted.failures[0].code !== 'OBJECT_EXISTS' || attempt === mostAdmissions)
        throw new Refusal(admitted.failures);
    }
  }

  #session(person: Operator, code: string | null, from: Attempt, account?: ProviderAccount): Promise<string> {
    const network = networkOf(from.address);
    const input = { id: person.id, mark: operatorMark(person), code, network, ...(account && { account }) };
    return this.#opened(signInOperator, input, actorOfPerson(person), from);
  }

  async #opened<I>(
    operation: Command<I, { id: number }>,
    input: I,
    actor: Actor,
    { requestId }: Attempt,
  ): Promise<string> {
    const outcome = await this.#services.runner.run(operation, input, {
      actor,
      request: { id: requestId, via: 'web' },
    });
    if (!outcome.ok) throw new Refusal(outcome.failures);
    return shownOnce(outcome.value) ?? refuseWith(wrong());
  }
}

/**
 * Counts the attempt before its outcome is known, so that many at once get no more guesses than one after the other.
 */
async function counted<T>(throttle: ThrottleCheck, work: () => Promise<T>, isCrowded = false): Promise<T> {
  refuseIfTooEarly(throttle, isCrowded);
  const attempt = throttle.begin();
  try {
    const result = await work();
    attempt.right();
    return result;
  } catch (error) {
    // A password that is too short is not a guess, and a fault is not the person's.
    const isGuess =
      error instanceof Refusal &&
      ['INVALID_AUTHORIZATION_INFORMATION', 'OBJECT_DOES_NOT_EXIST'].includes(error.failures[0].code);
    if (isGuess) attempt.wrong();
    else attempt.right();
    throw error;
  }
}

function refuseIfTooEarly(throttle: ThrottleCheck, isCrowded = false): void {
  if (throttle.waitMs === 0 && !isCrowded) return;
  throttle.refuse();
  const seconds = Math.max(1, Math.ceil(throttle.waitMs / 1000));
  refuseWith(
    failure(
      'RATE_LIMITED',
      `Too many ${isCrowded ? 'passwords are waiting to be checked' : 'wrong attempts'}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
      {
        details: { retryAfterSeconds: seconds },
      },
    ),
  );
}

const wrong = (): Failure => failure('INVALID_AUTHORIZATION_INFORMATION');
