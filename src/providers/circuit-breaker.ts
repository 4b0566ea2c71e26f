import { stopwatch } from '../core/clock.ts';

export interface CircuitOptions {
  /** So many failures in a row open it. */
  readonly failures: number;
  /** So long nobody is let through; then one is, to try. */
  readonly restMs: number;
}

/** Spares everybody the wait for a service that has just failed again and again. */
export class CircuitBreaker {
  readonly #options: CircuitOptions;
  #failures = 0;
  #sinceLast: () => number = stopwatch();
  #trying = false;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  /** Whether the service may be asked now; whoever is let through reports with `succeeded` or `failed`. */
  admits(): boolean {
    if (!this.isOpen) return true;
    if (this.#trying || this.#sinceLast() < this.#options.restMs) return false;
    this.#trying = true;
    return true;
  }

  /** Whether nobody is let through but who tries. */
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
