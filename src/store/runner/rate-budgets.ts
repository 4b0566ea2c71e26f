import { sql } from 'kysely';
import type { Db } from '../driver/lane.ts';

export interface Spent {
  readonly used: number;
  readonly windowStart: Date;
}

/** Adds to what a caller has used in its window, in one statement; an old window starts anew. */
export async function spendBudget(
  db: Db,
  caller: string,
  cost: number,
  now: Date,
  windowMs: number,
): Promise<Spent> {
  const { rows } = await sql<{ used: number; window_start: Date }>`
    insert into rate_budgets as budget (caller, window_start, used) values (${caller}, ${now}, ${cost})
    on conflict (caller) do update set
      used = case when budget.window_start <= ${new Date(now.getTime() - windowMs)} then ${cost}
        else budget.used + ${cost} end,
      window_start = case when budget.window_start <= ${new Date(now.getTime() - windowMs)} then ${now}
        else budget.window_start end
    returning used, window_start`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert returned no row');
  return { used: row.used, windowStart: row.window_start };
}

/** Windows that have passed tell nothing any more. */
export async function forgetOldBudgets(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  await db.deleteFrom('rate_budgets').where('window_start', '<=', dayAgo).execute();
}

/** What was taken in a window that has passed is not given back in another one. */
export async function refundBudget(db: Db, caller: string, cost: number, windowStart?: Date): Promise<void> {
  const within = windowStart ? sql`and window_start = ${windowStart}` : sql``;
  await sql`update rate_budgets set used = greatest(0, used - ${cost}) where caller = ${caller} ${within}`.execute(
    db,
  );
}
