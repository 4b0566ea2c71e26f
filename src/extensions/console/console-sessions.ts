import { realEpochSeconds } from '../../base/clock.ts';
import { fingerprint, randomHex } from '../../base/secrets.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { deleteConsoleSession, hasConsoleSession, insertConsoleSession } from './store/console-sessions.ts';

/**
 * The sessions of the operator console, shared by all processes. A session that was ended is refused, even
 * with its cookie.
 */
export class ConsoleSessions {
  readonly #database: Database;

  constructor({ database }: { readonly database: Database }) {
    this.#database = database;
  }

  /** Returns the id of a new session, which cannot be guessed. */
  async begin(lastsSeconds: number): Promise<string> {
    const id = randomHex(32);
    const now = realNow();
    const endsAt = new Date(now.getTime() + lastsSeconds * 1000);
    await insertConsoleSession(this.#database.db, { hash: fingerprint(id), ends_at: endsAt }, now);
    return id;
  }

  isOpen(id: string): Promise<boolean> {
    return hasConsoleSession(this.#database.db, fingerprint(id), realNow());
  }

  end(id: string): Promise<void> {
    return deleteConsoleSession(this.#database.db, fingerprint(id));
  }
}

const realNow = (): Date => new Date(realEpochSeconds() * 1000);
