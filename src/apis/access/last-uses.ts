import { limit } from '../../base/limits.ts';
import { lruCache } from '../../base/lru-cache.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { noteTokenUses } from '../../registry/store/runner/access-tokens.ts';
import { noteSignIns, type SeenUser } from '../../registry/store/runner/sign-ins.ts';
import type { Batch } from './batch.ts';

/** The precision of a last use. */
export const notedEveryMs = 60_000;
const mostNoted = limit(
  'uses of tokens that wait to be written',
  10_000,
  'They are written every half second.',
);

/**
 * Records in batches when tokens were last used and users last seen, at most once a minute for each. Nothing depends on
 * it.
 */
export class LastUses {
  readonly #database: Database;
  readonly #batch: Batch;
  /** The moments at which uses of tokens were last noted here. */
  readonly #noted = lruCache<number, number>(mostNoted);
  #tokens = new Map<number, Date>();
  #signIns = new Map<string, SeenUser>();

  constructor({ database, batch }: { database: Database; batch: Batch }) {
    this.#database = database;
    this.#batch = batch;
    batch.join(() => this.#write());
  }

  token(id: number, storedAt: Date | null, now: Date): void {
    const last = Math.max(this.#noted.get(id) ?? 0, storedAt?.getTime() ?? 0);
    // A clock that can be moved can be set back.
    if (now.getTime() - last < notedEveryMs && last <= now.getTime()) return;
    this.#noted.set(id, now.getTime());
    this.#tokens.set(id, now);
    this.#batch.wake();
  }

  signIn(seen: SeenUser): void {
    this.#signIns.set(`${seen.userId} ${seen.network}`, seen);
    this.#batch.wake();
  }

  async #write(): Promise<void> {
    const [tokens, signIns] = [this.#tokens, [...this.#signIns.values()]];
    this.#tokens = new Map();
    this.#signIns = new Map();
    const { db } = this.#database;
    const noted = async () => {
      if (tokens.size > 0) await noteTokenUses(db, tokens, notedEveryMs);
    };
    const seen = async () => {
      if (signIns.length > 0) await noteSignIns(db, signIns);
    };
    await Promise.all([
      noted().catch(() => {
        for (const id of tokens.keys()) this.#noted.delete(id);
      }),
      seen().catch(() => {}),
    ]);
  }
}
