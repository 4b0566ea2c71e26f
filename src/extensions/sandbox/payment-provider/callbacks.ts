import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../../base/clock.ts';
import type { Bus } from '../../../base/events.ts';
import { call, isSuccess } from '../../../integrations/http.ts';
import { Worker } from '../../../integrations/outbox/worker.ts';
import type { Database } from '../../../registry/store/driver/connections/database.ts';
import {
  claimCallbacks,
  claimNewCallback,
  type SandboxCallback,
  settleCallback,
} from '../store/sandbox-callbacks.ts';

export interface CallbackParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: FastifyBaseLogger;
  /** The merchant's address for the callback. */
  readonly url: () => string;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/**
 * The delay after each failure; after the last one the callback is abandoned
 * (docs/rules/billing.md#calls-to-the-provider).
 */
const callbackRetries = [second, 5 * minute, hour, 24 * hour, 48 * hour, 72 * hour];
const timeoutMs = 20 * second;
const leaseMs = minute;

/** Notifies the merchant of its payments by a plain GET, as the provider does: at once, and again until it succeeds. */
export class CallbackSender {
  readonly #parts: CallbackParts;
  readonly #worker: Worker<SandboxCallback>;
  readonly #unsubscribe: () => void;
  readonly #sending = new Set<Promise<void>>();

  constructor(parts: CallbackParts) {
    this.#parts = parts;
    this.#worker = new Worker(
      {
        claim: (limit, except) => claimCallbacks(parts.database.db, { ...this.#lease(), limit, except }),
        settle: (callback) => this.#send(callback),
      },
      parts.log,
      { atOnce: 4 },
    );
    this.#unsubscribe = parts.bus.subscribe('clock', () => this.#worker.wake());
  }

  start(): void {
    this.#worker.start();
  }

  /** Makes the first attempt now; resolves at its end. */
  sendNow(id: number): Promise<void> {
    const sending = this.#firstAttempt(id).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return sending;
  }

  /** Makes the first attempt without waiting for its end. */
  sendSoon(id: number): void {
    this.sendNow(id).catch((error: unknown) =>
      this.#parts.log.warn({ err: error }, 'a callback of the sandbox could not be sent'),
    );
  }

  /** Sends everything that is due and waits for it. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#sending);
    await this.#worker.drain();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await Promise.allSettled(this.#sending);
    await this.#worker.stop();
  }

  async #firstAttempt(id: number): Promise<void> {
    const callback = await claimNewCallback(this.#parts.database.db, id, this.#lease());
    if (callback) await this.#send(callback);
  }

  #lease(): { now: Date; leaseUntil: Date } {
    const now = this.#parts.clock.now();
    return { now, leaseUntil: new Date(now.getTime() + leaseMs) };
  }

  async #send(callback: SandboxCallback): Promise<void> {
    const { database, clock } = this.#parts;
    const error = await this.#attempt(callback);
    const now = clock.now();
    if (error === undefined) return settleCallback(database.db, callback, { done_at: now, last_error: null });
    const delay = callbackRetries[callback.attempts - 1];
    await settleCallback(
      database.db,
      callback,
      delay === undefined
        ? { given_up_at: now, last_error: error }
        : { next_attempt_at: new Date(now.getTime() + delay), last_error: error },
    );
  }

  /** The error, or undefined. */
  async #attempt(callback: SandboxCallback): Promise<string | undefined> {
    const { payment_reference, order_reference, event_name } = callback;
    const query = new URLSearchParams({ payment_reference, order_reference, event_name });
    try {
      const answer = await call({
        method: 'GET',
        url: `${this.#parts.url()}?${query}`,
        headers: { accept: 'application/json' },
        timeoutMs,
      });
      return isSuccess(answer) ? undefined : `the merchant answered ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message || error.name : String(error);
    }
  }
}
