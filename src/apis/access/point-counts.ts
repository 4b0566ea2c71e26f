import { type Clock, realClock, stopwatch } from '../../core/clock.ts';
import { SingleFlight } from '../../core/single-flight.ts';
import type { Database } from '../../registry/store/driver/database.ts';
import type { Db } from '../../registry/store/driver/pool.ts';
import { DatabaseUnavailable } from '../../registry/store/driver/trouble.ts';
import {
  addPoints,
  chargePoints,
  type StoredBudget,
  type StoredBudgets,
  skewMs,
  type WindowClock,
} from '../../registry/store/runner/rate-budgets.ts';
import type { Batch } from './batch.ts';

/** A request that costs a larger part of a budget is charged in the database before it runs. */
const smallPart = 0.02;
/** A process counts at most this part of a budget before it adds it up with the others. */
const uncountedPart = 0.05;
/** What the database said is at most this old, and so is what others have not added yet. */
const longestAgeMs = 500;
/** How long a read waits for what all have spent; then what is known decides. */
const patienceMs = 1_000;
/** More callers than a registry has; beyond them, those that are at rest are asked for again. */
const mostBudgets = 10_000;

/** One of a caller's windows, as far as this process knows it. */
export interface Window {
  /** By the database's clock; undefined until something is spent. */
  startedMs: number | undefined;
  /** What all processes had spent when this one last asked. */
  stored: number;
  /** What this process has counted since. */
  counted: number;
  /** The part of it that is being added. */
  sent: number;
}

export interface CountedBudget {
  readonly caller: string;
  readonly points: number;
  window: Window;
  /** How long ago it was read; undefined: never. */
  readAge: (() => number) | undefined;
  useAge: () => number;
  /** The statement that read what is known: answers may overtake each other. */
  readBy: number;
}

export const usedIn = ({ stored, counted, sent }: Window): number => Math.max(0, stored + counted + sent);

/**
 * Points of callers, counted in this process and added every half a second to what all processes have spent, in one statement for all callers
 * (docs/decisions/0027-a-read-writes-nothing.md). A process never has more than a twentieth of a budget that the others do not know of.
 */
export class PointCounts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #budgets = new Map<string, CountedBudget>();
  readonly #adding = new SingleFlight(() => this.#add());
  /** The database's time, as it was reported, and has passed since: the machine's clock may jump. */
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

  /** The budget of a caller, in the window of this moment. */
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

  /** Counts the cost for all of them; false: what is known and what others do not know yet do not allow it. */
  countHere(budgets: readonly CountedBudget[], cost: number): boolean {
    const mayCount = budgets.every((budget) => this.#hasRoom(budget, cost) && this.#mayCount(budget, cost));
    if (mayCount) for (const budget of budgets) this.#note(budget, cost);
    return mayCount;
  }

  /**
   * The same, asking the database where that is needed; false: one of them has not so much left, by what the database said after
   * this call began.
   */
  async count(budgets: readonly CountedBudget[], cost: number): Promise<boolean> {
    for (let isAnswered = false; !this.countHere(budgets, cost); isAnswered = true) {
      if (isAnswered && !budgets.every((budget) => this.#hasRoom(budget, cost))) return false;
      if (!(await this.#askPatiently())) return this.countAway(budgets, cost);
    }
    return true;
  }

  /** The same while the database does not answer: what is known decides. */
  countAway(budgets: readonly CountedBudget[], cost: number): boolean {
    if (!budgets.every((budget) => this.#hasRoom(budget, cost))) return false;
    for (const budget of budgets) this.#note(budget, cost);
    return true;
  }

  /** Counts what was used without being foreseen: it is never refused, and counts against the next requests. */
  add(budgets: readonly CountedBudget[], cost: number): void {
    for (const budget of budgets) {
      this.#note(budget, cost);
      if (unknownIn(budget.window) > budget.points * uncountedPart) this.#batch.wake(0);
    }
  }

  /**
   * Charges in the database, all of them or none; false: one has not so much left. `db` is for a caller that holds the only connection.
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

  /** Gives back points of these windows; of one that has ended, nothing. What is large, others know at once. */
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

  /** Adds what was counted, and learns what all have spent. */
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

  /** False: the database does not answer, or not soon. */
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

  /** Whether the next points may be counted here: what is known is new enough, and what others do not know is little. */
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
      // They are added when the database is back, as far as their window lasts.
      for (const { window } of sent) {
        window.counted += window.sent;
        window.sent = 0;
      }
      throw error;
    } finally {
      this.#batch.wake();
    }
  }

  /** What the database says of these: a row for each that has one. */
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

/** What other processes do not know of. */
const unknownIn = ({ counted, sent }: Window): number => counted + sent;

/** Two windows that are open at the same moment are one, which processes began without knowing of each other. */
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
