/** Whose turn it is. Work of nobody in particular (jobs, the start) has no share; urgent work goes before all other. */
export interface Turn {
  readonly whose?: string | undefined;
  readonly urgent?: boolean | undefined;
}

export interface SlotLimits {
  /** How many of them one owner may have at once; all when left out. */
  readonly share?: number;
  /** How many may wait; the next ones are refused. */
  readonly longestQueue?: number;
  readonly longestWaitMs?: number;
  /** What is thrown to who is refused, or has waited too long. */
  readonly busy?: () => Error;
}

/** No owner has more than half of what there is, and each has one (docs/operating.md#shares). */
export const halfOf = (size: number): number => Math.max(1, Math.floor(size / 2));

/**
 * A semaphore that is fair between owners: so many pieces of work at once, of one owner no more than its share. Those
 * who wait are taken in turn by whose work it is, so that one caller's hundred do not stand before another's one.
 */
export class FairSemaphore {
  readonly #share: number;
  readonly #limits: SlotLimits;
  readonly #held = new Map<string, number>();
  readonly #urgent = new RoundRobinQueue<() => void>();
  readonly #others = new RoundRobinQueue<() => void>();
  #free: number;

  constructor(size: number, limits: SlotLimits = {}) {
    this.#free = size;
    this.#share = limits.share ?? size;
    this.#limits = limits;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#urgent.size + this.#others.size;
  }

  waitingOf(whose: string): number {
    return this.#urgent.sizeOf(whose) + this.#others.sizeOf(whose);
  }

  /** Undefined: go ahead. Who was let in gives the slot back with `leave`. */
  enter({ whose = nobody, urgent = false }: Turn = {}): Promise<void> | undefined {
    if (this.#free > 0 && this.#mayHave(whose)) {
      this.#take(whose);
      return undefined;
    }
    const { longestQueue = Number.POSITIVE_INFINITY, longestWaitMs, busy = tooMany } = this.#limits;
    if (this.waiting >= longestQueue) throw busy();
    const line = urgent ? this.#urgent : this.#others;
    return new Promise((resolve, reject) => {
      const timer =
        longestWaitMs === undefined
          ? undefined
          : setTimeout(() => {
              line.leave(whose, go);
              reject(busy());
            }, longestWaitMs);
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      line.join(whose, go);
    });
  }

  leave({ whose = nobody }: Turn = {}): void {
    const left = (this.#held.get(whose) ?? 0) - 1;
    if (left > 0) this.#held.set(whose, left);
    else this.#held.delete(whose);
    this.#free += 1;
    const mayHave = (owner: string): boolean => this.#mayHave(owner);
    while (this.#free > 0) {
      const next = this.#urgent.next(mayHave) ?? this.#others.next(mayHave);
      if (!next) return;
      this.#take(next.whose);
      next.item();
    }
  }

  async run<T>(work: () => Promise<T>, turn?: Turn): Promise<T> {
    const wait = this.enter(turn);
    if (wait) await wait;
    try {
      return await work();
    } finally {
      this.leave(turn);
    }
  }

  #mayHave(whose: string): boolean {
    return whose === nobody || (this.#held.get(whose) ?? 0) < this.#share;
  }

  #take(whose: string): void {
    this.#free -= 1;
    this.#held.set(whose, (this.#held.get(whose) ?? 0) + 1);
  }
}

const nobody = '';
const tooMany = (): Error => new Error('too many wait');

/** A queue for each owner; each takes its turn. */
export class RoundRobinQueue<T> {
  readonly #queues = new Map<string, Set<T>>();
  size = 0;

  sizeOf(whose: string): number {
    return this.#queues.get(whose)?.size ?? 0;
  }

  /** Who of this owner's has waited longest. */
  firstOf(whose: string): T | undefined {
    const [first] = this.#queues.get(whose) ?? [];
    return first;
  }

  join(whose: string, item: T): void {
    const queue = this.#queues.get(whose);
    if (queue) queue.add(item);
    else this.#queues.set(whose, new Set([item]));
    this.size += 1;
  }

  leave(whose: string, item: T): void {
    const queue = this.#queues.get(whose);
    if (!queue?.delete(item)) return;
    this.size -= 1;
    if (queue.size === 0) this.#queues.delete(whose);
  }

  next(mayHave: (whose: string) => boolean = () => true): { whose: string; item: T } | undefined {
    for (const [whose, queue] of this.#queues) {
      const [item] = queue;
      if (item === undefined || !mayHave(whose)) continue;
      this.leave(whose, item);
      // Behind all others.
      if (queue.size > 0) {
        this.#queues.delete(whose);
        this.#queues.set(whose, queue);
      }
      return { whose, item };
    }
    return undefined;
  }
}
