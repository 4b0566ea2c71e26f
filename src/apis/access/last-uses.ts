import { lruCache } from '../../core/lru-cache.ts';
import type { Database } from '../../registry/store/driver/database.ts';
import { noteTokenUses } from '../../registry/store/runner/access-tokens.ts';
import { type FreeReads, noteFreeReads } from '../../registry/store/runner/published.ts';
import { noteSignIns, type SeenUser } from '../../registry/store/runner/sign-ins.ts';
import type { Batch } from './batch.ts';

/** The precision of a last use. */
export const notedEveryMs = 60_000;
const mostNoted = 10_000;

/**
 * Records in batches when tokens were last used and users last seen, at most once a minute for each, and the reads of
 * published questions that cost nothing. Nothing depends on it.
 */
export class LastUses {
  readonly #database: Database;
  readonly #batch: Batch;
  /** When a use of a token was last noted here. */
  readonly #noted = lruCache<number, number>(mostNoted);
  #tokens = new Map<number, Date>();
  #signIns = new Map<string, SeenUser>();
  #freeReads = new Map<number, FreeReads>();

  constructor({ database, batch }: { database: Database; batch: Batch }) {
    this.#database = database;
    this.#batch = batch;
    batch.join(() => this.#write());
  }

  token(id: number, storedAt: Date | null, now: Date): void {
    const last = Math.max(this.#noted.get(id) ?? 0, storedAt?.getTime() ?? 0);
    // The sandbox's clock can be set back.
    if (now.getTime() - last < notedEveryMs && last <= now.getTime()) return;
    this.#noted.set(id, now.getTime());
    this.#tokens.set(id, now);
    this.#batch.wake();
  }

  signIn(seen: SeenUser): void {
    this.#signIns.set(`${seen.userId} ${seen.network}`, seen);
    this.#batch.wake();
  }

  /** A read that was answered from the cache. */
  freeRead(questionId: number, now: Date): void {
    const reads = (this.#freeReads.get(questionId)?.reads ?? 0) + 1;
    this.#freeReads.set(questionId, { id: questionId, reads, lastAt: now });
    this.#batch.wake();
  }

  async #write(): Promise<void> {
    const [tokens, signIns] = [this.#tokens, [...this.#signIns.values()]];
    const freeReads = [...this.#freeReads.values()];
    this.#tokens = new Map();
    this.#signIns = new Map();
    this.#freeReads = new Map();
    const { db } = this.#database;
    const noted = tokens.size > 0 && noteTokenUses(db, tokens, notedEveryMs);
    const seen = signIns.length > 0 && noteSignIns(db, signIns);
    const read = freeReads.length > 0 && noteFreeReads(db, freeReads);
    await Promise.all([noted, seen, read]).catch(() => {
      for (const id of tokens.keys()) this.#noted.delete(id);
    });
  }
}
