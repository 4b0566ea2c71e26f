import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What a stretch of work has written. */
export interface Written {
  readonly walBytes: number;
  readonly rows: number;
}

export const nothingWritten: Written = { walBytes: 0, rows: 0 };

export const addWritten = (one: Written, other: Written): Written => ({
  walBytes: one.walBytes + other.walBytes,
  rows: one.rows + other.rows,
});

/** A connection tells the server what it has written once a second, when it is used. */
const reportedAfterMs = 1_100;

/** Counts what the server's log has grown by and how many rows were inserted, updated and deleted, whoever did it. */
export class WriteAccount {
  readonly #client: pg.Client;
  readonly #isQuick: boolean;

  private constructor(client: pg.Client, isQuick: boolean) {
    this.#client = client;
    this.#isQuick = isQuick;
  }

  static async open(url: string, isQuick: boolean): Promise<WriteAccount> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new WriteAccount(client, isQuick);
  }

  /** `again` uses the server's connections once more, so that they report. */
  async writtenBy(work: () => Promise<unknown>, again: () => Promise<unknown>): Promise<Written> {
    const before = await this.#read();
    await work();
    const { walBytes } = await this.#read();
    if (!this.#isQuick) {
      await sleep(reportedAfterMs);
      await again();
    }
    const { rows } = await this.#read();
    return { walBytes: walBytes - before.walBytes, rows: rows - before.rows };
  }

  async #read(): Promise<Written> {
    const { rows } = await this.#client.query<Written>(`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes",
        (tup_inserted + tup_updated + tup_deleted)::float8 as rows
      from pg_stat_database where datname = current_database()`);
    return rows[0] ?? nothingWritten;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
