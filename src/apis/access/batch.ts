/** Each process writes and reads at this interval, so that what it knows of the others is at most a second old. */
const everyMs = 450;

/** Collects writes that requests leave for later, and sends them every half second in one round trip. */
export class Batch {
  readonly #parts: (() => Promise<unknown>)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Settles when every write so far has ended. */
  #written: Promise<unknown> = Promise.resolve();

  /** `write` is called if something waits; it issues its statements before it awaits anything. */
  join(write: () => Promise<unknown>): void {
    this.#parts.push(write);
  }

  /** Schedules a write. */
  wake(afterMs = everyMs): void {
    if (this.#isClosed || (this.#timer && afterMs > 0)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#write(), afterMs).unref();
  }

  /** Writes what waits now, and ends when all that was sent before is written, too. */
  flush(): Promise<void> {
    return this.#write();
  }

  /** Writes the rest; what cannot be written now is lost, as if the process had been killed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#write();
  }

  /** An outage of the database is logged elsewhere. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#written = Promise.all([this.#written, Promise.allSettled(this.#parts.map((write) => write()))]);
    await this.#written;
  }
}
