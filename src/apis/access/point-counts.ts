import { type Clock, realClock, stopwatch } from '../../base/clock.ts';
import { limit } from '../../base/limits.ts';
import { SingleFlight } from '../../base/single-flight.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import { DatabaseUnavailable } from '../../registry/store/driver/connections/trouble.ts';
import {
  addPoints,
  chargePoints,
  type StoredBudget,
  type StoredBudgets,
  skewMs,
  type WindowClock,
} from '../../registry/store/runner/rate-budgets.ts';
import type { Batch } from './batch.ts';

/** A request that costs more than this part of a budget is charged in the database before it runs. */
const smallPart = 0.02;
/** A process counts at most this part of a budget by itself before it synchronises with the others. */
const uncountedPart = 0.05;
const longestAgeMs = limit(
  'milliseconds of the age of known sums of points',
  500,
  'Other processes add theirs meanwhile.',
);
/** How long a read waits for the sums of all processes; after that the known ones decide. */
const patienceMs = 1_000;
const mostBudgets = limit(
  'budgets that are kept',
  10_000,
  'More callers than a registry has; beyond that, idle ones are dropped and read again.',
);

/** A caller's window as this process knows it. */
export interface Window {
  /** The start by the database's clock; undefined until something is spent. */
  startedMs: number | undefined;
  /** The points of all processes at the last read. */
  stored: number;
  /** The points that this process has counted since. */
  counted: number;
  /** The part of it that is being added. */
  sent: number;
}

export interface CountedBudget {
  readonly caller: string;
  readonly points: number;
  window: Window;
  /** How long ago it was read; undefined if never. */
  readAge: (() => number) | undefined;
  useAge: () => number;
  /** The number of the statement that read the known sums, because answers may overtake each other. */
  readBy: number;
}

export const usedIn = ({ stored, counted, sent }: Window): number => Math.max(0, stored + counted + sent);

/**
 * Counts points of callers in this process, and adds them every half second to the sums of all processes, in one
 * statement for all callers (docs/decisions/0027-a-read-writes-nothing.md). A process never has more than a twentieth
 * of a budget that the others do not know of.
 */
export class PointCounts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #budgets = new Map<string, CountedBudget>();
  readonly #adding = new SingleFlight(() => this.#add());
  /** The database's time plus the time elapsed since it was read, because the machine's clock may jump. */
  #reported = { atMs: realClock.now().getTime(), age: stopwatch() };
  readonly #batch: Batch;
  #statements = 0;

  constructor(parts: { database: Database; clock: Clock; windowMs: number; batch: Batch }) {
    this.#database = parts.database;
    this.#batch = parts.batch;
    parts.batch.join(() => this.#adding.get());
    this.#clock = parts.clock;
    this.#windowMs = parts.windowMs;
  }

  nowMs(): number {
    return this.#reported.atMs + this.#reported.age() + this.#aheadMs;
  }

  /** The budget of a caller in the current window. */
  of(caller: string, points: number): CountedBudget {
    let budget = this.#budgets.get(caller);
    if (!budget) {
      if (this.#budgets.size >= mostBudgets) this.#forget(longestAgeMs);
      budget = { caller, points, window: unspent(), readAge: undefined, useAge: stopwatch(), readBy: 0 };
      this.#budgets.set(caller, budget);
    }
    budget.useAge = stopwatch();
    this.#turnWindow(budget);
    this.#batch.wake();
    return budget;
  }

  isSmall({ points }: CountedBudget, cost: number): boolean {
    return cost <= points * smallPart;
  }

  /**
   * Counts the cost for all budgets; false if the known sums, or the points that others do not know of, do not allow
   * it.
   */
  countHere(budgets: readonly CountedBudget[], cost: number): boolean {
    const mayCount = budgets.every((budget) => this.#hasRoom(budget, cost) && this.#mayCount(budget, cost));
    if (mayCount) for (const budget of budgets) this.#note(budget, cost);
    return mayCount;
  }

  /**
   * Counts the cost for all budgets, reading the database if needed; false if one of them does not have enough left,
   * according to a read that began after this call.
   */
  async count(budgets: readonly CountedBudget[], cost: number): Promise<boolean> {
    for (let isAnswered = false; !this.countHere(budgets, cost); isAnswered = true) {
      if (isAnswered && !budgets.every((budget) => this.#hasRoom(budget, cost))) return false;
      if (!(await this.#askPatiently())) return this.countAway(budgets, cost);
    }
    return true;
  }

  /** Counts the cost while the database does not answer: the known sums decide. */
  countAway(budgets: readonly CountedBudget[], cost: number): boolean {
    if (!budgets.every((budget) => this.#hasRoom(budget, cost))) return false;
    for (const budget of budgets) this.#note(budget, cost);
    return true;
  }

  /** Counts use beyond the estimate: it is never refused, and counts against the next requests. */
  add(budgets: readonly CountedBudget[], cost: number): void {
    for (const budget of budgets) {
      this.#note(budget, cost);
      if (unknownIn(budget.window) > budget.points * uncountedPart) this.#batch.wake(0);
    }
  }

  /**
   * Charges all budgets in the database, or none; false if one does not have enough left. `db` is for a caller that
   * holds the only connection.
   */
  async chargeNow(budgets: readonly CountedBudget[], cost: number, db: Db): Promise<boolean> {
    const charges = budgets.map(({ caller, points, window }) => ({ caller, most: points - window.counted }));
    const statement = this.#nextStatement();
    const { charged, ...stored } = await chargePoints(db, charges, cost, this.#windowClock);
    this.#learn(stored, budgets, statement);
    const paid = budgets.filter(({ caller }) => charged.has(caller));
    if (paid.length === budgets.length) return true;
    await this.#giveBackNow(paid, cost, db);
    return false;
  }

  /** Refunds points of these windows, unless they have ended. Large refunds are written at once. */
  async giveBack(
    charged: readonly { readonly budget: CountedBudget; readonly window: Window }[],
    cost: number,
    db: Db,
  ): Promise<void> {
    const large: CountedBudget[] = [];
    for (const { budget, window } of charged) {
      this.#turnWindow(budget);
      if (budget.window !== window) continue;
      if (this.isSmall(budget, cost) || this.#database.replicas?.standIn) this.#note(budget, -cost);
      else large.push(budget);
    }
    await this.#giveBackNow(large, cost, db);
  }

  /** Adds the counted points, and reads the sums of all processes. */
  async flush(): Promise<void> {
    await this.#adding.get();
  }

  async #giveBackNow(budgets: readonly CountedBudget[], cost: number, db: Db): Promise<void> {
    if (budgets.length === 0) return;
    const given = budgets.map(({ caller, window }) => ({
      caller,
      startedMs: window.startedMs ?? this.nowMs(),
      points: -cost,
    }));
    const statement = this.#nextStatement();
    this.#learn(await addPoints(db, given, [], this.#windowClock), budgets, statement);
  }

  /** False if the database does not answer soon. */
  async #askPatiently(): Promise<boolean> {
    if (this.#database.replicas?.standIn) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, patienceMs, false);
    });
    const asked = this.#adding.get().then(
      () => true,
      (error: unknown) => {
        if (error instanceof DatabaseUnavailable) return false;
        throw error;
      },
    );
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  }

  #hasRoom(budget: CountedBudget, cost: number): boolean {
    this.#turnWindow(budget);
    return usedIn(budget.window) + cost <= budget.points;
  }

  /**
   * Tells whether the next points may be counted here: the known sums are recent enough, and few points are unknown
   * to others.
   */
  #mayCount({ window, points, readAge }: CountedBudget, cost: number): boolean {
    if (readAge === undefined || readAge() > longestAgeMs) return false;
    return unknownIn(window) + cost <= points * uncountedPart;
  }

  #note({ window }: CountedBudget, cost: number): void {
    window.startedMs ??= this.nowMs();
    window.counted += cost;
  }

  async #add(): Promise<void> {
    this.#forget(this.#windowMs);
    const budgets = [...this.#budgets.values()];
    if (budgets.length === 0) return;
    const sent = budgets.flatMap((budget) => {
      this.#turnWindow(budget);
      const { window } = budget;
      const { startedMs, counted: points } = window;
      if (points === 0 || startedMs === undefined) return [];
      window.sent = points;
      window.counted = 0;
      return [{ window, caller: budget.caller, startedMs, points }];
    });
    const adding = new Set(sent.map(({ caller }) => caller));
    const others = budgets.filter(({ caller }) => !adding.has(caller)).map(({ caller }) => caller);
    try {
      const statement = this.#nextStatement();
      const stored = await addPoints(this.#database.db, sent, others, this.#windowClock);
      for (const { window } of sent) window.sent = 0;
      this.#learn(stored, budgets, statement);
    } catch (error) {
      // They are added when the database is back, if their window has not ended.
      for (const { window } of sent) {
        window.counted += window.sent;
        window.sent = 0;
      }
      throw error;
    } finally {
      this.#batch.wake();
    }
  }

  /** Takes over the rows that the database has for these budgets. */
  #learn({ nowMs, budgets }: StoredBudgets, asked: readonly CountedBudget[], statement: number): void {
    this.#reported = { atMs: nowMs - this.#aheadMs, age: stopwatch() };
    const rows = new Map(budgets.map((row) => [row.caller, row]));
    for (const budget of asked) {
      budget.readAge = stopwatch();
      if (budget.readBy > statement) continue;
      budget.readBy = statement;
      this.#turnWindow(budget);
      learnRow(budget, rows.get(budget.caller), this.#isOpen);
    }
  }

  #nextStatement(): number {
    this.#statements += 1;
    return this.#statements;
  }

  readonly #isOpen = (startedMs: number): boolean => {
    const ageMs = this.nowMs() - startedMs;
    return ageMs < this.#windowMs && ageMs >= -skewMs;
  };

  #turnWindow(budget: CountedBudget): void {
    const { startedMs } = budget.window;
    if (startedMs !== undefined && !this.#isOpen(startedMs)) budget.window = unspent();
  }

  #forget(restedMs: number): void {
    for (const [caller, { window, useAge }] of this.#budgets)
      if (window.counted === 0 && window.sent === 0 && useAge() > restedMs) this.#budgets.delete(caller);
  }

  get #aheadMs(): number {
    return this.#clock.now().getTime() - realClock.now().getTime();
  }

  get #windowClock(): WindowClock {
    return { windowMs: this.#windowMs, aheadMs: this.#aheadMs };
  }
}

const unspent = (): Window => ({ startedMs: undefined, stored: 0, counted: 0, sent: 0 });

/** The points that other processes do not know of. */
const unknownIn = ({ counted, sent }: Window): number => counted + sent;

/** Two windows that overlap are the same one: two processes started it without knowing of each other. */
function learnRow(
  budget: CountedBudget,
  row: StoredBudget | undefined,
  isOpen: (startedMs: number) => boolean,
): void {
  const { window } = budget;
  if (row && isOpen(row.startedMs)) {
    window.startedMs = row.startedMs;
    window.stored = row.used;
  } else if (window.counted === 0 && window.sent === 0) budget.window = unspent();
  else window.stored = 0;
}
