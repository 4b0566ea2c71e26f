import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../driver/pool.ts';

/** How many domains came and went in a period, under a zone and a registrar where it is asked by these. */
export interface DomainFlow {
  /** From 1, in the order of the moments at which periods begin; 0 has what is there now. */
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
  /** A mirror met them when it was first read: they are there since, and it is no event. */
  readonly met: number;
  readonly held: number;
}

interface Asked {
  /** When each period begins. */
  readonly beginnings: readonly Date[];
  readonly by: { readonly zone: boolean; readonly registrar: boolean };
  /** Undefined: of everybody. */
  readonly registrarId: number | undefined;
}

/** From the first period until now, with what is there now: one statement, so that all of it is of one moment. */
export async function domainFlows(db: Db, { beginnings, by, registrarId }: Asked): Promise<DomainFlow[]> {
  const only = (column: RawBuilder<unknown>) =>
    registrarId === undefined ? sql`true` : sql`${column} = ${registrarId}`;
  const zone = by.zone ? sql`zone_id` : sql`null::int`;
  const keysOf = (registrar: RawBuilder<unknown>) =>
    sql`${zone} as zone_id, ${by.registrar ? registrar : sql`null::int`} as registrar_id`;
  // The condition of the index that has all these columns.
  const counted = sql`valid_from >= ${beginnings[0]} and (kind is null or kind not in ('UPDATED', 'REGISTRANT_CHANGED'))`;
  const period = sql`width_bucket(valid_from, ${beginnings}::timestamptz[])`;
  const { rows } = await sql<DomainFlow>`
    with flows as (
      select ${period} as period, ${keysOf(sql`registrar_id`)},
        count(*) filter (where kind = 'REGISTERED') as registered,
        count(*) filter (where kind = 'RENEWED') as renewed,
        count(*) filter (where registrar_id is not null and (kind = 'TRANSFERRED' or from_registrar_id is not null))
          as transferred_in,
        0::bigint as transferred_out,
        count(*) filter (where kind = 'DELETED') as deleted,
        count(*) filter (where kind is null) as met, 0::bigint as held
      from domain_versions where ${counted} and ${only(sql`registrar_id`)} group by 1, 2, 3
      union all
      select ${period}, ${keysOf(sql`from_registrar_id`)}, 0, 0, 0, count(*), 0, 0, 0
      from domain_versions where ${counted} and from_registrar_id is not null and ${only(sql`from_registrar_id`)}
      group by 1, 2, 3
      union all
      select 0, ${keysOf(sql`registrar_id`)}, 0, 0, 0, 0, 0, 0, count(*)
      from domains where ${only(sql`registrar_id`)} group by 1, 2, 3),
    added as (
      select period, zone_id, registrar_id, sum(registered)::int as registered, sum(renewed)::int as renewed,
        sum(transferred_in)::int as transferred_in, sum(transferred_out)::int as transferred_out,
        sum(deleted)::int as deleted, sum(met)::int as met, sum(held)::int as held
      from flows group by 1, 2, 3)
    select added.*, zones.origin as zone, registrars.code as registrar_code, registrars.name as registrar_name,
      registrars.test_registrar as is_test
    from added left join zones on zones.id = added.zone_id left join registrars on registrars.id = added.registrar_id
    order by period, zones.origin nulls last, registrars.code nulls last`.execute(db);
  return rows;
}

/** By how many there are more after a period. */
export const gained = (flow: DomainFlow | undefined): number =>
  flow ? flow.registered + flow.transferred_in + flow.met - flow.deleted - flow.transferred_out : 0;
