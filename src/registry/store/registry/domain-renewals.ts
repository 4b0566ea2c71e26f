import { sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import { zoneOf } from '../driver/lists/stored-list.ts';

/** The terms that ended in a period, by zone and registrar if requested. */
export interface DomainRenewals {
  /** The number of the period, from 1, in the order in which periods begin. */
  readonly period: number;
  readonly zone: string | null;
  readonly registrar_id: number | null;
  readonly registrar_code: string | null;
  /** Terms whose last day came: renewed before, later or not at all. */
  readonly ended: number;
  /** Those of them that were not renewed when their last day came. */
  readonly expired: number;
  /** Those that were renewed, before or later. */
  readonly prolonged: number;
}

interface RenewalsQuery {
  readonly beginnings: readonly [Date, ...Date[]];
  /** Terms that end later have not ended. */
  readonly until: Date;
  readonly by: { readonly zone: boolean; readonly registrar: boolean };
  /** The registrar; undefined for all registrars. */
  readonly registrarId: number | undefined;
}

/**
 * Reads terms by their end. A term that was cut short by a transfer goes on in the next one with the same end, which
 * counts instead; one that was cut short by a deletion never ended. A renewal counts where the old term ended, not
 * when it was made.
 */
export async function domainRenewals(
  db: Db,
  { beginnings, until, by, registrarId }: RenewalsQuery,
): Promise<DomainRenewals[]> {
  const whose =
    registrarId === undefined ? sql`terms.registrar_id > 0` : sql`terms.registrar_id = ${registrarId}`;
  const { rows } = await sql<DomainRenewals>`
    with ended as (
      select width_bucket(terms.expires_at, ${beginnings}::timestamptz[]) as period,
        ${by.zone ? zoneOf(sql`terms.name`) : sql`null::text`} as origin,
        ${by.registrar ? sql`terms.registrar_id` : sql`null::bigint`} as registrar_id,
        terms.valid_to > terms.expires_at as is_expired, coalesce(later.is_prolonged, false) as is_prolonged
      from domain_terms terms cross join lateral (
        select bool_or(next.expires_at > terms.expires_at) as is_prolonged,
          bool_or(next.expires_at = terms.expires_at and next.valid_from <= terms.expires_at) as goes_on
        from domain_terms next
        where next.name = terms.name and next.domain_id = terms.domain_id and next.registrar_id > 0
          and next.id > terms.id) later
      where ${whose} and terms.expires_at >= ${beginnings[0]} and terms.expires_at <= ${until}
        and terms.valid_from <= terms.expires_at and not coalesce(later.goes_on, false)
        and (terms.valid_to > terms.expires_at or later.is_prolonged)),
    counted as (
      select period, origin, registrar_id, count(*)::int as ended, (count(*) filter (where is_expired))::int as expired,
        (count(*) filter (where is_prolonged))::int as prolonged
      from ended group by 1, 2, 3)
    select counted.period, zones.origin as zone, counted.registrar_id, registrars.code as registrar_code, counted.ended,
      counted.expired, counted.prolonged
    from counted left join zones on zones.origin = counted.origin
      left join registrars on registrars.id = counted.registrar_id
    order by counted.period, zones.origin nulls last, registrars.code nulls last`.execute(db);
  return rows;
}
