import type { Peers } from '../../base/peers.ts';

/**
 * Counts each caller's open streams or files, in this process and in the others of the same port.
 */
export class Streams {
  readonly limit: number;
  readonly #open = new Map<string, number>();
  readonly #elsewhere = new Map<number, Map<string, number>>();
  readonly #publish: (caller: string) => void;

  constructor(limit: number, peers?: Peers, what = '') {
    this.limit = limit;
    this.#publish = (caller) => peers?.publish(what, [caller, this.openOf(caller)]);
    peers?.hear(what, (news, from) => {
      const [caller, count] = news as [string, number];
      const theirs = this.#elsewhere.get(from) ?? new Map<string, number>();
      this.#elsewhere.set(from, theirs);
      if (count > 0) theirs.set(caller, count);
      else theirs.delete(caller);
    });
    peers?.onJoined(() => {
      for (const caller of this.#open.keys()) this.#publish(caller);
    });
    peers?.onGone((from) => this.#elsewhere.delete(from));
  }

  /** Returns a function that closes it; undefined when the caller is at its limit. */
  open(caller: string, limit = this.limit): (() => void) | undefined {
    let others = 0;
    for (const theirs of this.#elsewhere.values()) others += theirs.get(caller) ?? 0;
    if (this.openOf(caller) + others >= limit) return undefined;
    this.#open.set(caller, this.openOf(caller) + 1);
    this.#publish(caller);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const remaining = this.openOf(caller) - 1;
      if (remaining > 0) this.#open.set(caller, remaining);
      else this.#open.delete(caller);
      this.#publish(caller);
    };
  }

  get total(): number {
    return [...this.#open.values()].reduce((sum, count) => sum + count, 0);
  }

  openOf(caller: string): number {
    return this.#open.get(caller) ?? 0;
  }
}
