import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import {
  type LedgerEntry,
  post,
  type Transaction,
  transactionList,
} from '#src/registry/store/registry/accounts.ts';
import { ledgerProof } from '#src/registry/store/registry/ledger.ts';
import { testDatabase } from '../../support/database.ts';

const at = new Date('2026-01-01T00:00:00Z');
const tampered = 1;
const busy = [2, 3] as const;
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await sql`insert into registrars (code, name, created_at, updated_at)
    select 'R' || n, 'R' || n, ${at}, ${at} from generate_series(1, 3) n`.execute(database.db);
  await sql`insert into accounts (registrar_id) select id from registrars`.execute(database.db);
});

const statement = (account: number): Promise<Transaction[]> =>
  transactionList.rows(database.db, {
    filter: { field: 'registrarId', is: 'eq', value: account },
    sort: [{ field: 'position', descending: false }],
    slice: { by: 'offset', limit: 10_000, offset: 0 },
  } as const);

function expectToFollow(rows: readonly Transaction[]): void {
  const wrong = rows.filter(
    ({ balance, sum }, index) =>
      Math.round((Number(balance) - Number(sum)) * 100) !==
      Math.round(Number(rows[index - 1]?.balance ?? 0) * 100),
  );
  expect(wrong).toEqual([]);
}

const adds = async (account: number): Promise<boolean | undefined> =>
  (await ledgerProof(database.db)).find(({ registrar_id }) => registrar_id === account)?.balanced;

const entry = (registrarId: number, sum: string): LedgerEntry => ({
  registrarId,
  activity: 'update_credit',
  description: 'moved',
  sum: money(sum),
  requestId: 'test',
  at,
});

describe('the ledger', () => {
  it('does not prove itself where somebody has tampered with it, and stays append-only', async () => {
    await post(database.db, [entry(tampered, '100.00'), entry(tampered, '-10.00')]);
    await expect(sql`update ledger set position = 7`.execute(database.db)).rejects.toThrow('append-only');
    await expect(sql`delete from ledger`.execute(database.db)).rejects.toThrow('append-only');
    expect(await adds(tampered)).toBe(true);
    await sql`alter table ledger disable trigger user`.execute(database.db);
    await sql`update ledger set balance = 95 where sum = -10`.execute(database.db);
    await sql`alter table ledger enable trigger user`.execute(database.db);
    expect(await adds(tampered)).toBe(false);
  });

  it('stays append-only in the part that has the movement, too', async () => {
    await post(database.db, [entry(tampered, '1.00')]);
    const { rows } = await sql<{
      part: string;
    }>`select distinct tableoid::regclass::text as part from ledger`.execute(database.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { part } of rows)
      await expect(sql`delete from ${sql.table(part)}`.execute(database.db)).rejects.toThrow('append-only');
  });

  it('keeps its order on each account when much moves at the same time', async () => {
    await post(
      database.db,
      busy.map((account) => entry(account, '1000.00')),
    );
    await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        database.transaction((tx) =>
          post(tx, [entry(busy[index % 2 === 0 ? 0 : 1], `-${1 + (index % 3)}.00`)]),
        ),
      ),
    );
    for (const account of busy) {
      expectToFollow(await statement(account));
      expect(await adds(account)).toBe(true);
    }
  });
});
