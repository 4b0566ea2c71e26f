import { type RawBuilder, sql } from 'kysely';
import { TooManyRows } from '../../../../base/errors.ts';
import type { Db } from '../connections/pool.ts';
import { expectedRows } from '../connections/query-cost-meter.ts';

/** The rows of a list, as a query of any columns. */
interface Chosen {
  readonly rows: RawBuilder<unknown>;
  /**
   * The rows are the whole list, whose size the planner knows. It may not know how many a condition chooses, so those
   * are counted.
   */
  readonly isWhole: boolean;
  /** How many rows of other tables are looked up for each of them. */
  readonly lookUps: number;
}

/** Refuses a query that would look up so many rows that it would run until it is cancelled. */
export async function refuseTooMany(
  db: Db,
  { rows, isWhole, lookUps }: Chosen,
  mostRows: number | undefined,
): Promise<void> {
  if (mostRows === undefined || lookUps === 0) return;
  const most = Math.floor(mostRows / lookUps);
  const expected = await expectedRows(db, rows.compile(db));
  if (expected <= most) return;
  if (isWhole) throw new TooManyRows(most, Math.ceil(expected));
  const counted = await countUpTo(db, rows, most + 1);
  if (counted > most) throw new TooManyRows(most, counted, counted);
}

async function countUpTo(db: Db, rows: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*) from (select from (${rows}) chosen limit ${most}) first`.execute(db);
  return found[0]?.count ?? 0;
}
