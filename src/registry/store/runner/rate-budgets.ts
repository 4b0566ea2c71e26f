import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';

export interface BudgetUsage {
  readonly used: number;
  readonly windowStart: Date;
}

/** Adds to a caller's use in its window, in one statement; an expired window starts again. */
export async function spendBudget(
  db: Db,
  caller: string,
  cost: number,
  now: Date,
  windowMs: number,
): Promise<BudgetUsage> {
  const oldest = new Date(now.getTime() - windowMs);
  const { rows } = await sql<BudgetUsage>`insert into rate_budgets as budget (caller, window_start, used)
    values (${caller}, ${now}, ${cost})
    on conflict (caller) do update set
      used = case when budget.window_start <= ${oldest} then ${cost} else budget.used + ${cost} end,
      window_start = case when budget.window_start <= ${oldest} then ${now} else budget.window_start end
    returning used, window_start as "windowStart"`.execute(db);
  const [spent] = rows;
  if (!spent) throw new Error('an upsert returned no row');
  return spent;
}

export async function refundBudget(db: Db, caller: string, cost: number): Promise<void> {
  await sql`update rate_budgets set used = greatest(0, used - ${cost}) where caller = ${caller}`.execute(db);
}

/** Deletes windows that have passed. */
export async function forgetOldBudgets(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  await db.deleteFrom('rate_budgets').where('window_start', '<=', dayAgo).execute();
}

/**
 * The length of a window, and how far the registry's clock is ahead of the machine's. Windows use the database's
 * clock, so that processes whose own clocks differ or jump agree on when they end.
 */
export interface WindowClock {
  readonly windowMs: number;
  readonly aheadMs: number;
}

/** The points of a caller that a process has counted in the window that began then; negative points are refunds. */
export interface CountedPoints {
  readonly caller: string;
  readonly startedMs: number;
  readonly points: number;
}

export interface StoredBudget {
  readonly caller: string;
  readonly startedMs: number;
  readonly used: number;
}

export interface StoredBudgets {
  /** The database's time. */
  readonly nowMs: number;
  readonly budgets: readonly StoredBudget[];
}

/**
 * Adds the points that a process has counted for all its callers, and returns the sums of all processes, for `others`
 * too. Points of a window that has ended meanwhile are dropped. Rows are locked in the same order as in
 * `chargePoints`.
 */
export async function addPoints(
  db: Db,
  counted: readonly CountedPoints[],
  others: readonly string[],
  clock: WindowClock,
): Promise<StoredBudgets> {
  const started = counted.map(({ startedMs }) => new Date(startedMs));
  const given = sql`unnest(${counted.map(({ caller }) => caller)}::text[], ${started}::timestamptz[],
    ${counted.map(({ points }) => points)}::int[]) as given (caller, started, points)`;
  const rows = sql`select caller, started, points from ${given}, clock
    where started > ended and started <= latest
      and (points > 0 or exists (select from rate_budgets where rate_budgets.caller = given.caller))
    order by caller desc`;
  const added = sql`insert into rate_budgets as budget (caller, window_start, used) ${rows}
    on conflict (caller) do update set ${counting}
    returning caller, window_start, used`;
  // Without points to add, the statement only reads.
  const read =
    counted.length === 0
      ? sql`select caller, window_start, used from rate_budgets where caller = any(${others}::text[])`
      : sql`select * from added union all select caller, window_start, used from rate_budgets
          where caller = any(${[...others, ...counted.map(({ caller }) => caller)]}::text[])
            and caller not in (select caller from added)`;
  const { rows: found } = await sql<Row>`with ${clockAt(clock)}
    ${counted.length === 0 ? sql`` : sql`, added as (${added})`}
    select ${epochMs(sql`now`)} as "nowMs", caller, ${epochMs(sql`window_start`)} as "startedMs", used
    from clock left join (${read}) as found on true`.execute(db);
  return budgetsOf(found);
}

/** A caller, and how much of its budget may be used. */
export interface ChargedBudget {
  readonly caller: string;
  readonly most: number;
}

/**
 * Charges one budget after another, as far as each has room: if the first refuses, the second is not charged. Returns
 * the rows and the charged callers.
 */
export async function chargePoints(
  db: Db,
  [own, shared]: readonly ChargedBudget[],
  cost: number,
  clock: WindowClock,
): Promise<StoredBudgets & { readonly charged: ReadonlySet<string> }> {
  if (!own) throw new TypeError('there is no budget to charge');
  const charging = ({ caller, most }: ChargedBudget, from: RawBuilder<unknown>) =>
    sql`insert into rate_budgets as budget (caller, window_start, used)
      select ${caller}::text, now, ${cost}::int from ${from} where ${cost}::int <= ${most}::int8
      on conflict (caller) do update set ${counting}
      where case when ${isOver} then excluded.used else budget.used + excluded.used end <= ${most}::int8
      returning caller, window_start, used`;
  const callers = shared ? [own.caller, shared.caller] : [own.caller];
  const { rows } = await sql<Row & { readonly charged: boolean }>`with ${clockAt(clock)},
    own as (${charging(own, sql`clock`)})
    ${shared ? sql`, shared as (${charging(shared, sql`clock, own`)})` : sql``},
    charged as (select * from own ${shared ? sql`union all select * from shared` : sql``})
    select ${epochMs(sql`now`)} as "nowMs", caller, ${epochMs(sql`window_start`)} as "startedMs", used, charged
    from clock left join (
      select *, true as charged from charged
      union all select caller, window_start, used, false from rate_budgets
        where caller = any(${callers}::text[]) and caller not in (select caller from charged)) as found on true`.execute(
    db,
  );
  const charged = rows.filter((row) => row.charged).map(({ caller }) => caller ?? '');
  return { ...budgetsOf(rows), charged: new Set(charged) };
}

interface Row {
  readonly nowMs: number;
  readonly caller: string | null;
  readonly startedMs: number | null;
  readonly used: number | null;
}

function budgetsOf(rows: readonly Row[]): StoredBudgets {
  const [first] = rows;
  if (!first) throw new Error('the database did not tell its time');
  const budgets = rows.flatMap(({ caller, startedMs, used }) =>
    caller === null || startedMs === null || used === null ? [] : [{ caller, startedMs, used }],
  );
  return { nowMs: first.nowMs, budgets };
}

const epochMs = (moment: RawBuilder<unknown>) => sql`(extract(epoch from ${moment}) * 1000)::float8`;

/** A window that begins in the future is invalid: the clock was set back. */
export const skewMs = 1_000;

/** `ended` is the start of a window that ends now. */
const clockAt = ({ windowMs, aheadMs }: WindowClock) => sql`times as materialized (
    select date_trunc('milliseconds', clock_timestamp() + ${aheadMs}::float8 * interval '1 millisecond') as now),
  clock as materialized (
    select now, now - ${windowMs}::float8 * interval '1 millisecond' as ended,
      now + ${skewMs}::float8 * interval '1 millisecond' as latest
    from times)`;

/** True if the stored window has ended. */
const isOver = sql`(budget.window_start <= (select ended from clock) or budget.window_start > (select latest from clock))`;

const counting = sql`
  used = greatest(0, case when ${isOver} then excluded.used else budget.used + excluded.used end),
  window_start = case when ${isOver} then excluded.window_start else budget.window_start end`;
