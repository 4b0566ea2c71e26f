import type { BearerThrottle } from '../../../apis/access/bearer-throttle.ts';
import { isListed } from '../../../apis/access/client-address.ts';
import { networkOf } from '../../../apis/access/login-throttle.ts';
import { actorOf, isAllowedFrom } from '../../../apis/access/users.ts';
import type { Services } from '../../../apis/services.ts';
import type { AccessTokenUsed, Actor, Initiator } from '../../../base/actor.ts';
import { fingerprint, tokenName } from '../../../base/secrets.ts';
import { prefixOf } from '../../../registry/rules/registrar/access-tokens.ts';
import { admissionFailure } from '../../../registry/rules/registrar/admission.ts';
import { userAsSignedIn } from '../../../registry/store/runner/sign-ins.ts';
import {
  type Board,
  countReading,
  openBoard,
  openQuestion,
  type Question,
  uncountReading,
} from '../store/published.ts';
import { FreeReadings } from './free-readings.ts';

type PublishedParts = Pick<Services, 'database' | 'clock' | 'config' | 'authenticator' | 'batch'>;

/** A question that may be read now, and the actor with whose rights. */
export interface OpenQuestion {
  readonly question: Question;
  readonly maker: Actor;
}

/**
 * Finds the question or board at an address, with the present rights of its publisher. Nothing is cached: a question
 * that was revoked in one process is gone in all, and so are rights that its publisher has lost
 * (docs/rules/questions.md#rights).
 */
export class Published {
  readonly #parts: PublishedParts;
  /** Wrong addresses do not count as wrong passwords, nor the other way round. */
  readonly #guesses: BearerThrottle;
  readonly #freeReadings: FreeReadings;
  readonly #portals: ReadonlySet<string>;
  readonly #billingSecret: string;

  constructor(parts: PublishedParts) {
    this.#parts = parts;
    this.#guesses = parts.authenticator.throttleOf('guessed addresses');
    this.#freeReadings = new FreeReadings(parts);
    this.#portals = new Set(parts.config.BUSINESS_REGISTRY_TOKENS.map(tokenName));
    this.#billingSecret = tokenName(parts.config.BILLING_SECRET);
  }

  /**
   * Finds a question by its address. An address that never existed counts as a guess; throttled callers are refused.
   */
  question(address: string, from: string): Promise<OpenQuestion | undefined> {
    return this.#guesses.check(address, from, async () =>
      prefixOf(address) === 'zgq_' ? this.#find({ hash: fingerprint(address) }, from) : undefined,
    );
  }

  /** Finds a question of a board. */
  questionOnBoard(id: number, from: string): Promise<OpenQuestion | undefined> {
    return this.#find({ id }, from);
  }

  board(address: string, from: string): Promise<Board | undefined> {
    const { database, clock } = this.#parts;
    return this.#guesses.check(address, from, async () => {
      if (prefixOf(address) !== 'zgb_') return undefined;
      const board = await database.lookUp((db) => openBoard(db, fingerprint(address), clock.now()));
      return board && (await this.#makerOf(board, from)) ? board : undefined;
    });
  }

  /** Returns the maker of a question; undefined if it may no longer be read. */
  async makerOf(questionId: number, from: string): Promise<Actor | undefined> {
    return (await this.#find({ id: questionId }, from))?.maker;
  }

  /** The seconds until this network may read the question again; undefined if it may read it now, which is counted. */
  waitFor({ id, hash }: Question, from: string): Promise<number | undefined> {
    const now = this.#parts.clock.now();
    return countReading(this.#parts.database.db, { id, reader: readerOf(hash, from), now });
  }

  /** Takes back what was counted for a reading that was refused before it cost anything. */
  uncount({ id, hash }: Question, from: string): Promise<void> {
    return uncountReading(this.#parts.database.db, { id, reader: readerOf(hash, from) });
  }

  /** Records a read that cost nothing, because it was answered from the cache. */
  noteFreeReading({ id }: Question): void {
    this.#freeReadings.add(id, this.#parts.clock.now());
  }

  async #find(key: Parameters<typeof openQuestion>[1], from: string): Promise<OpenQuestion | undefined> {
    const { database, clock } = this.#parts;
    const question = await database.lookUp((db) => openQuestion(db, key, clock.now()));
    const maker = question && (await this.#makerOf(question, from));
    return question && maker ? { question, maker } : undefined;
  }

  /** The publisher as an actor, as if it called from the reader's IP address without a client certificate. */
  async #makerOf(made: Question | Board, from: string): Promise<Actor | undefined> {
    const {
      database,
      config,
      authenticator: { accessTokens },
    } = this.#parts;
    const { maker, maker_name: name } = made;
    const accessToken: AccessTokenUsed = { id: made.id, scopes: ['READ', 'BILLING'] };
    if (maker === 'portal') {
      const isKnown = this.#portals.has(name) && isListed(from, config.BUSINESS_REGISTRY_ALLOWED_IPS);
      return isKnown ? { kind: 'portal', token: name, accessToken } : undefined;
    }
    if (maker === 'billing')
      return made.maker_secret === this.#billingSecret
        ? { kind: 'billing', initiator: name as Initiator, accessToken }
        : undefined;
    if (maker === 'operator') {
      const known = await accessTokens.operatorCalled(name);
      return known && { ...known, accessToken };
    }
    const found = await database.lookUp((db) => userAsSignedIn(db, made.api_user_id ?? 0));
    if (!found?.user.active) return undefined;
    const isFromAllowedAddress = !found.allowListOn || isAllowedFrom(from, found.user);
    if (admissionFailure(found.user, { address: from, isFromAllowedAddress, isCertified: true }))
      return undefined;
    const { passwordFingerprint: _, ...user } = actorOf(found.user);
    return { ...user, accessToken };
  }
}

/** A network. Only a hash of it is kept, a different one for each question. */
const readerOf = (hash: string, from: string): string => fingerprint(`${hash} ${networkOf(from)}`);
