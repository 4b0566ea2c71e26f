import { sql } from 'kysely';
import type { Db } from './pool.ts';
import type { DatabaseUnavailable } from './trouble.ts';

const DISK_FULL = '53100';

/**
 * A megabyte of a table that is rolled back at once: where the data lie, whatever is configured for temporary tables,
 * and not in the log, which may have space on a disk of its own.
 */
const takeSome = sql`do $$
  begin
    perform set_config('temp_tablespaces', '', true);
    create temp table zonegraph_space as select generate_series(1, 25000) as n;
    raise exception using errcode = 'ZG000';
  exception when sqlstate 'ZG000' then null;
  end $$`;

/** Remembers that data found no space on the disk, until they are seen to find some again. */
export class DiskFull {
  #isShort = false;

  notice({ code }: DatabaseUnavailable): void {
    if (code === DISK_FULL) this.#isShort = true;
  }

  /** Costs nothing while nobody was short of space; throws while there is still none. */
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
