import type { FastifyBaseLogger } from 'fastify';
import { isUnreachable } from '../../registry/store/driver/connections/trouble.ts';

/** Work that waits in the database and may be taken by any process. */
export interface Queue<T extends { readonly id: number }> {
  /** Claims up to `limit` due items, except those that this process is still working on. */
  claim(limit: number, inHand: readonly number[]): Promise<readonly T[]>;
  /** Does the work and stores the outcome. */
  settle(item: T): Promise<void>;
}

/** The limits of concurrent work. */
interface Concurrency {
  readonly atOnce: number;
  /**
   * Work that takes longer than this no longer counts for `atOnce` and continues beside the rest, up to
   * `most` in all.
   */
  readonly slow?: { readonly afterMs: number; readonly most: number };
}

const pollEveryMs = 2_000;

/**
 * Empties a queue, some items at a time. The timer only wakes it: the queue's own clock decides what is due.
 * A claim is never held in a transaction, so a slow receiver delays no others.
 */
export class Worker<T extends { readonly id: number }> {
  readonly #queue: Queue<T>;
  readonly #log: FastifyBaseLogger;
  readonly #concurrency: Concurrency;
  readonly #inHand = new Map<number, Promise<void>>();
  #slow = 0;
  #claiming: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(queue: Queue<T>, log: FastifyBaseLogger, concurrency: Concurrency) {
    this.#queue = queue;
    this.#log = log;
    this.#concurrency = concurrency;
  }

  /** Starts working in the background. */
  start(): void {
    this.#timer ??= setInterval(() => this.wake(), pollEveryMs).unref();
    this.wake();
  }

  get isRunning(): boolean {
    return this.#timer !== undefined;
  }

  /** Checks for work now. Does nothing before `start`. */
  wake(): void {
    if (!this.isRunning) return;
    this.#fill().catch((error: unknown) => {
      // The loss of the database has been logged already.
      if (!isUnreachable(error)) this.#log.warn({ err: error }, 'a queue could not be read');
    });
  }

  /**
   * Does everything that is due now and what follows from it, and waits for it; returns whether there was
   * anything.
   */
  async drain(): Promise<boolean> {
    let worked = false;
    while ((await this.#fill()) || this.#inHand.size > 0) {
      worked = true;
      if (this.#inHand.size > 0) await Promise.race(this.#inHand.values());
    }
    return worked;
  }

  /** Takes no new items and finishes those in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#claiming?.catch(() => {});
    await Promise.all(this.#inHand.values());
  }

  /**
   * Returns whether anything was claimed. Only one claim runs at a time, because two would use the same free places.
   */
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
    const { atOnce, slow } = this.#concurrency;
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
      // The claim expires, and the item is due again.
      this.#log.error({ err: error, item: item.id }, 'the outcome of a delivery could not be written');
    } finally {
      leave();
      this.#inHand.delete(item.id);
      this.wake();
    }
  }

  #stepAsideLater(): () => void {
    const { slow } = this.#concurrency;
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
