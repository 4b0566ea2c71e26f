import type { Topic } from '../../../base/events.ts';
import type { ListChange, ListChanges, Place } from '../../../registry/operations/list-changes.ts';
import type { Services } from '../../services.ts';
import { lookEveryMs } from './follow.ts';

/** The most changes that are read at once. */
const page = 500;

interface Follower<Now> {
  readonly receive: (change: ListChange<Now>) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * The feed that all live lists of one kind share in a process: each change is read once, by one statement, and given
 * to every stream, which decides in memory whether it concerns its list. Reads while anybody follows.
 */
export class ListFeed<Now> {
  readonly #services: Services;
  readonly #topic: Topic;
  readonly #changes: ListChanges<Now>;
  readonly #followers = new Set<Follower<Now>>();
  #run: Run | undefined;

  constructor(services: Services, topic: Topic, changes: ListChanges<Now>) {
    this.#services = services;
    this.#topic = topic;
    this.#changes = changes;
  }

  /** The follower gets every change that becomes visible after the promise resolves. */
  async join(follower: Follower<Now>): Promise<() => void> {
    this.#followers.add(follower);
    this.#run ??= this.#begin();
    const leave = (): void => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.#end();
    };
    try {
      await this.#run.begun;
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  #begin(): Run {
    const { bus, database } = this.#services;
    const wake = (): void => void this.#read(run);
    const timer = setInterval(wake, lookEveryMs).unref();
    const stops = [bus.subscribe(this.#topic, wake), bus.onMissed(wake), () => clearInterval(timer)];
    const run: Run = {
      begun: this.#changes.end(database.db).then((place) => {
        run.place = place;
        wake();
      }),
      place: undefined,
      isReading: false,
      hasNews: false,
      stop: () => {
        for (const stop of stops) stop();
      },
    };
    return run;
  }

  #end(): void {
    this.#run?.stop();
    this.#run = undefined;
  }

  async #read(run: Run): Promise<void> {
    run.hasNews = true;
    if (run.isReading) return;
    run.isReading = true;
    try {
      while (run.hasNews && run.place && run === this.#run) {
        run.hasNews = false;
        const { database, calendar, clock } = this.#services;
        const today = calendar.dateOf(clock.now());
        const { changes, last, isFull } = await this.#changes.read(database.db, run.place, page, today);
        run.place = last;
        run.hasNews ||= isFull;
        if (run !== this.#run) return;
        for (const change of changes) for (const follower of this.#followers) follower.receive(change);
      }
    } catch (error) {
      // Ends like a stream that reads for itself: its client reconnects with the last change that it has seen.
      for (const follower of [...this.#followers]) follower.fail(error);
    } finally {
      run.isReading = false;
    }
  }
}

interface Run {
  /** Resolves when the place is known from which changes are reported. */
  readonly begun: Promise<void>;
  place: Place | undefined;
  isReading: boolean;
  /** True if something was announced since the last statement was sent. */
  hasNews: boolean;
  readonly stop: () => void;
}
