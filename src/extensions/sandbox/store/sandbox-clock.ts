import { sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { channel } from '../../../registry/store/runner/journal.ts';

/** How far the sandbox's clock is ahead of real time, in milliseconds; undefined if it was never moved. */
export async function storedClockOffset(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('sandbox_clock').select('ahead_ms').executeTakeFirst();
  return row?.ahead_ms;
}

/** Notifies every process. */
export async function storeClockOffset(db: Db, aheadMs: number): Promise<void> {
  await sql`
    with stored as (
      insert into sandbox_clock (ahead_ms) values (${Math.round(aheadMs)})
      on conflict (only_row) do update set ahead_ms = excluded.ahead_ms returning ahead_ms)
    select pg_notify(${channel}, '["clock",""]') from stored`.execute(db);
}

/** The target of a move: that of an unfinished move, or else `target`, which is stored. */
export async function targetOfMove(db: Db, id: string, target: Date): Promise<Date> {
  const { rows } = await sql<{ target: Date }>`
    insert into sandbox_clock_moves (id, target) values (${id}, ${target})
    on conflict (id) do update set target = sandbox_clock_moves.target returning target`.execute(db);
  return rows[0]?.target ?? target;
}
