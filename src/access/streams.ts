import type { Actor } from '../core/actor.ts';
import { callerOf } from './budget.ts';

/** What each caller holds open in this process, such as its live streams. */
export class Streams {
  readonly limit: number;
  readonly #open = new Map<string, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** How to close it; undefined when the caller has as many as it may. */
  open(actor: Actor): (() => void) | undefined {
    const caller = callerOf(actor);
    if (this.openOf(actor) >= this.limit) return undefined;
    this.#open.set(caller, this.openOf(actor) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = this.openOf(actor) - 1;
      if (left > 0) this.#open.set(caller, left);
      else this.#open.delete(caller);
    };
  }

  get total(): number {
    return [...this.#open.values()].reduce((sum, count) => sum + count, 0);
  }

  openOf(actor: Actor): number {
    return this.#open.get(callerOf(actor)) ?? 0;
  }
}
