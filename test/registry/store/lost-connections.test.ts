import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { secondConnection, testDatabase } from '../../support/database.ts';

test('a connection that the server ends is replaced, and its listeners go on listening', async ({ skip }) => {
  const database = await testDatabase();
  const operator = await secondConnection();
  if (operator === undefined) return skip('the embedded database has no connection to lose');
  const heard: string[] = [];
  await database.listen('still there', (payload) => heard.push(payload));
  const { rows } = await sql<{ ended: number }>`
    select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(operator.db);
  expect(rows[0]?.ended).toBeGreaterThanOrEqual(2);

  await expect.poll(async () => database.ping().then(() => 'up')).toBe('up');
  await expect
    .poll(async () => {
      await sql`select pg_notify('still there', 'yes')`.execute(operator.db);
      return heard;
    })
    .toContain('yes');
  // On a busy machine the database counts as away for a moment after that.
  await expect.poll(async () => sql`select 1`.execute(database.db).then(() => 'up')).toBe('up');
});

test('a transaction whose connection is lost fails with the reason and leaves nothing behind', async ({
  skip,
}) => {
  const database = await testDatabase();
  const operator = await secondConnection();
  if (operator === undefined) return skip('the embedded database has no connection to lose');
  await sql`create table leftovers (n integer)`.execute(database.db);
  const work = database.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`insert into leftovers values (1)`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(operator.db);
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: '57P01' });
  // On a busy machine the database counts as away for a moment after that.
  const left = () =>
    sql`select * from leftovers`.execute(database.db).then(
      ({ rows }) => rows,
      ({ message }: Error) => message,
    );
  await expect.poll(left).toEqual([]);
});

test('a transaction whose connection is lost while it waits with its commit may have been saved, and says so', async ({
  skip,
}) => {
  const database = await testDatabase();
  const operator = await secondConnection();
  if (operator === undefined) return skip('the embedded database has no connection to lose');
  await sql`create table awaited (n integer)`.execute(operator.db);
  const work = operator.transaction(async (holder) => {
    await sql`lock table awaited`.execute(holder);
    const waiting = database.transaction(async (tx, last) =>
      last(sql`insert into awaited values (1)`.compile(tx)),
    );
    const reported = expect(waiting).rejects.toMatchObject({ trouble: 'unknown' });
    const ended = async () =>
      (
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into awaited%'`.execute(
          database.health.db,
        )
      ).rows.length;
    await expect.poll(ended).toBe(1);
    await reported;
  });
  await work;
  expect((await sql`select * from awaited`.execute(database.db)).rows).toEqual([]);
});

test('a server that is not there is an error at once', async () => {
  await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
    /No PostgreSQL server answers .*ECONNREFUSED/,
  );
});
