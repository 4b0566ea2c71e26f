import { stopwatch } from './clock.ts';

export interface CircuitOptions {
  /** The number of consecutive failures that open it. */
  readonly failures: number;
  /** How long it stays open before one call is let through to try. */
  readonly restMs: number;
}

/** Refuses calls to a service that has just failed repeatedly, so that callers need not wait for it. */
export class CircuitBreaker {
  readonly #options: CircuitOptions;
  #failures = 0;
  #sinceLast: () => number = stopwatch();
  #trying = false;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  /** Tells whether the service may be called now; an admitted caller reports `succeeded` or `failed`. */
  admits(): boolean {
    if (!this.isOpen) return true;
    if (this.#trying || this.#sinceLast() < this.#options.restMs) return false;
    this.#trying = true;
    return true;
  }

  /** True if only a trial call is let through. */
  get isOpen(): boolean {
    return this.#failures >= this.#options.failures;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#trying = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#sinceLast = stopwatch();
    this.#trying = false;
  }
}
