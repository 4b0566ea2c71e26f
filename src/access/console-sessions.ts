import { realEpochSeconds } from '../core/clock.ts';
import { fingerprint, randomHex } from '../core/secrets.ts';
import type { Database } from '../store/driver/database.ts';
import {
  deleteConsoleSession,
  hasConsoleSession,
  insertConsoleSession,
} from '../store/runner/console-sessions.ts';

/** Who is signed in to the operator console, in every process. A session that was ended is dead, whoever kept its cookie. */
export class ConsoleSessions {
  readonly #database: Database;

  constructor({ database }: { readonly database: Database }) {
    this.#database = database;
  }

  /** The id of a new session, which nobody can guess. */
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
