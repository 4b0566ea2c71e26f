import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../driver/pool.ts';

export interface BudgetUsage {
  readonly used: number;
  readonly windowStart: Date;
}

/** Adds to a caller's use in its window, in one statement; an old window starts anew. */
export async function spendBudget(
  db: Db,
  caller: string,
  cost: number,
  now: Date,
  windowMs: number,
): Promise<BudgetUsage> {
  const [spent] = (await spending(sql`values (${caller}, ${now}, ${cost})`, cost, now, windowMs).execute(db))
    .rows;
  if (!spent) throw new Error('an upsert returned no row');
  return spent;
}

const spending = (rows: RawBuilder<unknown>, cost: number, now: Date, windowMs: number) => {
  const oldest = new Date(now.getTime() - windowMs);
  return sql<BudgetUsage>`insert into rate_budgets as budget (caller, window_start, used) ${rows}
    on conflict (caller) do update set
      used = case when budget.window_start <= ${oldest} then ${cost} else budget.used + ${cost} end,
      window_start = case when budget.window_start <= ${oldest} then ${now} else budget.window_start end
    returning used, window_start as "windowStart"`;
};

/** The owner of a budget, and its size. */
export interface CallerBudget {
  readonly caller: string;
  readonly points: number;
}

/**
 * The same for a caller that also shares a budget with others, in one statement. An amount that exceeds its
 * own budget is not counted for the others: undefined.
 */
export async function spendTogether(
  db: Db,
  own: CallerBudget,
  shared: CallerBudget,
  cost: number,
  now: Date,
  windowMs: number,
): Promise<[BudgetUsage, BudgetUsage | undefined]> {
  const first = sql`values (${own.caller}, ${now}::timestamptz, ${cost}::int)`;
  const second = sql`select ${shared.caller}::text, ${now}::timestamptz, ${cost}::int from own
    where used <= ${own.points}`;
  const { rows } = await sql<BudgetUsage>`with own as (${spending(first, cost, now, windowMs)}),
    shared as (${spending(second, cost, now, windowMs)})
    select * from own union all select * from shared`.execute(db);
  const [spent, together] = rows;
  if (!spent) throw new Error('an upsert returned no row');
  return [spent, together];
}

/** Deletes windows that have passed. */
export async function forgetOldBudgets(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  await db.deleteFrom('rate_budgets').where('window_start', '<=', dayAgo).execute();
}

/** An amount taken in a window that has passed is not given back in another one. */
export async function refundBudget(db: Db, caller: string, cost: number, windowStart?: Date): Promise<void> {
  const within = windowStart ? sql`and window_start = ${windowStart}` : sql``;
  await sql`update rate_budgets set used = greatest(0, used - ${cost}) where caller = ${caller} ${within}`.execute(
    db,
  );
}

/** The same for several budgets, locked in the order in which they were spent from. */
export async function refundTogether(
  db: Db,
  cost: number,
  windows: readonly { readonly caller: string; readonly windowStart: Date }[],
): Promise<void> {
  await sql`update rate_budgets budget set used = greatest(0, budget.used - ${cost})
    from (select caller from rate_budgets
      join unnest(${windows.map(({ caller }) => caller)}::text[], ${windows.map((one) => one.windowStart)}::timestamptz[])
        with ordinality as spent (caller, window_start, place) using (caller, window_start)
      order by place for update of rate_budgets) locked
    where budget.caller = locked.caller`.execute(db);
}
