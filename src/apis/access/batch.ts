/** A process adds what it has counted, and the next one reads it: with both, what is known is at most a second old. */
const everyMs = 450;

/** What requests leave to be written later: every half a second, in one trip for all of them. */
export class Batch {
  readonly #parts: (() => Promise<unknown>)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `write` is called when something waits, and issues its statements before it waits for anything. */
  join(write: () => Promise<unknown>): void {
    this.#parts.push(write);
  }

  /** Something waits. */
  wake(afterMs = everyMs): void {
    if (this.#isClosed || (this.#timer && afterMs > 0)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#write(), afterMs).unref();
  }

  /** Writes what waits now. */
  flush(): Promise<void> {
    return this.#write();
  }

  /** What cannot be written now is lost, as if the process had been killed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#write();
  }

  /** Why the database does not answer is logged elsewhere. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.allSettled(this.#parts.map((write) => write()));
  }
}
