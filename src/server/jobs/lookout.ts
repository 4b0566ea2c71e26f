import type { FastifyBaseLogger } from 'fastify';
import { isUnreachable } from '../../registry/store/driver/connections/trouble.ts';

interface Parts {
  readonly everyMs: number;
  readonly log: FastifyBaseLogger;
  /** The message that is logged when a look fails. */
  readonly failure: string;
  look(): Promise<void>;
}

/**
 * Checks at intervals whether there is something to do, and does it: one check at a time, and after a failure the
 * next one as planned.
 */
export class Lookout {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#wake(), this.#parts.everyMs).unref();
    this.#wake();
  }

  /** Waits for the look in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#working;
  }

  #wake(): void {
    const { look, log, failure } = this.#parts;
    this.#working ??= look()
      .catch((error: unknown) => {
        // The loss of the database has been logged already.
        if (!isUnreachable(error)) log.error({ err: error }, failure);
      })
      .finally(() => {
        this.#working = undefined;
      });
  }
}
