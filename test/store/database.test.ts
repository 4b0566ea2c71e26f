import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countStatements, testDatabase } from '../support/database.ts';

test('smoke', async () => {
  const t = performance.now();
  const database = await testDatabase();
  console.log('open', performance.now() - t);
  await sql`create table things (id int generated always as identity primary key, name text)`.execute(
    database.db,
  );
  for (let i = 0; i < 3; i++) await sql`insert into things (name) values (${'a'})`.execute(database.db);
  const { count } = await countStatements(database, async () => {
    const r = await sql`select * from things where name = ${'a'}`.execute(database.db);
    expect(r.rows.length).toBe(3);
  });
  expect(count).toBe(1);
  await expect(
    database.transaction(async (tx) => {
      await sql`insert into things (name) values (${'b'})`.execute(tx);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const got: string[] = [];
  const stop = await database.listen('chan', (p) => got.push(p));
  await sql`select pg_notify('chan', 'hello')`.execute(database.db);
  await database.transaction(async (tx) => {
    await sql`select pg_notify('chan', 'two')`.execute(tx);
  });
  await database.ping();
  await expect.poll(() => got).toEqual(['hello', 'two']);
  await stop();
});
