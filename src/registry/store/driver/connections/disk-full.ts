import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { DatabaseUnavailable } from './trouble.ts';

const DISK_FULL = '53100';

/**
 * Writes a megabyte of a table that is rolled back at once: on the disk of the data, whatever is configured
 * for temporary tables, and not in the log, which may have its own disk.
 */
const takeSome = sql`do $$
  begin
    perform set_config('temp_tablespaces', '', true);
    create temp table zonegraph_space as select generate_series(1, 25000) as n;
    raise exception using errcode = 'ZG000';
  exception when sqlstate 'ZG000' then null;
  end $$`;

/** Records that the disk was full, until a write shows that it no longer is. */
export class DiskFull {
  #isShort = false;

  notice({ code }: DatabaseUnavailable): void {
    if (code === DISK_FULL) this.#isShort = true;
  }

  /** Costs nothing while the disk was not full; throws while it still is. */
  async check(db: Db): Promise<void> {
    if (!this.#isShort) return;
    this.#isShort = false;
    try {
      await takeSome.execute(db);
    } catch (error) {
      this.#isShort = true;
      throw error;
    }
  }
}
