import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import {
  allZones,
  closeZone,
  insertPrices,
  insertZones,
  openZones,
  priceListOn,
  pricesById,
  pricesByZone,
  pricesOn,
  replacePrice,
  zoneByOrigin,
} from '#src/registry/store/registry/zones.ts';
import { testDatabase } from '../../support/database.ts';

let db: Db;
let ee = 0;
let pri = 0;
const now = new Date('2026-11-18T10:00:00Z');
beforeEach(async () => {
  ({ db } = await testDatabase());
  await db.deleteFrom('prices').execute();
  await db.deleteFrom('zones').execute();
  const [first, second] = await insertZones(db, ['ee', 'pri.ee'], now);
  [ee, pri] = [first?.id ?? 0, second?.id ?? 0];
});

interface Given {
  readonly zone?: number;
  readonly operation?: 'create' | 'renew';
  readonly months?: number;
}
const price = (amount: string, from: string, to: string | null, given: Given = {}) => ({
  zone_id: given.zone ?? ee,
  operation: given.operation ?? ('create' as const),
  months: given.months ?? 12,
  price: money(amount),
  valid_from: from,
  valid_to: to,
  created_at: now,
});
const on = async (day: string, { zone = ee, operation = 'create', months = 12 }: Given = {}) =>
  (await pricesOn(db, [{ zoneId: zone, operation, months }], day))[0];
const set = (amount: string, from: string, given: Given = {}) => {
  const { valid_to: _, ...row } = price(amount, from, null, given);
  return replacePrice(db, row);
};

describe('zones', () => {
  it('are open until they are closed, once', async () => {
    expect((await allZones(db)).map(({ origin }) => origin)).toEqual(['ee', 'pri.ee']);
    expect(await closeZone(db, 'ee', now)).toMatchObject({ origin: 'ee', closed_at: now });
    expect(await closeZone(db, 'ee', now)).toBeUndefined();
    expect(await closeZone(db, 'no.ee', now)).toBeUndefined();
    expect((await openZones(db)).map(({ origin }) => origin)).toEqual(['pri.ee']);
    expect(await allZones(db)).toHaveLength(2);
  });

  it('are found by their name', async () => {
    expect(await zoneByOrigin(db, 'pri.ee')).toMatchObject({ id: pri, created_at: now, closed_at: null });
    expect(await zoneByOrigin(db, 'com.ee')).toBeUndefined();
  });
});

describe('prices', () => {
  it('are those of the zone, the operation and the period, newest first', async () => {
    await insertPrices(db, [
      price('1.00', '2026-01-01', null),
      price('2.00', '2026-06-01', null),
      price('3.00', '2026-01-01', null, { zone: pri }),
      price('4.00', '2026-01-01', null, { operation: 'renew' }),
      price('5.00', '2026-01-01', null, { months: 24 }),
    ]);
    expect(await on('2026-05-31')).toBe('1.00');
    expect(await on('2026-06-01')).toBe('2.00');
    expect(await on('2025-12-31')).toBeUndefined();
    const keys = [
      { zoneId: pri, operation: 'create', months: 12 },
      { zoneId: ee, operation: 'renew', months: 24 },
      { zoneId: ee, operation: 'renew', months: 12 },
      { zoneId: ee, operation: 'create', months: 24 },
    ] as const;
    expect(await pricesOn(db, keys, '2026-11-18')).toEqual(['3.00', undefined, '4.00', '5.00']);
    expect(await pricesOn(db, [], '2026-11-18')).toEqual([]);
    const byZone = async (
      ...asked: Parameters<typeof pricesByZone> extends [Db, ...infer Rest] ? Rest : never
    ) => Object.fromEntries(await pricesByZone(db, ...asked));
    expect(await byZone('create', 12, '2026-11-18')).toEqual({ [ee]: '2.00', [pri]: '3.00' });
    expect(await byZone('create', 24, '2026-11-18')).toEqual({ [ee]: '5.00' });
    expect(await byZone('create', null, '2026-11-18')).toEqual({});
  });

  it('are read with the names of their zones', async () => {
    const { id } = await set('1.00', '2026-01-01', { zone: pri });
    await set('2.00', '2026-01-01');
    expect(await pricesById(db, [id])).toMatchObject([{ id, origin: 'pri.ee', price: '1.00' }]);
    expect(await pricesById(db, [])).toEqual([]);
  });

  it('are listed as current on the days on which they are valid, the newest of each kind', async () => {
    await insertPrices(db, [
      price('1.00', '2026-01-01', '2026-12-31'),
      price('2.00', '2026-06-01', '2026-06-30'),
      price('3.00', '2026-06-01', '2026-06-30', { zone: pri }),
      price('4.00', '2026-06-30', null, { operation: 'renew' }),
    ]);
    const currentOn = async (day: string) => {
      const list = {
        filter: { field: 'current', is: 'eq', value: true },
        sort: [{ field: 'price', descending: false }],
        slice: { by: 'offset', offset: 0, limit: 10 },
      } as const;
      return (await priceListOn(day).rows(db, list as never)).map((row) => row.price);
    };
    expect(await currentOn('2025-12-31')).toEqual([]);
    expect(await currentOn('2026-05-31')).toEqual(['1.00']);
    expect(await currentOn('2026-06-01')).toEqual(['2.00', '3.00']);
    expect(await currentOn('2026-06-30')).toEqual(['2.00', '3.00', '4.00']);
    expect(await currentOn('2026-07-01')).toEqual(['1.00', '4.00']);
    expect(await currentOn('2027-01-01')).toEqual(['4.00']);
  });

  it('end the day before the next one begins, which may be set already', async () => {
    expect(await set('1.00', '2026-01-01')).toMatchObject({ before: undefined });
    expect(await set('3.00', '2026-09-01')).toMatchObject({ before: '1.00' });
    expect(await set('2.00', '2026-05-01')).toMatchObject({ before: '1.00' });
    for (const [day, amount] of [
      ['2026-04-30', '1.00'],
      ['2026-05-01', '2.00'],
      ['2026-08-31', '2.00'],
      ['2026-09-01', '3.00'],
      ['2030-01-01', '3.00'],
    ] as const)
      expect(await on(day), day).toBe(amount);
    const rows = await db.selectFrom('prices').select(['price', 'valid_to']).orderBy('valid_from').execute();
    expect(rows).toEqual([
      { price: '1.00', valid_to: '2026-04-30' },
      { price: '2.00', valid_to: '2026-08-31' },
      { price: '3.00', valid_to: null },
    ]);
  });

  it('take the place of one of the same day, and of no other zone, operation or period', async () => {
    const others = [{ zone: pri }, { operation: 'renew' }, { months: 24 }] as const;
    for (const other of others) await set('9.00', '2026-01-01', other);
    await set('1.00', '2026-01-01');
    expect(await set('2.00', '2026-01-01')).toMatchObject({ before: '1.00' });
    expect(await on('2026-01-01')).toBe('2.00');
    await set('3.00', '2026-03-01');
    for (const other of others) expect(await on('2026-11-18', other)).toBe('9.00');
    expect(await db.selectFrom('prices').selectAll().execute()).toHaveLength(5);
  });
});
