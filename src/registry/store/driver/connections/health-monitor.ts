import { stopwatch } from '../../../../base/clock.ts';

/** A change of state, at this moment. */
export type Change =
  | { readonly away: true; readonly error: unknown }
  | { readonly away: false; readonly afterMs: number };

type Observer = (change: Change) => void;

const LOOK_EVERY_MS = 2_000;
const LOOK_AGAIN_MS = 200;

/** Monitors whether the database answers: asks it periodically, and at once after a failure. */
export class HealthMonitor {
  readonly #ping: () => Promise<unknown>;
  readonly #doubt: () => void;
  readonly #observers = new Set<Observer>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #failures = 0;
  #awayFor: (() => number) | undefined;
  #stopped = false;

  /** `doubt` is called when it does not answer for the first time. */
  constructor(ping: () => Promise<unknown>, doubt: () => void) {
    this.#ping = ping;
    this.#doubt = doubt;
    this.#lookIn(LOOK_EVERY_MS);
  }

  get isAway(): boolean {
    return this.#awayFor !== undefined;
  }

  onChange(observer: Observer): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** A failure that may be the database's: check now. */
  suspect(): void {
    if (!this.#looking && !this.#stopped && !this.isAway) void this.#look();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    this.#looking = true;
    try {
      await this.#ping();
      this.#answered();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#looking = false;
      this.#lookIn(this.#failures > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
    }
  }

  #answered(): void {
    this.#failures = 0;
    const away = this.#awayFor;
    if (away === undefined) return;
    this.#awayFor = undefined;
    this.#tell({ away: false, afterMs: away() });
  }

  /** A single failure may be an accident: a moment in which this process itself stood still, a closed connection. */
  #failed(error: unknown): void {
    this.#failures += 1;
    if (this.#failures === 1 && !this.#stopped) this.#doubt();
    if (this.#failures < 2 || this.isAway || this.#stopped) return;
    this.#awayFor = stopwatch();
    this.#tell({ away: true, error });
  }

  #tell(change: Change): void {
    for (const observer of this.#observers) observer(change);
  }

  #lookIn(milliseconds: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), milliseconds);
    this.#timer.unref();
  }
}
