import type { Clock, SimulatedClock } from '../../base/clock.ts';
import type { Bus } from '../../base/events.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import { storeClockOffset, storedClockOffset } from './store/sandbox-clock.ts';

export interface SandboxClockParts {
  readonly clock: SimulatedClock;
  readonly database: Database;
  readonly bus: Bus;
}

const lookEveryMs = 2_000;

/**
 * The sandbox's clock, the same in every process and after a restart: its offset from real time is stored in the
 * database.
 */
export class SandboxClock implements Clock {
  readonly #clock: SimulatedClock;
  readonly #database: Database;
  #moving = 0;
  #looking: NodeJS.Timeout | undefined;

  private constructor({ clock, database }: SandboxClockParts) {
    this.#clock = clock;
    this.#database = database;
  }

  static async open(parts: SandboxClockParts): Promise<SandboxClock> {
    const opened = new SandboxClock(parts);
    await opened.#follow();
    parts.bus.subscribe('clock', () => void opened.#follow().catch(() => {}));
    return opened;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** Polls as well, because the notification of a move is lost while the listening connection is down. */
  start(): void {
    this.#looking ??= setInterval(() => void this.#follow().catch(() => {}), lookEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  /** Reads the stored offset, so that a caller who is about to move the clock is not behind another process. */
  async catchUp(): Promise<void> {
    const ahead = await storedClockOffset(this.#database.db);
    if (ahead !== undefined && ahead > this.#clock.aheadMs) this.#clock.setAhead(ahead);
  }

  /** Moves the clock, only forward. */
  async moveTo(instant: Date): Promise<void> {
    if (instant > this.now()) await this.#move(() => this.#clock.moveTo(instant));
  }

  async backToRealTime(): Promise<void> {
    await this.#move(() => this.#clock.setAhead(0));
  }

  /** Stored in the transaction that resets the sandbox, which has deleted the old offset. */
  async store(db: Db): Promise<void> {
    await storeClockOffset(db, this.#clock.aheadMs);
  }

  async #move(move: () => void): Promise<void> {
    this.#moving += 1;
    try {
      move();
      await this.store(this.#database.db);
    } finally {
      this.#moving -= 1;
    }
  }

  /** Ignored in the process that is moving the clock: its own offset is newer than the stored one. */
  async #follow(): Promise<void> {
    const ahead = await storedClockOffset(this.#database.db);
    if (ahead !== undefined && this.#moving === 0) this.#clock.setAhead(ahead);
  }
}
