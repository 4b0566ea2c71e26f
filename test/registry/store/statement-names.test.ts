import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StatementNames } from '#src/registry/store/driver/connections/statement-names.ts';
import { testDatabase } from '../../support/database.ts';

const twice = (names: StatementNames, text: string) => [names.nameOf(text), names.nameOf(text)];

describe('a statement', () => {
  it('gets a name when it comes again, and keeps it', () => {
    const names = new StatementNames();
    const [first, second] = twice(names, 'select 1');
    expect(first).toBeUndefined();
    expect(second).toMatch(/^z.{20}$/);
    expect(names.nameOf('select 1')).toBe(second);
    expect(twice(names, 'select 2')[1]).not.toBe(second);
  });

  it.each(['begin', 'select 1; select 2', 'create table a (b int)', `select '${'x'.repeat(9000)}'`])(
    'that cannot be prepared, or not usefully, gets none: %.20s',
    (text) => {
      expect(twice(new StatementNames(), text)).toEqual([undefined, undefined]);
    },
  );

  it('is named anew when a thousand others have names', () => {
    const names = new StatementNames();
    twice(names, 'select 1');
    for (let index = 2; index <= 1000; index += 1) twice(names, `select ${index}`);
    expect(names.generation).toBe(0);
    twice(names, 'select 1001');
    expect(names.generation).toBe(1);
    expect(twice(names, 'select 1')).toEqual([undefined, expect.any(String)]);
  });
});

describe('a database that was asked very many different things', () => {
  it('forgets what it has prepared, and goes on', async () => {
    const { db } = await testDatabase();
    const prepared = async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from pg_prepared_statements`.execute(db);
      return rows[0]?.count ?? 0;
    };
    for (let index = 0; index < 1100; index += 1)
      for (let time = 0; time < 2; time += 1) await sql.raw(`select ${index} as n`).execute(db);
    expect(await prepared()).toBeLessThan(1000);
    expect((await sql`select 1100 as n`.execute(db)).rows).toEqual([{ n: 1100 }]);
  });
});
