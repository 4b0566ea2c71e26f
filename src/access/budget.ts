import type { Config } from '../config.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../store/driver/database.ts';
import {
  type BudgetUsage,
  type CallerBudget,
  refundTogether,
  spendBudget,
  spendTogether,
} from '../store/runner/rate-budgets.ts';
import { networkOf } from './login-throttle.ts';

export interface Verdict {
  readonly allowed: boolean;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly remaining?: number;
  readonly resetAt?: Date;
  /** The budgets that were charged, and in which window. */
  readonly windows?: readonly { readonly caller: string; readonly windowStart: Date }[];
}

/** Rows scanned, counted or summed for a point: that is many times faster than returning them. */
export const rowsOfPoint = 2000;

/** Items of lists in the input of a write for a point, beyond the one that every write costs. */
const itemsOfPoint = 25;
/** Hashing a password occupies a core for as long as several pages. */
const pointsOfHash = 5;

/** Returns the cost of a write beyond its first point, by its input (docs/rules/graph.md#cost). */
export const pointsOfInput = (items: number, hashes = 0): number =>
  Math.ceil(items / itemsOfPoint) + hashes * pointsOfHash;

const unlimited: Verdict = { allowed: true, message: '', headers: {} };
const defaultPoints = 1000;
const partOfAddress = 10;
/**
 * The budget of a registrar's users together, as a multiple of one, unless RATE_LIMIT_REGISTRAR_POINTS is
 * set.
 */
const usersOfRegistrar = 3;

/**
 * One budget for a caller over both APIs, kept in the database so that all processes count together. A
 * registrar user has one, and all users of the registrar share another; both are off in the sandbox unless
 * RATE_LIMIT_POINTS is set (docs/rules/registrar.md#rate-limit).
 */
export class Budget {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #points: number | undefined;
  readonly #ofRegistrar: number | undefined;
  readonly #windowSeconds: number;

  constructor(parts: { config: Config; database: Database; clock: Clock }) {
    const { RATE_LIMIT_POINTS, RATE_LIMIT_REGISTRAR_POINTS, RATE_LIMIT_WINDOW, sandbox } = parts.config;
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#points = RATE_LIMIT_POINTS ?? (sandbox ? undefined : defaultPoints);
    this.#ofRegistrar = RATE_LIMIT_REGISTRAR_POINTS ?? (this.#points && this.#points * usersOfRegistrar);
    this.#windowSeconds = RATE_LIMIT_WINDOW;
  }

  /**
   * With an address, all callers from there share a small budget. `db` is for a caller that holds the only
   * connection.
   */
  async charge(actor: Actor, cost: number, address?: string, db = this.#database.db): Promise<Verdict> {
    const [own, shared] = this.#payers(actor, address);
    if (!own) return unlimited;
    const now = this.#clock.now();
    const windowMs = this.#windowSeconds * 1000;
    const [spent, together] = shared
      ? await spendTogether(db, own, shared, cost, now, windowMs)
      : [await spendBudget(db, own.caller, cost, now, windowMs)];
    const charged = [stateOf(own, spent), ...(shared && together ? [stateOf(shared, together)] : [])];
    // The budget that is exhausted first is reported.
    const { points, used, windowStart } = charged.reduce((one, other) =>
      other.points - other.used < one.points - one.used ? other : one,
    );
    const resetAt = new Date(windowStart.getTime() + windowMs);
    const seconds = Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
    const remaining = Math.max(0, points - used);
    const allowed = used <= points;
    return {
      allowed,
      limit: points,
      remaining,
      resetAt,
      windows: charged,
      message: `Session limit exceeded. Current limit is ${points} in ${this.#windowSeconds} seconds`,
      headers: {
        'ratelimit-limit': String(points),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(seconds),
        ...(allowed ? {} : { 'retry-after': String(seconds) }),
      },
    };
  }

  /** Gives back points that were charged with this verdict. */
  async refund(cost: number, { windows }: Verdict, db = this.#database.db): Promise<void> {
    if (cost > 0 && windows) await refundTogether(db, cost, windows);
  }

  #payers(actor: Actor, address: string | undefined): CallerBudget[] {
    if (this.#points === undefined || this.#ofRegistrar === undefined) return [];
    if (address !== undefined)
      return [{ caller: `address:${networkOf(address)}`, points: Math.ceil(this.#points / partOfAddress) }];
    if (actor.kind !== 'registrar') return [];
    return [
      { caller: callerOf(actor), points: this.#points },
      { caller: scopeOf(actor), points: this.#ofRegistrar },
    ];
  }
}

const stateOf = (own: CallerBudget, { used, windowStart }: BudgetUsage) => ({ ...own, used, windowStart });

// The counter is each API user's own (docs/rules/registrar.md#rate-limit).
export const callerOf = (actor: Actor): string =>
  actor.kind === 'registrar' ? `user:${actor.userId}` : scopeOf(actor);
