/** What each caller holds open in this process, such as its live streams. */
export class Streams {
  readonly limit: number;
  readonly #open = new Map<string, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** How to close it; undefined when the caller has as many as it may. */
  open(caller: string): (() => void) | undefined {
    if (this.openOf(caller) >= this.limit) return undefined;
    this.#open.set(caller, this.openOf(caller) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = this.openOf(caller) - 1;
      if (left > 0) this.#open.set(caller, left);
      else this.#open.delete(caller);
    };
  }

  get total(): number {
    return [...this.#open.values()].reduce((sum, count) => sum + count, 0);
  }

  openOf(caller: string): number {
    return this.#open.get(caller) ?? 0;
  }
}
