import type { Services } from '../../../apis/services.ts';
import { type FreeReads, noteFreeReads } from '../store/published.ts';

/** Records in batches the reads of published questions that were answered from the cache. Nothing depends on it. */
export class FreeReadings {
  readonly #services: Pick<Services, 'database' | 'batch'>;
  #waiting = new Map<number, FreeReads>();

  constructor(services: Pick<Services, 'database' | 'batch'>) {
    this.#services = services;
    services.batch.join(() => this.#write());
  }

  add(questionId: number, now: Date): void {
    this.#put({ id: questionId, reads: 1, lastAt: now });
    this.#services.batch.wake();
  }

  #put({ id, reads, lastAt }: FreeReads): void {
    const known = this.#waiting.get(id);
    const last = known && known.lastAt > lastAt ? known.lastAt : lastAt;
    this.#waiting.set(id, { id, reads: (known?.reads ?? 0) + reads, lastAt: last });
  }

  async #write(): Promise<void> {
    const reads = [...this.#waiting.values()];
    if (reads.length === 0) return;
    this.#waiting = new Map();
    await noteFreeReads(this.#services.database.db, reads).catch(() => {
      // They are added with the next ones.
      for (const one of reads) this.#put(one);
    });
  }
}
