/** The only place that reads the machine's time; everything else gets a clock. */
export interface Clock {
  now(): Date;
}

export const realClock: Clock = { now: () => new Date() };

/** Ticks like the real clock, at some distance ahead of it; moves only forward. */
export class SimulatedClock implements Clock {
  #aheadMs: number;
  readonly #base: Clock;

  constructor(aheadMs = 0, base: Clock = realClock) {
    this.#aheadMs = aheadMs;
    this.#base = base;
  }

  now(): Date {
    return new Date(this.#base.now().getTime() + this.#aheadMs);
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Moves to an instant; one in the past is ignored. */
  moveTo(instant: Date): void {
    this.#aheadMs = Math.max(this.#aheadMs, instant.getTime() - this.#base.now().getTime());
  }

  /** Sets the distance, for another process or a reset. */
  setAhead(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }
}

/** Measures durations in milliseconds; independent of the registry's time. */
export const stopwatch = (): (() => number) => {
  const start = performance.now();
  return () => performance.now() - start;
};

/** Seconds since the epoch in real time, for dates of other systems (JWT `exp`, TLS). */
export const realEpochSeconds = (): number => Math.floor(realClock.now().getTime() / 1000);
