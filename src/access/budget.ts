import type { Config } from '../config.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../store/driver/database.ts';
import { refundBudget, spendBudget } from '../store/runner/rate-budgets.ts';
import { networkOf } from './guesses.ts';

export interface Verdict {
  readonly allowed: boolean;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly remaining?: number;
  readonly resetAt?: Date;
  readonly windowStart?: Date;
}

/** Rows that are only looked at, counted or added up, for a point: they are read many times faster than they are shown. */
export const rowsOfPoint = 2000;

const unlimited: Verdict = { allowed: true, message: '', headers: {} };
const defaultPoints = 1000;
const partOfAddress = 10;

/**
 * One budget for a caller over both doors, kept in the database so that every process counts together. Registrar
 * users have one; it is off in the sandbox unless RATE_LIMIT_POINTS is set (docs/rules/registrar.md#rate-limit).
 */
export class Budget {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #points: number | undefined;
  readonly #windowSeconds: number;

  constructor(parts: { config: Config; database: Database; clock: Clock }) {
    const { RATE_LIMIT_POINTS, RATE_LIMIT_WINDOW, sandbox } = parts.config;
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#points = RATE_LIMIT_POINTS ?? (sandbox ? undefined : defaultPoints);
    this.#windowSeconds = RATE_LIMIT_WINDOW;
  }

  /**
   * With an address, whoever calls from there has a small budget together. `db` where the caller's own question keeps
   * the only connection.
   */
  async charge(actor: Actor, cost: number, address?: string, db = this.#database.db): Promise<Verdict> {
    const { points, caller } = this.#payer(actor, address);
    if (points === undefined) return unlimited;
    const now = this.#clock.now();
    const windowMs = this.#windowSeconds * 1000;
    const { used, windowStart } = await spendBudget(db, caller, cost, now, windowMs);
    const resetAt = new Date(windowStart.getTime() + windowMs);
    const seconds = Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
    const remaining = Math.max(0, points - used);
    const allowed = used <= points;
    return {
      allowed,
      limit: points,
      remaining,
      resetAt,
      windowStart,
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
  async refund(
    actor: Actor,
    cost: number,
    { windowStart }: Verdict,
    address?: string,
    db = this.#database.db,
  ): Promise<void> {
    const { caller } = this.#payer(actor, address);
    if (cost > 0 && windowStart) await refundBudget(db, caller, cost, windowStart);
  }

  #payer(actor: Actor, address: string | undefined): { caller: string; points: number | undefined } {
    if (address !== undefined)
      return {
        caller: `address:${networkOf(address)}`,
        points: this.#points && Math.ceil(this.#points / partOfAddress),
      };
    return { caller: callerOf(actor), points: actor.kind === 'registrar' ? this.#points : undefined };
  }
}

// The counter is each API user's own (docs/rules/registrar.md#rate-limit).
export const callerOf = (actor: Actor): string =>
  actor.kind === 'registrar' ? `user:${actor.userId}` : scopeOf(actor);
