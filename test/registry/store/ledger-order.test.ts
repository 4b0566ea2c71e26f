import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { money } from '#src/core/money.ts';
import type { Database } from '#src/registry/store/driver/database.ts';
import { migrate } from '#src/registry/store/driver/migrate.ts';
import {
  type LedgerEntry,
  post,
  type Transaction,
  transactionList,
} from '#src/registry/store/registry/accounts.ts';
import { ledgerProof } from '#src/registry/store/registry/ledger.ts';
import { databaseBefore } from '../../support/earlier-build.ts';

const at = new Date('2026-01-01T00:00:00Z');
/** Account by account, as the build before this one may have left them: ids in the order in which money moved. */
const straight = { account: 1, order: [1, 2, 3] };
const shuffled = { account: 2, order: [11, 14, 12, 13, 18, 17, 16, 15, 19] };
/** It came back to the same balances again and again: there are several ways on, and the least id is the wrong one. */
const circles = { account: 3, order: [22, 23, 26, 25, 24, 21, 29, 28, 27] };
const circling = ['10', '-10', '10', '5', '-5', '-10', '20', '-20', '30'];
const large = 4;
const tampered = 5;
const busy = [6, 7] as const;
let database: Database;

beforeAll(async () => {
  database = await databaseBefore('0007');
  await sql`insert into registrars (code, name, created_at, updated_at)
    select 'R' || n, 'R' || n, ${at}, ${at} from generate_series(1, 7) n`.execute(database.db);
  await sql`insert into accounts (registrar_id) select id from registrars`.execute(database.db);
  await earlierLedger();
  await migrate(database);
});

/** The trigger adds the balances up in the order of the rows, whatever their ids are. */
const moved = (account: number, order: readonly number[], sums: readonly string[]) =>
  sql`insert into ledger (id, registrar_id, activity, description, sum, created_at) overriding system value
    select id, ${account}, 'update_credit', 'moved', sum, ${at}
    from unnest(${order}::bigint[], ${sums}::numeric[]) as row (id, sum)`.execute(database.db);

async function earlierLedger(): Promise<void> {
  const spending = (order: readonly number[]) =>
    order.map((id, index) => (index === 0 ? '100' : `-${id % 10}`));
  await moved(straight.account, straight.order, spending(straight.order));
  await moved(shuffled.account, shuffled.order, spending(shuffled.order));
  await moved(circles.account, circles.order, circling);
  await moved(large, [100], ['100000']);
  await sql`
    insert into ledger (id, registrar_id, activity, description, sum, created_at) overriding system value
    select 101 + n - n % 7 + (n * 3 + 2) % 7, ${large}, 'create', 'x', case when n % 5 = 0 then 10 else -10 end, ${at}
    from generate_series(0, 3499) n order by n`.execute(database.db);
  await moved(tampered, [5001, 5002], ['100', '-10']);
  await sql`alter table ledger disable trigger user`.execute(database.db);
  await sql`update ledger set balance = 95 where id = 5002`.execute(database.db);
  await sql`alter table ledger enable trigger user`.execute(database.db);
  await sql`alter table ledger alter column id restart with 6000`.execute(database.db);
}

const statement = (account: number): Promise<Transaction[]> =>
  transactionList.rows(database.db, {
    filter: { field: 'registrarId', is: 'eq', value: account },
    sort: [{ field: 'position', descending: false }],
    slice: { by: 'offset', limit: 10_000, offset: 0 },
  } as const);

const ids = async (account: number) => (await statement(account)).map(({ id }) => id);

function expectToFollow(rows: readonly Transaction[]): void {
  const wrong = rows.filter(
    ({ balance, sum }, index) =>
      Math.round((Number(balance) - Number(sum)) * 100) !==
      Math.round(Number(rows[index - 1]?.balance ?? 0) * 100),
  );
  expect(wrong).toEqual([]);
}

const adds = async (account: number): Promise<boolean | undefined> =>
  (await ledgerProof(database.db)).find(({ registrar }) => registrar === `R${account}`)?.balanced;

const entry = (registrarId: number, sum: string): LedgerEntry => ({
  registrarId,
  activity: 'update_credit',
  description: 'after the upgrade',
  sum: money(sum),
  requestId: 'test',
  at,
});

describe('the ledger of an earlier build', () => {
  it('that follows its ids keeps its order', async () => {
    expect(await ids(straight.account)).toEqual(straight.order);
    expect(await adds(straight.account)).toBe(true);
  });

  it('whose balances do not follow its ids is shown in the order in which money moved, and proves itself', async () => {
    expect(await ids(shuffled.account)).toEqual(shuffled.order);
    expect(await adds(shuffled.account)).toBe(true);
  });

  it('that came back to the same balances again and again is still one walk', async () => {
    expectToFollow(await statement(circles.account));
    expect((await ids(circles.account)).sort()).toEqual([...circles.order].sort());
    expect(await adds(circles.account)).toBe(true);
  });

  it('of some thousand movements, shuffled as races shuffle them, proves itself', async () => {
    expect(await statement(large)).toHaveLength(3_501);
    expect(await adds(large)).toBe(true);
  });

  it('goes on after its last movement', async () => {
    const [row] = await post(database.db, [entry(shuffled.account, '1.00')]);
    expect((await ids(shuffled.account)).at(-1)).toBe(row?.id);
    expect(await adds(shuffled.account)).toBe(true);
  });

  it('is not made good where somebody has tampered with it, and stays append-only', async () => {
    expect(await ids(tampered)).toEqual([5001, 5002]);
    expect(await adds(tampered)).toBe(false);
    await expect(sql`update ledger set position = 7`.execute(database.db)).rejects.toThrow('append-only');
  });
});

describe('movements at the same time', () => {
  it('follow from each other on each account', async () => {
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
