/** The owner of some work. Work without an owner (jobs, the start) has no share; urgent work goes first. */
export interface SlotRequest {
  readonly owner?: string | undefined;
  readonly urgent?: boolean | undefined;
  /** How long it will wait, if not the default time. */
  readonly waitMs?: number | undefined;
  /**
   * Registers a function to call when the work is no longer needed, so that it leaves the queue. Returns a function
   * that unregisters it.
   */
  readonly onClose?: ((leave: () => void) => () => void) | undefined;
}

export interface SlotLimits {
  /** How many one owner may hold at once; all by default. */
  readonly share?: number;
  /** How many may wait; more are refused. */
  readonly longestQueue?: number;
  /** How many of one owner may wait. */
  readonly longestQueueOfOne?: number;
  readonly longestWaitMs?: number;
  /** Creates the error for work that is refused or has waited too long. */
  readonly busy?: () => Error;
}

/** No owner has more than half of the slots, and each has at least one (docs/operating.md#shares). */
export const halfOf = (size: number): number => Math.max(1, Math.floor(size / 2));

/**
 * A semaphore that is fair between owners: it limits the work at once, and each owner to its share. Waiting
 * work is taken round-robin by owner, so that one caller's hundred requests do not delay another's one.
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

  /** The amount of work that waits. */
  get waiting(): number {
    return this.#urgent.size + this.#others.size;
  }

  waitingOf(owner: string): number {
    return this.#urgent.sizeOf(owner) + this.#others.sizeOf(owner);
  }

  /**
   * Takes a slot: undefined means that the work may start at once. The caller returns the slot with `leave`.
   */
  enter({ owner = nobody, urgent = false, waitMs, onClose }: SlotRequest = {}): Promise<void> | undefined {
    if (this.#free > 0 && this.#mayHave(owner)) {
      this.#take(owner);
      return undefined;
    }
    const { longestQueue = unlimited, longestQueueOfOne = unlimited, busy = tooMany } = this.#limits;
    const longestWaitMs = waitMs ?? this.#limits.longestWaitMs;
    if (this.waiting >= longestQueue || this.waitingOf(owner) >= longestQueueOfOne) throw busy();
    const line = urgent ? this.#urgent : this.#others;
    return new Promise((resolve, reject) => {
      let stopListening = (): void => {};
      const leave = (): void => {
        clearTimeout(timer);
        stopListening();
        line.leave(owner, go);
        reject(busy());
      };
      const timer = longestWaitMs === undefined ? undefined : setTimeout(leave, longestWaitMs);
      const go = (): void => {
        clearTimeout(timer);
        stopListening();
        resolve();
      };
      line.join(owner, go);
      stopListening = onClose?.(leave) ?? stopListening;
    });
  }

  leave({ owner = nobody }: SlotRequest = {}): void {
    const remaining = (this.#held.get(owner) ?? 0) - 1;
    if (remaining > 0) this.#held.set(owner, remaining);
    else this.#held.delete(owner);
    this.#free += 1;
    const mayHave = (owner: string): boolean => this.#mayHave(owner);
    while (this.#free > 0) {
      const next = this.#urgent.next(mayHave) ?? this.#others.next(mayHave);
      if (!next) return;
      this.#take(next.owner);
      next.item();
    }
  }

  async run<T>(work: () => Promise<T>, slot?: SlotRequest): Promise<T> {
    const wait = this.enter(slot);
    if (wait) await wait;
    try {
      return await work();
    } finally {
      this.leave(slot);
    }
  }

  #mayHave(owner: string): boolean {
    return owner === nobody || (this.#held.get(owner) ?? 0) < this.#share;
  }

  #take(owner: string): void {
    this.#free -= 1;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
  }
}

const nobody = '';
const unlimited = Number.POSITIVE_INFINITY;
const tooMany = (): Error => new Error('too many wait');

/** A queue for each owner, served round-robin. */
export class RoundRobinQueue<T> {
  readonly #queues = new Map<string, Set<T>>();
  size = 0;

  sizeOf(owner: string): number {
    return this.#queues.get(owner)?.size ?? 0;
  }

  /** The item of this owner that has waited longest. */
  firstOf(owner: string): T | undefined {
    const [first] = this.#queues.get(owner) ?? [];
    return first;
  }

  join(owner: string, item: T): void {
    const queue = this.#queues.get(owner);
    if (queue) queue.add(item);
    else this.#queues.set(owner, new Set([item]));
    this.size += 1;
  }

  leave(owner: string, item: T): void {
    const queue = this.#queues.get(owner);
    if (!queue?.delete(item)) return;
    this.size -= 1;
    if (queue.size === 0) this.#queues.delete(owner);
  }

  hasFor(mayHave: (owner: string) => boolean): boolean {
    for (const owner of this.#queues.keys()) if (mayHave(owner)) return true;
    return false;
  }

  next(mayHave: (owner: string) => boolean = () => true): { owner: string; item: T } | undefined {
    for (const [owner, queue] of this.#queues) {
      const [item] = queue;
      if (item === undefined || !mayHave(owner)) continue;
      this.leave(owner, item);
      // The owner goes to the end.
      if (queue.size > 0) {
        this.#queues.delete(owner);
        this.#queues.set(owner, queue);
      }
      return { owner, item };
    }
    return undefined;
  }
}
