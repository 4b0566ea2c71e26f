import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { workerExits } from '../../base/metrics.ts';
import { withTimeout } from '../../base/with-timeout.ts';
import { measureWithinMs, type ToWorker } from './messages.ts';

type Measured = readonly { readonly type: unknown }[];

/** The metrics of all workers. Counters never fall: those of an ended worker stay in the sum. */
export class MetricsAggregator {
  readonly #last = new Map<Worker, Measured>();
  readonly #waiting = new Map<string, (measured: Measured) => void>();
  #departed: Promise<Measured> = Promise.resolve([]);
  #questions = 0;
  #exits = 0;

  async gather(workers: readonly Worker[]): Promise<unknown[][]> {
    const asked = workers.map(async (worker) => {
      const measured = await withTimeout(this.#ask(worker), measureWithinMs);
      // The worker may have ended meanwhile, and is then among the ended ones.
      if (measured && worker.isConnected()) this.#last.set(worker, measured);
    });
    await Promise.all(asked);
    const exits = {
      ...workerExits,
      type: 'counter',
      aggregator: 'sum',
      values: [{ value: this.#exits, labels: {} }],
    };
    return [
      [exits],
      [...(await this.#departed)],
      ...[...this.#last.values()].map((measured) => [...measured]),
    ];
  }

  #ask(worker: Worker): Promise<Measured> {
    this.#questions += 1;
    const question = this.#questions;
    return new Promise((resolve) => {
      this.#waiting.set(`${worker.id} ${question}`, resolve);
      worker.send({ kind: 'measure', question } satisfies ToWorker, undefined, () => {});
    });
  }

  take(worker: Worker, { question, metrics }: { question: number; metrics: unknown[] }): void {
    const name = `${worker.id} ${question}`;
    this.#waiting.get(name)?.(metrics as unknown as Measured);
    this.#waiting.delete(name);
  }

  /** A worker that ended without being asked to. */
  countExit(): void {
    this.#exits += 1;
  }

  forget(worker: Worker): void {
    for (const name of this.#waiting.keys()) if (name.startsWith(`${worker.id} `)) this.#waiting.delete(name);
    const last = this.#last.get(worker)?.filter(({ type }) => isCount(type));
    this.#last.delete(worker);
    if (!last) return;
    this.#departed = this.#departed.then((departed) =>
      AggregatorRegistry.aggregate([departed, last]).getMetricsAsJSON(),
    );
  }
}

const isCount = (type: unknown): boolean => type === 'counter' || type === 'histogram';
