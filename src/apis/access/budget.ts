import { type Actor, scopeOf } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import { DatabaseUnavailable } from '../../registry/store/driver/connections/trouble.ts';
import type { Batch } from './batch.ts';
import { networkOf } from './login-throttle.ts';
import { type CountedBudget, PointCounts, usedIn, type Window } from './point-counts.ts';

export interface Verdict {
  readonly allowed: boolean;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly remaining?: number;
  readonly resetAt?: Date;
  /** The budgets that were charged, and in which window. */
  readonly charged?: readonly { readonly budget: CountedBudget; readonly window: Window }[];
}

interface ChargeOptions {
  /** All anonymous callers from this network share a small budget. */
  readonly address?: string | undefined;
  /** Every write is charged in the database before it runs. */
  readonly isWrite?: boolean;
  /** The connection of a caller that holds the only one. */
  readonly db?: Db | undefined;
}

/** Rows scanned, counted or summed per point, which is many times faster than returning them. */
export const scannedRowsOfPoint = 2000;

/** Items of lists in the input of a write per point, in addition to the point that every write costs. */
const itemsOfPoint = 25;
/** Hashing a password occupies a core for as long as several pages. */
const pointsOfHash = 5;

/** The cost of a write beyond its first point, from its input (docs/rules/graph.md#cost). */
export const pointsOfInput = (items: number, hashes = 0): number =>
  Math.ceil(items / itemsOfPoint) + hashes * pointsOfHash;

/** Public lookups from one network (docs/rules/rdap.md#limit). */
export const lookupsInMinute = 60;

/** Requests to sign in to apps from one network (docs/rules/access.md#apps): an office is one. */
const signInsInMinute = 300;

const unlimited: Verdict = { allowed: true, message: '', headers: {} };
const defaultPoints = 1000;
const partOfAddress = 10;
/** Added to `Retry-After`, so that a caller who waits that long is not too early by the database's clock. */
const toleranceMs = 50;
/**
 * The budget of a registrar's users together, as a multiple of one, unless RATE_LIMIT_REGISTRAR_POINTS is
 * set.
 */
const usersOfRegistrar = 3;

/**
 * A caller's budget for both APIs, which all processes count together. A registrar's user has one, and all users of
 * the registrar share another; both are off in a trial unless RATE_LIMIT_POINTS is set
 * (docs/rules/registrar.md#rate-limit).
 */
export class Budget {
  readonly #database: Database;
  readonly #points: number | undefined;
  readonly #ofRegistrar: number | undefined;
  readonly #windowSeconds: number;
  readonly #counts: PointCounts;
  readonly #lookups: PointCounts;

  constructor(parts: { config: Config; database: Database; clock: Clock; batch: Batch }) {
    const { RATE_LIMIT_POINTS, RATE_LIMIT_REGISTRAR_POINTS, RATE_LIMIT_WINDOW, isTrial } = parts.config;
    this.#database = parts.database;
    this.#points = RATE_LIMIT_POINTS ?? (isTrial ? undefined : defaultPoints);
    this.#ofRegistrar = RATE_LIMIT_REGISTRAR_POINTS ?? (this.#points && this.#points * usersOfRegistrar);
    this.#windowSeconds = RATE_LIMIT_WINDOW;
    this.#counts = new PointCounts({ ...parts, windowMs: RATE_LIMIT_WINDOW * 1000 });
    this.#lookups = new PointCounts({ ...parts, windowMs: 60_000 });
  }

  /** A refusal charges nothing. */
  async charge(actor: Actor, cost: number, options: ChargeOptions = {}): Promise<Verdict> {
    const budgets = this.#payers(actor, options.address);
    if (budgets.length === 0) return unlimited;
    const isAllowed = await this.#charge(budgets, cost, options);
    return this.#verdict(budgets, isAllowed);
  }

  /**
   * Charges what a request has used beyond its estimate; never refused, because it counts against the next requests.
   */
  add(actor: Actor, cost: number, { address }: Pick<ChargeOptions, 'address'> = {}): Verdict {
    const budgets = this.#payers(actor, address);
    if (budgets.length === 0) return unlimited;
    this.#counts.add(budgets, cost);
    return this.#verdict(budgets, true);
  }

  /** Counts a public lookup, which costs nothing else; limited in a trial, too. */
  async lookUp(address: string): Promise<Verdict> {
    const budget = this.#lookups.of(`lookups:${networkOf(address)}`, lookupsInMinute);
    return verdictOf([budget], await this.#lookups.count([budget], 1), this.#lookups.nowMs(), 60);
  }

  /** Counts what apps and people do to sign in, like a public lookup. */
  async signIn(address: string): Promise<Verdict> {
    const budget = this.#lookups.of(`sign-ins:${networkOf(address)}`, signInsInMinute);
    return verdictOf([budget], await this.#lookups.count([budget], 1), this.#lookups.nowMs(), 60);
  }

  /** Refunds points that were charged with this verdict. */
  async refund(cost: number, { charged }: Verdict, db = this.#database.db): Promise<void> {
    if (cost > 0 && charged) await this.#counts.giveBack(charged, cost, db);
  }

  /** Adds the points that this process has counted to those of all processes; this also happens every half second. */
  flush(): Promise<void> {
    return this.#counts.flush();
  }

  async #charge(
    budgets: readonly CountedBudget[],
    cost: number,
    { isWrite = false, db }: ChargeOptions,
  ): Promise<boolean> {
    const counts = this.#counts;
    if (!isWrite && budgets.every((budget) => counts.isSmall(budget, cost))) {
      if (counts.countHere(budgets, cost)) return true;
      if (!db) return counts.count(budgets, cost);
    }
    if (!isWrite && this.#database.replicas?.standIn) return counts.countAway(budgets, cost);
    try {
      return await counts.chargeNow(budgets, cost, db ?? this.#database.db);
    } catch (error) {
      // A write would fail as well. A read may be answered by a replica.
      if (isWrite || !(error instanceof DatabaseUnavailable)) throw error;
      return counts.countAway(budgets, cost);
    }
  }

  #verdict(budgets: readonly CountedBudget[], allowed: boolean): Verdict {
    return verdictOf(budgets, allowed, this.#counts.nowMs(), this.#windowSeconds);
  }

  #payers(actor: Actor, address: string | undefined): CountedBudget[] {
    if (this.#points === undefined || this.#ofRegistrar === undefined) return [];
    if (address !== undefined)
      return [this.#counts.of(`address:${networkOf(address)}`, Math.ceil(this.#points / partOfAddress))];
    if (actor.kind !== 'registrar') return [];
    return [
      this.#counts.of(callerOf(actor), this.#points),
      this.#counts.of(scopeOf(actor), this.#ofRegistrar),
    ];
  }
}

/** The budget that is exhausted first is reported. */
function verdictOf(
  budgets: readonly CountedBudget[],
  allowed: boolean,
  nowMs: number,
  windowSeconds: number,
): Verdict {
  const left = ({ points, window }: CountedBudget): number => Math.max(0, points - usedIn(window));
  const least = budgets.reduce((one, other) => (left(other) < left(one) ? other : one));
  const { points, window } = least;
  const resetAt = new Date((window.startedMs ?? nowMs) + windowSeconds * 1000);
  const seconds = Math.ceil((resetAt.getTime() - nowMs + toleranceMs) / 1000);
  const wait = String(Math.min(windowSeconds, Math.max(1, seconds)));
  const remaining = left(least);
  return {
    allowed,
    limit: points,
    remaining,
    resetAt,
    ...(allowed && { charged: budgets.map((budget) => ({ budget, window: budget.window })) }),
    message: `Session limit exceeded. Current limit is ${points} in ${windowSeconds} seconds`,
    headers: {
      'ratelimit-limit': String(points),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': wait,
      ...(allowed ? {} : { 'retry-after': wait }),
    },
  };
}

// The counter is each API user's own (docs/rules/registrar.md#rate-limit).
export const callerOf = (actor: Actor): string =>
  actor.kind === 'registrar' ? `user:${actor.userId}` : scopeOf(actor);
