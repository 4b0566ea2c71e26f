import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';

/** An entry that changes the number of domains of a zone and a registrar, or that renews one. */
const isCounted = sql`(kind is null or kind not in ('UPDATED', 'REGISTRANT_CHANGED', 'EXPIRED'))`;

/** The position up to which versions are counted in domain_flows; those that became visible later are not. */
export interface FlowPosition {
  readonly id: number;
  readonly nth: number;
}

/** Zeros if days were counted in another time zone. */
export const positionIn = (timeZone: string): RawBuilder<FlowPosition> => sql`
  select coalesce(max(id), 0) as id, coalesce(max(nth), 0) as nth from domain_flows_mark where time_zone = ${timeZone}`;

/** The rows of domain_versions that are not in domain_flows. The planner uses `from`, which the mark has passed. */
export const versionsAfter = (
  mark: { readonly id: RawBuilder<unknown>; readonly nth: RawBuilder<unknown> },
  { from, until }: { readonly from: number; readonly until?: number },
): RawBuilder<unknown> => sql`
  select * from domain_versions where id > ${from} and id > ${mark.id} and ${isCounted}
    ${until === undefined ? sql`` : sql`and id <= ${until}`}
  union all
  select * from domain_versions where id <= ${mark.id} and ${isCounted} and id in (
    select late_history.id from late_history where after_id >= ${mark.id} and nth > ${mark.nth})`;

/** The rows of domain_versions between two moments, the second not included. */
export const versionsBetween = (from: Date, until: Date): RawBuilder<unknown> => sql`
  select * from domain_versions where valid_from >= ${from} and valid_from < ${until} and ${isCounted}`;

/** Counts versions by `place`, zone and registrar; a transfer counts for both registrars. */
export const countVersions = (versions: RawBuilder<unknown>, place: RawBuilder<unknown>) => sql`
  select ${place} as place, zone_id, holder as registrar_id,
    count(*) filter (where not is_out and kind = 'REGISTERED') as registered,
    count(*) filter (where not is_out and kind = 'RENEWED') as renewed,
    count(*) filter (where not is_out and holder is not null and (kind = 'TRANSFERRED' or from_registrar_id is not null))
      as transferred_in,
    count(*) filter (where is_out) as transferred_out,
    count(*) filter (where not is_out and kind = 'DELETED') as deleted,
    count(*) filter (where not is_out and kind is null) as met
  from (${versions}) versions cross join lateral (
    select false as is_out, versions.registrar_id as holder
    union all
    select true, versions.from_registrar_id where versions.from_registrar_id is not null) sides
  group by 1, 2, 3`;

/** The number of versions that can be counted in a fraction of a second. */
const batchSize = 100_000;

/**
 * Counts the versions of domains by day, from where the last run ended. A statement sees what was committed when it
 * began; versions that become visible later have a greater id or are in late_history.
 */
export async function addFlows(db: Db, timeZone: string, most = batchSize): Promise<{ isDone: boolean }> {
  // One run at a time, whether there is a mark or not.
  await sql`select pg_advisory_xact_lock(20602, 0)`.execute(db);
  const { rows } = await sql<
    FlowPosition & { time_zone: string }
  >`select time_zone, id, nth from domain_flows_mark`.execute(db);
  const [last] = rows;
  const isSame = last?.time_zone === timeZone;
  if (!isSame) await sql`delete from domain_flows`.execute(db);
  const { id, nth } = last && isSame ? last : { id: 0, nth: 0 };
  const mark = { id: sql`${id}::bigint`, nth: sql`${nth}::bigint` };
  const day = sql`(valid_from at time zone ${timeZone})::date`;
  const until = id + most;
  const { rows: reached } = await sql<{ is_done: boolean }>`
    with reached as materialized (
      select least(${until}, newest) as id,
        coalesce((select max(nth) from late_history where after_id >= ${id}), ${nth}) as nth,
        ${until} >= newest as is_done
      from (select coalesce(max(id), 0) as newest from domain_versions) versions),
    added as (
      insert into domain_flows as flows
      select place, coalesce(zone_id, 0), coalesce(registrar_id, 0), registered, renewed, transferred_in, transferred_out,
        deleted, met
      from (${countVersions(versionsAfter(mark, { from: id, until }), day)}) counted
      on conflict (day, zone_id, registrar_id) do update set
        registered = flows.registered + excluded.registered,
        renewed = flows.renewed + excluded.renewed,
        transferred_in = flows.transferred_in + excluded.transferred_in,
        transferred_out = flows.transferred_out + excluded.transferred_out,
        deleted = flows.deleted + excluded.deleted,
        met = flows.met + excluded.met)
    insert into domain_flows_mark (time_zone, id, nth) select ${timeZone}, id, nth from reached
    on conflict (one) do update set time_zone = excluded.time_zone, id = excluded.id, nth = excluded.nth
    returning (select is_done from reached)`.execute(db);
  return { isDone: reached[0]?.is_done ?? true };
}
