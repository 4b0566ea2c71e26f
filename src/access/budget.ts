import type { Config } from '../config.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../store/driver/database.ts';
import {
  type Purse,
  refundTogether,
  type Spent,
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
  /** What was charged, from whose budget and in which window. */
  readonly windows?: readonly { readonly caller: string; readonly windowStart: Date }[];
}

/** Rows that are only looked at, counted or added up, for a point: they are read many times faster than they are shown. */
export const rowsOfPoint = 2000;

/** Of lists in the input of a write, for a point beyond the one that every write costs. */
const itemsOfPoint = 25;
/** A password that is hashed keeps a core busy for as long as several pages. */
const pointsOfHash = 5;

/** What a write costs beyond its first point, by what is in its input (docs/rules/graph.md#cost). */
export const pointsOfInput = (items: number, hashes = 0): number =>
  Math.ceil(items / itemsOfPoint) + hashes * pointsOfHash;

const unlimited: Verdict = { allowed: true, message: '', headers: {} };
const defaultPoints = 1000;
const partOfAddress = 10;
/** A registrar's users together, unless RATE_LIMIT_REGISTRAR_POINTS says otherwise. */
const usersOfRegistrar = 3;

/**
 * One budget for a caller over both doors, kept in the database so that every process counts together. Registrar
 * users have one, and another that all users of the registrar have together; both are off in the sandbox unless
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
   * With an address, whoever calls from there has a small budget together. `db` where the caller's own question keeps
   * the only connection.
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
    // What is told is what ends first.
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

  /** Of what was charged with that verdict. */
  async refund(cost: number, { windows }: Verdict, db = this.#database.db): Promise<void> {
    if (cost > 0 && windows) await refundTogether(db, cost, windows);
  }

  #payers(actor: Actor, address: string | undefined): Purse[] {
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

const stateOf = (purse: Purse, { used, windowStart }: Spent) => ({ ...purse, used, windowStart });

// The counter is each API user's own (docs/rules/registrar.md#rate-limit).
export const callerOf = (actor: Actor): string =>
  actor.kind === 'registrar' ? `user:${actor.userId}` : scopeOf(actor);
