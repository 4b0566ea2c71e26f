import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { stopwatch } from '../../../../base/clock.ts';
import { hostOf, type Servers } from '../../../../base/database-url.ts';
import { CannotOpen } from './cannot-open.ts';
import { codeOf, DatabaseUnavailable } from './trouble.ts';

/** The name of our connections in PostgreSQL (`pg_stat_activity`). */
export const applicationName = 'zonegraph';

export const IS_READ_ONLY = `select current_setting('transaction_read_only') = 'on' as read_only`;
const ANSWER_WITHIN_MS = 1_500;
const ASK_AGAIN_MS = 200;

/** The target of connections: of the servers in the URL, the one that accepts writes. */
export class Primary {
  readonly mustTakeWrites: boolean;
  readonly timeouts: Servers['timeouts'];
  readonly #urls: Servers['urls'];
  #url: string;
  #searching: Promise<boolean> | undefined;

  constructor({ urls, mustTakeWrites, timeouts }: Servers) {
    this.#urls = urls;
    this.timeouts = timeouts;
    this.#url = urls[0];
    this.mustTakeWrites = mustTakeWrites;
  }

  get url(): string {
    return this.#url;
  }

  /**
   * Refuses a connection to a server that accepts no writes, where that matters: a standby, or one that is
   * being retired.
   */
  async check(client: pg.ClientBase): Promise<void> {
    if (!this.mustTakeWrites) return;
    const { rows } = await client.query<{ read_only: boolean }>(IS_READ_ONLY);
    if (rows[0]?.read_only) throw new DatabaseUnavailable('away', new Error(readOnly));
  }

  /** Finds the primary at the start: retries for as long as it would wait for a single server. */
  async find(withinMs: number): Promise<void> {
    if (this.#urls.length === 1) return;
    const elapsed = stopwatch();
    for (;;) {
      try {
        await this.#search(withinMs);
        return;
      } catch (error) {
        if (elapsed() >= withinMs) throw error;
        await sleep(ASK_AGAIN_MS);
      }
    }
  }

  /** Asks all of them at once, and chooses the one that accepts writes; returns whether it has changed. */
  search(): Promise<boolean> {
    this.#searching ??= this.#search(ANSWER_WITHIN_MS).finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  async #search(withinMs: number): Promise<boolean> {
    if (this.#urls.length === 1) return false;
    const before = this.#url;
    try {
      this.#url = await Promise.any(this.#urls.map((url) => this.#takesWrites(url, withinMs)));
    } catch (error) {
      throw new CannotOpen(nobody(this.#urls, error as AggregateError), { cause: error });
    }
    return this.#url !== before;
  }

  async #takesWrites(url: string, withinMs: number): Promise<string> {
    const limits = { connectionTimeoutMillis: withinMs, query_timeout: withinMs };
    const client = new pg.Client({ connectionString: url, application_name: applicationName, ...limits });
    client.on('error', () => {});
    try {
      await client.connect();
      await this.check(client);
      return url;
    } finally {
      // This is not awaited: a server that did not answer may not answer this either.
      void client.end().catch(() => {});
    }
  }
}

const readOnly = 'takes no writes';

function nobody(urls: readonly string[], { errors }: AggregateError): string {
  const reasons = errors.map((error: Error, index) => {
    const { cause = error } = error;
    return `${hostOf(urls[index] ?? '')} (${codeOf(cause) ?? (cause as Error).message})`;
  });
  return `None of the PostgreSQL servers of DATABASE_URL takes writes: ${reasons.join(', ')}. Start or promote one of them, or correct DATABASE_URL.`;
}
