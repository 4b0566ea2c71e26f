import { type RawBuilder, sql } from 'kysely';
import type { Earliest } from '../driver/earliest.ts';
import type { Db } from '../driver/pool.ts';

export interface DomainCount {
  readonly registrar_id: number;
  readonly name: string;
  readonly count: number;
}

/** Days are local ones: they end where the next begins in this time zone. */
interface Zone {
  readonly zone: string;
}

/** The day after the first one that is not counted; while none is, any day will do. */
export const earliestUncounted: Earliest = sql`
  select case when exists (select from domain_counts) then (select max(day) + 2 from domain_counts)
    else (select min(created_at)::date from registrars) end`;

/**
 * What each registrar had when each of these days was over: what it has now, less what came and more what went since the
 * first of them. History is exact whenever it is asked, so a day may be counted late.
 */
const countedBack = (days: RawBuilder<unknown>, first: string, zone: string) => sql`
  with days as (${days}),
  held as (select registrar_id, count(*) as count from domains group by registrar_id),
  moves as (
    select at, changes->'registrar'->>'from' as left_code, changes->'registrar'->>'to' as joined_code
    from history
    where object_type = 'domain' and changes ? 'registrar'
      and at >= (${first}::date + 1)::timestamp at time zone ${zone}),
  steps as (
    select at, left_code as code, 1 as missing from moves where left_code is not null
    union all select at, joined_code, -1 from moves where joined_code is not null)
  select days.day, registrars.id as registrar_id,
    coalesce(held.count, 0)
      + coalesce((select sum(missing) from steps
        where steps.code = registrars.code and steps.at >= (days.day + 1)::timestamp at time zone ${zone}), 0)
      as count
  from days cross join registrars left join held on held.registrar_id = registrars.id`;

/** Counts the days that are over and were not counted yet, up to and with `until`; tells how many those were. */
export async function countDays(
  db: Db,
  { zone, until, most }: Zone & { readonly until: string; readonly most: number },
): Promise<number> {
  // Found before: only then the planner sees how little of history is asked for.
  const { rows: days } = await sql<{ first: string | null }>`
    select (max(day) + 1)::text as first from domain_counts`.execute(db);
  const first = days[0]?.first ?? until;
  const uncounted = sql`
    select day::date as day from generate_series(${first}::date, ${until}::date, interval '1 day') as day
    order by day limit ${most}`;
  const { rows } = await sql<{ day: string }>`
    insert into domain_counts (day, registrar_id, count)
    select day, registrar_id, greatest(0, count) from (${countedBack(uncounted, first, zone)}) as counted
    on conflict do nothing returning day`.execute(db);
  return new Set(rows.map(({ day }) => day)).size;
}

/** Of registrars that are no test: when a day was over, from its count or else from history; null: now. */
export async function domainCounts(
  db: Db,
  { zone, day }: Zone & { readonly day: string | null },
): Promise<DomainCount[]> {
  const counted =
    day === null
      ? sql`select registrar_id, count(*)::int as count from domains group by registrar_id`
      : sql`select registrar_id, count from domain_counts where day = ${day}::date
          union all select registrar_id, greatest(0, count)::int
          from (${countedBack(sql`select ${day}::date as day`, day, zone)}) as back
          where not exists (select from domain_counts where day = ${day}::date)`;
  const { rows } = await sql<DomainCount>`
    select registrars.id as registrar_id, registrars.name, counted.count
    from (${counted}) as counted join registrars on registrars.id = counted.registrar_id
    where counted.count > 0 and not registrars.test_registrar`.execute(db);
  return rows;
}
