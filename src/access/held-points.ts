import { stopwatch } from '../core/clock.ts';
import type { Purse, Spent } from '../store/runner/rate-budgets.ts';

/** A budget with what is used of it in its current window. */
export type Charged = Purse & Spent;

/** The database's side: each call is one statement. */
export interface Bank {
  spend(own: Purse, shared: Purse, cost: number, now: Date): Promise<readonly Charged[]>;
  giveBack(points: number, windows: readonly Window[]): Promise<void>;
}

type Window = Pick<Charged, 'caller' | 'windowStart'>;

/** A portion is this part of the smaller budget: small budgets have none, and every point is asked for. */
const portionsOfBudget = 50;
/** Portions are for callers that come again within this time; points that nobody has asked for in it are given back. */
const busyWithinMs = 1_000;

interface Held {
  /** Points that the database counts as used and nobody has spent yet. */
  left: number;
  /** Both budgets as the database has them, the points that are left included. */
  charged: readonly Charged[];
  /** Since the database was asked. */
  age: () => number;
  /** Set while a portion is asked for. */
  asking: Promise<unknown> | undefined;
  wasAsked: boolean;
}

/**
 * Points that this process has taken from the budgets of busy callers in advance: the database is asked once for a portion and
 * not for each request. It counts them as used, so that all processes together never spend more than there is; and in the
 * second half of a budget there are no portions, so that hardly anything is kept from other processes at its end.
 */
export class HeldPoints {
  readonly #bank: Bank;
  readonly #windowMs: number;
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | undefined;

  constructor(bank: Bank, windowMs: number) {
    this.#bank = bank;
    this.#windowMs = windowMs;
  }

  /** Returns both budgets after spending; one alone, where that was exceeded. */
  async spend(own: Purse, shared: Purse, cost: number, now: Date): Promise<readonly Charged[]> {
    let held = this.#of(own, now);
    // Others of the same caller wait for the portion that is asked for already.
    while (held?.asking && cost > held.left) {
      await held.asking;
      held = this.#of(own, now);
    }
    if (!held || held.left === 0 || cost > held.left) return this.#ask(own, shared, cost, now, held);
    held.left -= cost;
    held.wasAsked = true;
    return spentOf(held);
  }

  /** Returns whether the points are kept here, for the caller's next request. */
  keeps(points: number, windows: readonly Window[]): boolean {
    const held = this.#held.get(windows[0]?.caller ?? '');
    if (!held || !isSame(held.charged, windows)) return false;
    if (held.left + points <= portionOf(held.charged)) {
      held.left += points;
      return true;
    }
    held.charged = held.charged.map((one) => ({ ...one, used: Math.max(0, one.used - points) }));
    return false;
  }

  /** What was spent without asking here. */
  note(charged: readonly Charged[]): void {
    const held = this.#held.get(charged[0]?.caller ?? '');
    if (held && isSame(held.charged, charged)) held.charged = charged;
  }

  async giveBackAll(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const all = [...this.#held.values()];
    this.#held.clear();
    await this.#giveBack(all);
  }

  /** Of a window that is not over. */
  #of({ caller }: Purse, now: Date): Held | undefined {
    const held = this.#held.get(caller);
    if (!held || held.asking || held.charged.every((one) => this.#isOpen(one, now))) return held;
    this.#held.delete(caller);
    return undefined;
  }

  #isOpen({ windowStart }: Charged, now: Date): boolean {
    return windowStart.getTime() > now.getTime() - this.#windowMs;
  }

  async #ask(own: Purse, shared: Purse, cost: number, now: Date, known?: Held): Promise<readonly Charged[]> {
    const held = known ?? { left: 0, charged: [], age: stopwatch(), asking: undefined, wasAsked: true };
    this.#held.set(own.caller, held);
    this.#lookLater();
    const portion = held.age() < busyWithinMs ? portionOf(held.charged) : 0;
    const missing = cost - held.left;
    held.left = 0;
    const asked = this.#taken(own, shared, missing, portion, now);
    if (portion > 0) held.asking = asked.catch(() => {});
    try {
      const { charged, left } = await asked;
      Object.assign(held, { charged, left: held.left + left, age: stopwatch(), wasAsked: true });
      return spentOf(held);
    } finally {
      if (portion > 0) held.asking = undefined;
    }
  }

  /** The portion is taken only where both budgets have it. */
  async #taken(own: Purse, shared: Purse, missing: number, portion: number, now: Date) {
    const charged = await this.#bank.spend(own, shared, missing + portion, now);
    const fits = charged.length === 2 && charged.every(({ used, points }) => used <= points);
    if (portion === 0 || fits) return { charged, left: portion };
    await this.#bank.giveBack(missing + portion, charged);
    return { charged: await this.#bank.spend(own, shared, missing, now), left: 0 };
  }

  #lookLater(): void {
    this.#timer ??= setInterval(() => this.#look(), busyWithinMs).unref();
  }

  /** What nobody has asked for since the last time is given back, and forgotten. */
  #look(): void {
    const idle: Held[] = [];
    for (const [caller, held] of this.#held)
      if (held.wasAsked || held.asking) held.wasAsked = false;
      else {
        this.#held.delete(caller);
        idle.push(held);
      }
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    // Without the database they stay used until their window ends.
    this.#giveBack(idle).catch(() => {});
  }

  async #giveBack(all: readonly Held[]): Promise<void> {
    for (const held of all) if (held.left > 0) await this.#bank.giveBack(held.left, held.charged);
  }
}

/** What was really spent. */
const spentOf = ({ charged, left }: Held): readonly Charged[] =>
  charged.map((one) => ({ ...one, used: one.used - left }));

/** None when half of a budget is used, or when that is not known. */
function portionOf(charged: readonly Charged[]): number {
  if (charged.length < 2 || charged.some(({ used, points }) => used > points / 2)) return 0;
  return Math.floor(Math.min(...charged.map(({ points }) => points)) / portionsOfBudget);
}

const isSame = (one: readonly Window[], other: readonly Window[]): boolean =>
  one.length === 2 &&
  other.length === 2 &&
  one.every(
    ({ caller, windowStart }, place) =>
      other[place]?.caller === caller && other[place].windowStart.getTime() === windowStart.getTime(),
  );
