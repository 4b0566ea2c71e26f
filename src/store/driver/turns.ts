import { DatabaseUnavailable } from './trouble.ts';

/** So many at once, so many waiting, and none for longer than it is worth. */
export class Turns {
  #free: number;
  readonly #longestQueue: number;
  readonly #longestWaitMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number, longestQueue: number, longestWaitMs: number) {
    this.#free = atOnce;
    this.#longestQueue = longestQueue;
    this.#longestWaitMs = longestWaitMs;
  }

  /** Undefined: go ahead. Who was let in gives the turn back with `leave`. */
  enter(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    if (this.#waiting.size >= this.#longestQueue) throw new DatabaseUnavailable('busy');
    return new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        this.#waiting.delete(next);
        reject(new DatabaseUnavailable('busy'));
      }, this.#longestWaitMs);
      this.#waiting.add(next);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
