import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import type { Money } from '../../../base/money.ts';
import type { RowOf } from '../../entities/entity.ts';
import { price } from '../../entities/price.ts';
import type { PricedOperation } from '../../rules/money/charges.ts';
import type { Db } from '../driver/connections/pool.ts';
import { composer, Prepared, Slot } from '../driver/connections/prepared.ts';
import { writtenTypes } from '../driver/lists/entity-columns.ts';
import { Recordset } from '../driver/lists/recordset.ts';
import { rowsById } from '../driver/lists/rows.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { PriceTable } from '../tables/price-schema.ts';
import type { ZoneTable } from '../tables/schema.ts';

export type Zone = Selectable<ZoneTable>;
export type Price = RowOf<typeof price>;

const zones = new Prepared<Zone>(composer.selectFrom('zones').selectAll().orderBy('id'));

export const allZones = (db: Db): Promise<Zone[]> => zones.run(db);

/** The zones in which names can be registered. */
export const openZones = async (db: Db): Promise<Zone[]> =>
  (await allZones(db)).filter(({ closed_at }) => closed_at === null);

/** Closes a zone; returns undefined if it is already closed or does not exist. */
export function closeZone(db: Db, origin: string, now: Date): Promise<Zone | undefined> {
  return db
    .updateTable('zones')
    .set({ closed_at: now })
    .where('origin', '=', origin)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export function insertZones(db: Db, origins: readonly string[], now: Date): Promise<Zone[]> {
  return db
    .insertInto('zones')
    .values(origins.map((origin) => ({ origin, created_at: now })))
    .returningAll()
    .execute();
}

const newPrices = new Recordset<Insertable<PriceTable>>(writtenTypes(price));

export async function insertPrices(db: Db, prices: readonly Insertable<PriceTable>[]): Promise<void> {
  await sql`insert into prices (${newPrices.columns})
    select ${newPrices.columns} from ${newPrices.of(prices)}`.execute(db);
}

export const zonesById = rowsById('zones');

export function zoneByOrigin(db: Db, origin: string): Promise<Zone | undefined> {
  return db.selectFrom('zones').selectAll().where('origin', '=', origin).executeTakeFirst();
}

export function lockZone(db: Db, origin: string): Promise<Zone | undefined> {
  return db.selectFrom('zones').selectAll().where('origin', '=', origin).forUpdate().executeTakeFirst();
}

/** Changes what the file of a zone declares. */
export function changeZone(db: Db, id: number, declared: Updateable<ZoneTable>): Promise<Zone> {
  return db.updateTable('zones').set(declared).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Inserts a price that is valid from its first day until the next one that is already set; the previous price ends
 * the day before. Returns the price that it replaces, if any.
 */
export async function replacePrice(
  db: Db,
  price: Omit<Insertable<PriceTable>, 'valid_to'>,
): Promise<{ id: number; before: Money | undefined }> {
  const { zone_id, operation, months, valid_from } = price;
  // Serialises two concurrent operators.
  await db.selectFrom('zones').select('id').where('id', '=', zone_id).forUpdate().execute();
  const [before] = await pricesOn(db, [{ zoneId: zone_id, operation, months }], valid_from);
  await sql`delete from prices where zone_id = ${zone_id} and operation = ${operation} and months = ${months}
    and valid_from = ${valid_from}::date`.execute(db);
  await sql`update prices set valid_to = ${valid_from}::date - 1
    where zone_id = ${zone_id} and operation = ${operation} and months = ${months}
      and ${validOn('prices', String(valid_from))}`.execute(db);
  const { id } = await db
    .insertInto('prices')
    .values({
      ...price,
      valid_to: sql`(select min(valid_from) - 1 from prices where zone_id = ${zone_id} and operation = ${operation}
        and months = ${months} and valid_from > ${valid_from}::date)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, before };
}

/**
 * Past, present and future prices; `current` selects those that are valid on the day, one for each operation and
 * period.
 */
export const priceListOn = (day: string) =>
  entityList(price, {
    columns: {
      current: sql`(${validOn('listed_prices', day)} and not exists (
        select from prices later where later.zone_id = listed_prices.zone_id
          and later.operation = listed_prices.operation and later.months = listed_prices.months
          and ${validOn('later', day)}
          and (later.valid_from, later.id) > (listed_prices.valid_from, listed_prices.id)))`,
    },
  });

/** Both its first and its last day count (docs/rules/registrar.md#prices). */
export function validOn(prices: string, day: string | Slot | RawBuilder<unknown>) {
  return sql<SqlBool>`${sql.ref(`${prices}.valid_from`)} <= ${day}::date
    and coalesce(${sql.ref(`${prices}.valid_to`)} >= ${day}::date, true)`;
}

export async function pricesById(db: Db, ids: readonly number[]): Promise<Price[]> {
  return db
    .selectFrom('prices')
    .innerJoin('zones', 'zones.id', 'prices.zone_id')
    .selectAll('prices')
    .select('zones.origin')
    .where('prices.id', '=', sql<number>`any(${ids})`)
    .execute();
}

/** The price of an operation in every zone that has one on the day, for when the zone is not known yet. */
export async function pricesByZone(
  db: Db,
  operation: PricedOperation,
  months: number | null,
  day: string,
): Promise<ReadonlyMap<number, Money>> {
  if (months === null) return new Map();
  const rows = await zonePrices.run(db, { operation, months, day });
  return new Map(rows.map(({ zone_id, price }) => [zone_id, price]));
}

const zonePrices = new Prepared<{ zone_id: number; price: Money }>(sql`
  select distinct on (zone_id) zone_id, price from prices
  where operation = ${new Slot('operation')} and months = ${new Slot('months')}
    and ${validOn('prices', new Slot('day'))}
  order by zone_id, valid_from desc, id desc`);

export interface PriceKey {
  readonly zoneId: number;
  readonly operation: PricedOperation;
  readonly months: number;
}

/**
 * The price that is valid on a day for each key, the newest if there are several; missing if there is none
 * (docs/rules/registrar.md#prices).
 */
export async function pricesOn(
  db: Db,
  keys: readonly PriceKey[],
  day: string,
): Promise<(Money | undefined)[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ position: number; price: Money }>`
    select distinct on (wanted.position) wanted.position, prices.price
    from unnest(${keys.map((key) => key.zoneId)}::bigint[], ${keys.map((key) => key.operation)}::text[],
      ${keys.map((key) => key.months)}::int[]) with ordinality as wanted (zone_id, operation, months, position)
    join prices on prices.zone_id = wanted.zone_id and prices.operation = wanted.operation
      and prices.months = wanted.months
    where ${validOn('prices', day)}
    order by wanted.position, prices.valid_from desc, prices.id desc`.execute(db);
  const found = new Map(rows.map((row) => [row.position, row.price]));
  return keys.map((_, index) => found.get(index + 1));
}
