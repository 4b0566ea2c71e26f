import type { FastifyBaseLogger } from 'fastify';
import { isAway } from '../store/driver/trouble.ts';

/** Work that waits in the database and may be taken by any process. */
export interface Queue<T extends { readonly id: number }> {
  /** Takes up to `limit` items that are due, but none that this process still has in hand. */
  claim(limit: number, inHand: readonly number[]): Promise<readonly T[]>;
  /** Does the work and writes down what became of it. */
  settle(item: T): Promise<void>;
}

/** How much is done at once. */
interface Room {
  readonly atOnce: number;
  /** Whatever takes longer than this makes room for others and goes on beside them, up to `most` in all. */
  readonly slow?: { readonly afterMs: number; readonly most: number };
}

const pollEveryMs = 2_000;

/**
 * Empties a queue, some items at a time. The timer only wakes it: what is due is decided by the queue's own clock.
 * A claim is never held in a transaction, so a slow receiver holds up no one else.
 */
export class Worker<T extends { readonly id: number }> {
  readonly #queue: Queue<T>;
  readonly #log: FastifyBaseLogger;
  readonly #room: Room;
  readonly #inHand = new Map<number, Promise<void>>();
  #slow = 0;
  #claiming: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(queue: Queue<T>, log: FastifyBaseLogger, room: Room) {
    this.#queue = queue;
    this.#log = log;
    this.#room = room;
  }

  /** From now on it works by itself. */
  start(): void {
    this.#timer ??= setInterval(() => this.wake(), pollEveryMs).unref();
    this.wake();
  }

  get isRunning(): boolean {
    return this.#timer !== undefined;
  }

  /** There may be work: look now. Does nothing before `start`. */
  wake(): void {
    if (!this.isRunning) return;
    this.#fill().catch((error: unknown) => {
      // That the database is away has been told.
      if (!isAway(error)) this.#log.warn({ err: error }, 'a queue could not be read');
    });
  }

  /** Does everything that is due now, also what this brings about, and waits for it; whether there was anything. */
  async drain(): Promise<boolean> {
    let worked = false;
    while ((await this.#fill()) || this.#inHand.size > 0) {
      worked = true;
      if (this.#inHand.size > 0) await Promise.race(this.#inHand.values());
    }
    return worked;
  }

  /** Takes nothing new and finishes what is in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#claiming?.catch(() => {});
    await Promise.all(this.#inHand.values());
  }

  /** Whether anything was taken. One claim at a time: two would take each other's places. */
  async #fill(): Promise<boolean> {
    while (this.#claiming) await this.#claiming.catch(() => {});
    this.#claiming = this.#claim();
    try {
      return await this.#claiming;
    } finally {
      this.#claiming = undefined;
    }
  }

  async #claim(): Promise<boolean> {
    const { atOnce, slow } = this.#room;
    const busy = this.#inHand.size;
    const free = Math.min(atOnce - (busy - this.#slow), (slow?.most ?? atOnce) - busy);
    if (this.#stopped || free <= 0) return false;
    const items = await this.#queue.claim(free, [...this.#inHand.keys()]);
    for (const item of items) this.#inHand.set(item.id, this.#settle(item));
    return items.length > 0;
  }

  async #settle(item: T): Promise<void> {
    const leave = this.#stepAsideLater();
    try {
      await this.#queue.settle(item);
    } catch (error) {
      // Not written down: the claim runs out and the item comes back.
      this.#log.error({ err: error, item: item.id }, 'the outcome of a delivery could not be written');
    } finally {
      leave();
      this.#inHand.delete(item.id);
      this.wake();
    }
  }

  #stepAsideLater(): () => void {
    const { slow } = this.#room;
    if (!slow) return () => {};
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#slow += 1;
      this.wake();
    }, slow.afterMs);
    return () => {
      clearTimeout(timer);
      if (isSlow) this.#slow -= 1;
    };
  }
}
