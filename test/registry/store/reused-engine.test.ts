import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { testDatabase } from '../../support/database.ts';
import { emptyEngine, giveBack, shapeOf } from '../../support/engine.ts';

const source = inject('testDatabase');

/** What the next file of this worker finds after one that did this to its database. */
async function leftBy(work: string): Promise<object> {
  if (source.kind !== 'embedded') throw new Error('only the embedded one is used again');
  const engine = await emptyEngine(source.snapshot);
  const database = await openDatabase({ engine });
  for (const statement of work.split(';;')) await sql.raw(statement).execute(database.db);
  await database.close();
  await giveBack(engine);
  const next = await emptyEngine(source.snapshot);
  const seen = await openDatabase({ engine: next });
  const { rows } = await sql<{ migrations: number; rows: number; number: number }>`
    select (select count(*)::int from schema_migrations) as migrations,
      (select count(*)::int from settings) + (select count(*)::int from zones) as rows,
      (select coalesce(last_value, 0)::int from pg_sequences where sequencename = 'zones_id_seq') as number`.execute(
    seen.db,
  );
  await seen.close();
  await giveBack(next);
  return { ...rows[0], same: next === engine };
}

const many = `insert into settings select 'many ' || n, repeat('x', 1000), now() from generate_series(1, 5000) n`;

describe.runIf(source.kind === 'embedded')('the database that a test file leaves', () => {
  it.each([
    `insert into settings values ('a', 'b', now());; set timezone = 'Asia/Tokyo'`,
    `insert into zones (origin, created_at) values ('a.ee', now())`,
    many,
  ])('is used by the next one, without its rows, numbers and sessions: %s', async (work) => {
    expect(await leftBy(work)).toEqual({ migrations: expect.any(Number), rows: 0, number: 0, same: true });
  });

  it('is thrown away when more than rows was changed', async () => {
    expect(await leftBy('create index more on settings (value)')).toEqual({
      migrations: expect.any(Number),
      rows: 0,
      number: 0,
      same: false,
    });
  });

  it('has another shape after each change of more than rows', async () => {
    const database = await testDatabase();
    const shapes = [await shapeOf(database)];
    for (const change of [
      'alter table settings alter column value drop not null',
      `create function more() returns trigger language plpgsql as 'begin return new; end'`,
      'create trigger more before insert on settings for each row execute function more()',
      'delete from schema_migrations',
    ]) {
      await sql.raw(change).execute(database.db);
      shapes.push(await shapeOf(database));
    }
    expect(new Set(shapes).size).toBe(5);
  });
});
