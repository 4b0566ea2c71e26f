import { type RawBuilder, sql } from 'kysely';
import type { Calendar, LocalDate } from '../../../base/calendar.ts';
import type { Db } from '../driver/connections/pool.ts';
import { countVersions, positionIn, versionsAfter, versionsBetween } from './domain-flows.ts';

/** How many domains were added and removed in a period, by zone and registrar if requested. */
export interface DomainFlow {
  /** The number of the period, from 1, in the order in which periods begin; 0 is the present state. */
  readonly period: number;
  readonly zone: string | null;
  readonly registrar_id: number | null;
  readonly registrar_code: string | null;
  readonly registrar_name: string | null;
  readonly is_test: boolean | null;
  readonly registered: number;
  readonly renewed: number;
  readonly transferred_in: number;
  readonly transferred_out: number;
  readonly deleted: number;
  /** Domains that were there when the registry was first copied: they count from then on, but that is not an event. */
  readonly met: number;
  readonly held: number;
}

interface StatisticsQuery {
  /**
   * The moments at which the periods begin: each at a day, except for the first, which may begin at any time.
   */
  readonly beginnings: readonly [Date, ...Date[]];
  readonly by: { readonly zone: boolean; readonly registrar: boolean };
  /** The registrar; undefined for all registrars. */
  readonly registrarId: number | undefined;
}

/** The mark goes back if days are counted again; then the query is repeated from there. */
export async function domainFlows(db: Db, calendar: Calendar, asked: StatisticsQuery): Promise<DomainFlow[]> {
  const { rows } = await positionIn(calendar.zone).execute(db);
  for (let from = rows[0]?.id ?? 0; ; ) {
    const [sentinel, ...flows] = await flowsFrom(db, calendar, asked, from);
    if (!sentinel || sentinel.held >= from) return flows;
    from = sentinel.held;
  }
}

/** The first period has the mark in `held`. */
const markPeriod = -1;

/**
 * Returns the flows from the first period until now, with the present state, in one statement and so in one snapshot.
 * Whole days are read from domain_flows, and those that are not counted yet from the versions.
 */
async function flowsFrom(
  db: Db,
  calendar: Calendar,
  { beginnings, by, registrarId }: StatisticsQuery,
  from: number,
): Promise<DomainFlow[]> {
  const mark = { id: sql`(select id from mark)`, nth: sql`(select nth from mark)` };
  const newest = versionsAfter(mark, { from });
  const only = (column: RawBuilder<unknown>) =>
    registrarId === undefined ? sql`true` : sql`${column} = ${registrarId}`;
  const keys = sql`${by.zone ? sql`nullif(zone_id, 0)` : sql`null::bigint`} as zone_id,
    ${by.registrar ? sql`nullif(registrar_id, 0)` : sql`null::bigint`} as registrar_id`;
  const [first, ...later] = beginnings;
  const day = firstWholeDay(calendar, first);
  const days = [day, ...later.map((moment) => calendar.dateOf(moment))];
  const period = sql`width_bucket(valid_from, ${beginnings}::timestamptz[])`;
  const added = sql`sum(registered)::int as registered, sum(renewed)::int as renewed,
    sum(transferred_in)::int as transferred_in, sum(transferred_out)::int as transferred_out,
    sum(deleted)::int as deleted, sum(met)::int as met`;
  const { rows } = await sql<DomainFlow>`
    with mark as materialized (${positionIn(calendar.zone)}),
    counted as (
      select width_bucket(day, ${days}::date[]) as place, zone_id, registrar_id, registered, renewed, transferred_in,
        transferred_out, deleted, met
      from domain_flows where day >= ${day} and ${mark.id} > 0
      union all
      ${countVersions(sql`select * from (${newest}) newest where valid_from >= ${calendar.startOf(day)}`, period)}
      union all
      ${countVersions(versionsBetween(first, calendar.startOf(day)), period)}),
    flows as (
      select place as period, ${keys}, ${added}, 0::bigint as held from counted where ${only(sql`registrar_id`)} group by 1, 2, 3
      union all
      select 0, ${keys}, 0, 0, 0, 0, 0, 0, count(*) from domains where ${only(sql`registrar_id`)} group by 1, 2, 3
      union all
      select ${sql.lit(markPeriod)}, null::bigint, null::bigint, 0, 0, 0, 0, 0, 0, id from mark)
    select flows.*, zones.origin as zone, registrars.code as registrar_code, registrars.name as registrar_name,
      registrars.test_registrar as is_test
    from flows left join zones on zones.id = flows.zone_id left join registrars on registrars.id = flows.registrar_id
    order by period, zones.origin nulls last, registrars.code nulls last`.execute(db);
  return rows;
}

/** The first day that begins at this time or later. */
function firstWholeDay(calendar: Calendar, moment: Date): LocalDate {
  const day = calendar.dateOf(moment);
  return calendar.startOf(day).getTime() === moment.getTime() ? day : calendar.plusDays(day, 1);
}

/** The increase in the number of domains during a period. */
export const gained = (flow: DomainFlow | undefined): number =>
  flow ? flow.registered + flow.transferred_in + flow.met - flow.deleted - flow.transferred_out : 0;
