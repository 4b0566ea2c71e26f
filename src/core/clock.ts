/** The only place that asks the machine for the time; everything else is handed a clock. */
export interface Clock {
  now(): Date;
}

export const realClock: Clock = { now: () => new Date() };

/** Ticks like the real one, some way ahead of it; moved only forward. */
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

  /** Moves to an instant; one that lies in the past is ignored. */
  moveTo(instant: Date): void {
    this.#aheadMs = Math.max(this.#aheadMs, instant.getTime() - this.#base.now().getTime());
  }

  /** Another process, or a reset, has set the distance. */
  setAhead(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }
}

/** Milliseconds for measuring durations; has nothing to do with the registry's time. */
export const stopwatch = (): (() => number) => {
  const start = performance.now();
  return () => performance.now() - start;
};

/** Seconds since the epoch in real time, for what the outside world dates (JWT `exp`, TLS). */
export const realEpochSeconds = (): number => Math.floor(realClock.now().getTime() / 1000);
