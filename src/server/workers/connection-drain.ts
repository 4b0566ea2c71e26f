import type { Worker } from 'node:cluster';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stopwatch } from '../../base/clock.ts';
import { limit } from '../../base/limits.ts';
import { withTimeout } from '../../base/with-timeout.ts';
import type { ToWorker } from './messages.ts';

const maxRounds = limit(
  'turns of the event loop in which a worker accepts what waits',
  512,
  'Each accepts one connection at most.',
);
const longestMs = limit(
  'milliseconds that a worker without an answer can delay the shutdown of the others',
  5_000,
  'The others have requests to finish.',
);

/** Gives the workers every connection that has arrived, before they are told to stop. */
export class ConnectionDrain {
  readonly #asked = new Map<Worker, (count: number) => void>();
  readonly #now = stopwatch();

  /**
   * The primary accepts one connection in each iteration of the event loop, and gives a worker the next one only
   * after it has taken the previous one. A worker's reply comes after that, so each round of pings advances the
   * queue, and a round without a new connection means that the queue is empty.
   */
  async finish(workers: readonly Worker[]): Promise<void> {
    for (let iteration = 0; iteration < maxRounds; iteration += 1) await nextTurn();
    const end = this.#now() + longestMs;
    let before = -1;
    for (let round = 0; round < maxRounds; round += 1) {
      const counts = await withTimeout(
        Promise.all(workers.map((worker) => this.#ask(worker))),
        end - this.#now(),
      );
      const taken = counts?.reduce((sum, count) => sum + count, 0);
      if (taken === undefined || taken === before) return;
      before = taken;
    }
  }

  #ask(worker: Worker): Promise<number> {
    return new Promise((resolve) => {
      this.#asked.set(worker, resolve);
      // A worker that has exited takes no connections.
      if (!worker.isConnected()) resolve(0);
      else
        worker.send(
          { kind: 'count-connections' } satisfies ToWorker,
          undefined,
          (error) => error && resolve(0),
        );
    });
  }

  take(worker: Worker, count: number): void {
    this.#asked.get(worker)?.(count);
  }

  forget(worker: Worker): void {
    this.#asked.get(worker)?.(0);
  }
}
