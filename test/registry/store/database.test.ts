import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { TransactionAborted } from '#src/registry/store/driver/connections/named-client.ts';
import { Prepared, Slot } from '#src/registry/store/driver/connections/prepared.ts';
import { rollBackToSavepoint, setSavepoint } from '#src/registry/store/driver/connections/savepoints.ts';
import { countStatements, secondConnection, testDatabase } from '../../support/database.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await sql`create table things (id integer generated always as identity primary key, name text unique)`.execute(
    database.db,
  );
});

async function names(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from things order by id`.execute(database.db);
  return rows.map(({ name }) => name);
}

const add = (name: string, db = database.db) => sql`insert into things (name) values (${name})`.execute(db);

const adding = (name: string, db = database.db) =>
  sql`insert into things (name) values (${name})`.compile(db);

describe('a transaction', () => {
  test('keeps what it wrote when its work succeeds', async () => {
    await expect(
      database.transaction(async (tx) => {
        await add('kept', tx);
        return 'its result';
      }),
    ).resolves.toBe('its result');
    expect(await names()).toContain('kept');
  });

  test('keeps nothing when its work throws, and passes the error on', async () => {
    const failure = new Error('changed my mind');
    const work = database.transaction(async (tx) => {
      await add('dropped', tx);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await names()).not.toContain('dropped');
  });

  test('does not pretend to commit after one of its statements failed and nobody minded', async () => {
    const work = database.transaction(async (tx) => {
      await add('half done', tx);
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(work).rejects.toThrow(TransactionAborted);
    expect(await names()).not.toContain('half done');
  });

  test('runs at read committed', async () => {
    const level = await database.transaction(
      async (tx) =>
        (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx))
          .rows[0],
    );
    expect(level).toEqual({ level: 'read committed' });
  });

  test('waits for its turn at a locked row, so that twenty of them at once lose no update', async () => {
    await sql`create table counters (n integer not null)`.execute(database.db);
    await sql`insert into counters values (0)`.execute(database.db);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(async (tx) => {
          const { rows } = await sql<{ n: number }>`select n from counters for update`.execute(tx);
          await sql`update counters set n = ${(rows[0]?.n ?? 0) + 1}`.execute(tx);
        }),
      ),
    );
    expect((await sql`select n from counters`.execute(database.db)).rows).toEqual([{ n: 20 }]);
  });

  test('runs what is asked for together in the order in which it is asked for, in one trip', async () => {
    const { trips } = await countStatements(database, () =>
      database.transaction(async (tx) => {
        const [, count, , rest] = await Promise.all([
          add('first of three', tx),
          tx
            .selectNoFrom(
              sql<number>`(select count(*)::int from things where name like '% of three')`.as('n'),
            )
            .execute(),
          add('second of three', tx),
          sql`select name from things where name like '% of three' order by id`.execute(tx),
        ]);
        expect(count).toEqual([{ n: 1 }]);
        expect(rest.rows).toEqual([{ name: 'first of three' }, { name: 'second of three' }]);
      }),
    );
    expect(trips).toBe(1);
  });

  test('reports why a statement failed, not that those sent behind it could not run', async () => {
    await add('taken');
    const work = database.transaction((tx) =>
      Promise.all([add('taken', tx), add('free', tx), add('taken', tx)]),
    );
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await names()).not.toContain('free');
    await add('the connection is as good as before');
  });

  test('sends what shall come last together with the commit, after everything else', async () => {
    const { statements } = await countStatements(database, () =>
      database.transaction(async (tx, last) => {
        last(adding('the last one', tx));
        await add('before the last', tx);
      }),
    );
    expect(statements).toHaveLength(2);
    const written = await names();
    expect(written.slice(-2)).toEqual(['before the last', 'the last one']);
  });

  test('keeps nothing when what comes last fails, and shows why', async () => {
    await add('taken at last');
    const work = database.transaction(async (tx, last) => {
      await add('before a failure', tx);
      last(adding('taken at last', tx));
      last(adding('after a failure', tx));
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await names()).not.toContain('before a failure');
    expect(await names()).not.toContain('after a failure');
    await add('the connection is still as good as before');
  });

  test('that is over takes no more statements, so that a straggler writes nothing into another one', async () => {
    let straggler: Promise<unknown> = Promise.resolve();
    const work = database.transaction(async (tx) => {
      straggler = new Promise((resolve) => {
        setTimeout(() => resolve(add('too late', tx).catch((error: Error) => error.message)), 50);
      });
      throw new Error('given up');
    });
    await expect(work).rejects.toThrow('given up');
    expect(await straggler).toBe('this transaction is over');
    expect(await names()).not.toContain('too late');
  });

  test('takes no more statements from the moment in which it is given up', async () => {
    for (let n = 0; n < 20; n += 1) {
      const work = database.transaction((tx) =>
        Promise.all([
          sql`select pg_sleep(0.002)`.execute(tx).then(() => add('too late', tx)),
          sql`select 1`.execute(tx).then(() => Promise.reject(new Error('given up'))),
        ]),
      );
      await expect(work).rejects.toThrow('given up');
    }
    expect(await names()).not.toContain('too late');
  });

  test('reports the reason to every caller whose statement was sent with the one that failed', async () => {
    await database.transaction(async (tx) => {
      await setSavepoint(tx);
      const reported = await Promise.allSettled([
        sql`select 1 / 0`.execute(tx),
        add('behind it', tx),
        setSavepoint(tx),
        sql`select 2`.execute(tx),
      ]);
      expect(reported.map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual(
        Array.from({ length: 4 }, () => 'division by zero'),
      );
      await rollBackToSavepoint(tx);
      await expect(sql`select 'a'::int`.execute(tx)).rejects.toThrow('invalid input syntax');
      await rollBackToSavepoint(tx);
      await add('after it', tx);
    });
    expect(await names()).toContain('after it');
    expect(await names()).not.toContain('behind it');
  });

  test('refuses in tests what would wait for ever in a full pool: the database inside its own transaction', async () => {
    const nested = database.transaction(async () => {
      await add('nested');
    });
    await expect(nested).rejects.toThrow('must go through that transaction');
    await add('afterwards it is free again');
  });

  test('is not begun on a connection that others may share', async () => {
    await expect(sql.raw('begin').execute(database.db)).rejects.toThrow('use Database.transaction');
    await add('not in a transaction');
    expect(await names()).toContain('not in a transaction');
  });
});

describe('statements asked for at the same moment', () => {
  const backend = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);

  test('go on one connection, each with its own answer', async () => {
    const answers = await Promise.all([
      backend(),
      sql<{ n: number }>`select ${1}::int as n`.execute(database.db),
      sql<{ n: number }>`select ${2}::int as n`.execute(database.db),
      backend(),
    ]);
    expect(answers[1].rows).toEqual([{ n: 1 }]);
    expect(answers[2].rows).toEqual([{ n: 2 }]);
    expect(answers[0].rows).toEqual(answers[3].rows);
  });

  test('fail each for itself', async () => {
    const [good, bad, alsoGood] = await Promise.allSettled([
      sql`select 1 as n`.execute(database.db),
      sql`select 1 / ${0}::int`.execute(database.db),
      sql`select 3 as n`.execute(database.db),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } });
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(alsoGood).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 3 }] } });
  });

  test('that are the same one and cannot be prepared all say why', async () => {
    const bad = () => sql`select ${1}::int from nowhere_at_all`.execute(database.db);
    const results = await Promise.allSettled([bad(), bad(), bad()]);
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: '42P01' } });
  });

  test('and put together before are one trip, with the rows of each in its place', async () => {
    const number = (value: number) =>
      new Prepared<{ n: number }>(
        database.db.selectNoFrom(sql<number>`${new Slot('add')}::int + ${value}`.as('n')),
      );
    const run = (db: Database['db'], add: number) =>
      Promise.all([number(1), number(2)].map((statement) => statement.run(db, { add })));
    for (let time = 0; time < 3; time += 1)
      expect(await run(database.db, 10)).toEqual([[{ n: 11 }], [{ n: 12 }]]);
    expect(await database.transaction((tx) => run(tx, 20))).toEqual([[{ n: 21 }], [{ n: 22 }]]);
  });

  test('that were sent together leave the connection usable when one of them fails', async () => {
    const quotient = new Prepared(database.db.selectNoFrom(sql`1 / ${new Slot('by')}::int`.as('n')));
    const nap = new Prepared(database.db.selectNoFrom(sql`pg_sleep(0.05)`.as('n')));
    for (let time = 0; time < 3; time += 1)
      await expect(
        Promise.all([quotient.run(database.db, { by: 0 }), nap.run(database.db)]),
      ).rejects.toMatchObject({ code: '22012' });
    expect(await quotient.run(database.db, { by: 1 })).toEqual([{ n: 1 }]);
  });

  test('never land in a transaction that is open elsewhere', async () => {
    await database.transaction(async (tx) => {
      await add('not yet there for others', tx);
      await expect(names()).rejects.toThrow('must go through that transaction');
    });
  });
});

describe('a failing statement', () => {
  test.each([
    ['with a syntax error', () => sql`selec 1`.execute(database.db), '42601'],
    ['on a missing table', () => sql`select ${1}::int from nowhere`.execute(database.db), '42P01'],
    ['with a value of the wrong type', () => sql`select ${'abc'}::int`.execute(database.db), '22P02'],
    ['on a broken constraint', async () => [await add('twice'), await add('twice')], '23505'],
    ['whose constraint is only checked at commit', breakDeferredConstraint, '23505'],
  ])('%s reports its code and leaves the connection usable', async (_what, fail, code) => {
    await expect(fail()).rejects.toMatchObject({ code });
    await expect(fail()).rejects.toMatchObject({ code });
    await database.ping();
  });

  async function breakDeferredConstraint(): Promise<void> {
    await sql`create table if not exists late (n integer unique deferrable initially deferred)`.execute(
      database.db,
    );
    await database.transaction(async (tx) => {
      await sql`insert into late values (1), (1)`.execute(tx);
    });
  }

  test('that only failed because its table was changed since it was prepared is sent again', async () => {
    await sql`create table changing (a integer)`.execute(database.db);
    await sql`insert into changing values (1)`.execute(database.db);
    const select = () => sql`select * from changing`.execute(database.db);
    for (let time = 0; time < 3; time += 1) await select();
    await sql`alter table changing add b integer default 2`.execute(database.db);
    for (let time = 0; time < 3; time += 1) expect((await select()).rows).toEqual([{ a: 1, b: 2 }]);
    await sql`alter table changing alter b type text`.execute(database.db);
    for (let time = 0; time < 3; time += 1) expect((await select()).rows).toEqual([{ a: 1, b: '2' }]);
  });

  test('says who sent it', async () => {
    const sendsWhatFails = async () => await sql`select 1 / ${0}::int`.execute(database.db);
    const error: unknown = await sendsWhatFails().catch((reason: unknown) => reason);
    expect((error as Error).stack).toContain('sendsWhatFails');
  });
});

describe('values', () => {
  test('arrive as what they mean: money and dates as text, counts as numbers, moments as Date', async () => {
    const { rows } = await sql`
      select 5::bigint as count, array[7]::bigint[] as counts,
        1.50::numeric(12, 2) as money, array[1.10]::numeric[] as moneys,
        date '2024-02-03' as day, array[date '2024-02-03'] as days,
        timestamptz '2024-02-03 04:05:06.789+02' as moment,
        '{"a": 1}'::jsonb as json`.execute(database.db);
    expect(rows).toEqual([
      {
        count: 5,
        counts: [7],
        money: '1.50',
        moneys: ['1.10'],
        day: '2024-02-03',
        days: ['2024-02-03'],
        moment: new Date('2024-02-03T02:05:06.789Z'),
        json: { a: 1 },
      },
    ]);
  });

  test('that a number cannot hold are refused rather than rounded', async () => {
    for (let time = 0; time < 3; time += 1)
      await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow(RangeError);
    await database.ping();
  });

  test('of a megabyte make the round trip', async () => {
    const long = 'õ'.repeat(512 * 1024);
    const { rows } = await sql<{ back: string }>`select ${long}::text as back`.execute(database.db);
    expect(rows[0]?.back === long).toBe(true);
  });

  test('come in any number of rows', async () => {
    const { rows } = await sql`select i, repeat('x', 100) from generate_series(1, 50000) as i`.execute(
      database.db,
    );
    expect(rows).toHaveLength(50_000);
  });

  test('of time are in UTC whatever the server or the machine says', async () => {
    const { rows } = await sql`select timestamptz '2024-07-01 12:00:00+03'::text as text`.execute(
      database.db,
    );
    expect(rows).toEqual([{ text: '2024-07-01 09:00:00+00' }]);
  });
});

describe('statements', () => {
  test('are reported one by one, without those that open and close a transaction', async () => {
    const { count, statements } = await countStatements(database, async () => {
      await database.ping();
      await database.transaction(async (tx) => {
        await add('one', tx);
        await add('two', tx);
      });
      await database.transaction(async () => Promise.reject(new Error('no'))).catch(() => {});
    });
    expect(statements).toEqual(['select 1', ...Array(2).fill('insert into things (name) values ($1)')]);
    expect(count).toBe(3);
  });

  test('are not reported any more once nobody listens', async () => {
    const reported: string[] = [];
    const stop = database.onStatement((text) => reported.push(text));
    stop();
    await database.ping();
    expect(reported).toEqual([]);
  });

  test('are prepared once for each connection', async () => {
    for (let time = 0; time < 3; time += 1) await add(`prepared ${time}`);
    const { rows } = await sql<{ times: number }>`
      select count(*)::int as times from pg_prepared_statements
      where statement = 'insert into things (name) values ($1)'`.execute(database.db);
    expect(rows).toEqual([{ times: 1 }]);
  });

  test('that take long do not keep the process from doing other things', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 10);
    await sql`select count(*) from generate_series(1, 1500000)`.execute(database.db);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
  });
});

describe('notifications', () => {
  test('arrive in order, those of a transaction when it commits, and never those of one rolled back', async () => {
    const heard: string[] = [];
    const stop = await database.listen('news', (payload) => heard.push(payload));
    const notify = (payload: string, db = database.db) =>
      sql`select pg_notify('news', ${payload})`.execute(db);
    await notify('plain');
    await database.transaction(async (tx) => notify('committed', tx));
    await database
      .transaction(async (tx) => [await notify('undone', tx), Promise.reject(new Error('no'))].at(1))
      .catch(() => {});
    await notify('last');
    await expect.poll(() => heard).toEqual(['plain', 'committed', 'last']);
    await stop();
    await notify('after the end');
    await database.ping();
    expect(heard).toHaveLength(3);
  });

  test('reach every listener of the channel, each until it stops', async () => {
    const heard: string[] = [];
    const stopFirst = await database.listen('Two Ears', (payload) => heard.push(`first ${payload}`));
    const stopSecond = await database.listen('Two Ears', (payload) => heard.push(`second ${payload}`));
    await sql`select pg_notify('Two Ears', 'a')`.execute(database.db);
    await expect.poll(() => heard).toEqual(['first a', 'second a']);
    await stopFirst();
    await sql`select pg_notify('Two Ears', 'b')`.execute(database.db);
    await expect.poll(() => heard).toEqual(['first a', 'second a', 'second b']);
    await stopSecond();
  });

  test('cross from one process to another', async ({ skip }) => {
    const other = await secondConnection();
    if (other === undefined) return skip('the embedded database has one process');
    const heard: string[] = [];
    await database.listen('across', (payload) => heard.push(payload));
    await sql`select pg_notify('across', 'hello')`.execute(other.db);
    await expect.poll(() => heard).toEqual(['hello']);
  });
});
