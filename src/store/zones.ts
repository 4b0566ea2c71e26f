import { type Insertable, type Selectable, sql } from 'kysely';
import type { Money } from '../core/money.ts';
import type { Db } from './database.ts';
import type { PricedOperation, PriceTable, ZoneTable } from './schema.ts';

export type Zone = Selectable<ZoneTable>;
export type Price = Selectable<PriceTable> & { readonly origin: string };

export function allZones(db: Db): Promise<Zone[]> {
  return db.selectFrom('zones').selectAll().orderBy('id').execute();
}

export function insertZones(db: Db, origins: readonly string[], now: Date): Promise<Zone[]> {
  return db
    .insertInto('zones')
    .values(origins.map((origin) => ({ origin, created_at: now })))
    .returningAll()
    .execute();
}

export async function insertPrices(db: Db, prices: readonly Insertable<PriceTable>[]): Promise<void> {
  await db.insertInto('prices').values(prices).execute();
}

export interface PriceKey {
  readonly zoneId: number;
  readonly operation: PricedOperation;
  readonly months: number;
}

/** The price that holds on a day for each key, newest first come; absent where there is none (reference 3). */
export async function pricesOn(
  db: Db,
  keys: readonly PriceKey[],
  day: string,
): Promise<(Money | undefined)[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ position: number; price: Money }>`
    select distinct on (wanted.position) wanted.position, prices.price
    from unnest(${keys.map((key) => key.zoneId)}::int[], ${keys.map((key) => key.operation)}::text[],
      ${keys.map((key) => key.months)}::int[]) with ordinality as wanted (zone_id, operation, months, position)
    join prices on prices.zone_id = wanted.zone_id and prices.operation = wanted.operation
      and prices.months = wanted.months
    where prices.valid_from <= ${day}::date and (prices.valid_to is null or prices.valid_to >= ${day}::date)
    order by wanted.position, prices.valid_from desc, prices.id desc`.execute(db);
  const found = new Map(rows.map((row) => [row.position, row.price]));
  return keys.map((_, index) => found.get(index + 1));
}
