import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { makePartsFor } from '#src/registry/store/driver/migrations/migrate.ts';
import { historyOf } from '#src/registry/store/registry/history.ts';
import { testDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
const names = async (query: string): Promise<string[]> => {
  const { rows } = await sql.raw<{ name: string }>(query).execute(database.db);
  return rows.map(({ name }) => name);
};
const parts = (table: string) =>
  names(`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = '${table}'::regclass order by relname`);

describe('every table', () => {
  it('has a primary key, so that it can be replicated logically', async () => {
    expect(
      await names(`select relname as name from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
          and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`),
    ).toEqual([]);
  });

  it('has ids that cannot run out, and so has what refers to them', async () => {
    expect(
      await names(`select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and atttypid = 'integer'::regtype
          and (attname = 'id' or attname like '%\\_id' or attidentity <> '' or exists (
            select from pg_constraint where conrelid = attrelid and contype = 'f' and attnum = any(conkey)
              and confrelid <> 'issued_numbers'::regclass))`),
    ).toEqual([]);
  });
});

describe('what only grows is divided by years', () => {
  const divided = {
    access_log: 'at',
    contact_versions: 'valid_from',
    domain_versions: 'valid_from',
    history: 'at',
    ledger: 'created_at',
  };
  const thisYear = new Date().getUTCFullYear();

  it('with the parts of this year and the next from the start', async () => {
    expect(
      await names(`select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace
        order by relname`),
    ).toEqual(Object.keys(divided));
    for (const table of Object.keys(divided))
      expect(await parts(table)).toEqual([
        `${table}_${thisYear}`,
        `${table}_${thisYear + 1}`,
        `${table}_rest`,
      ]);
  });

  const write = async (at: string, object = 1): Promise<void> => {
    await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key, event, changes)
      values (${at}, 'system', 'test', 'test', 'test', 'registrar', ${object}, 'ALPHA', 'update', '{}')`.execute(
      database.db,
    );
  };

  it('gets more when they are asked for, once, and none where the rest has rows of that year', async () => {
    await write('2071-07-01T00:00:00Z');
    await makePartsFor(database.db, new Date('2070-12-31T23:59:59Z'));
    expect(await parts('history')).toContain('history_2070');
    expect(await parts('history')).not.toContain('history_2071');
    expect(await parts('ledger')).toContain('ledger_2071');
    await makePartsFor(database.db, new Date('2070-12-31T23:59:59Z'));
    await write('2070-12-31T23:59:59.999Z');
    await write('2069-12-31T23:59:59.999Z');
    expect(
      await names(
        `select tableoid::regclass::text || ' ' || at::date as name from history where object_id = 1 order by at`,
      ),
    ).toEqual(['history_rest 2069-12-31', 'history_2070 2070-12-31', 'history_rest 2071-07-01']);
  });

  it('with the checks and indexes of the whole in every part, also in one that came later', async () => {
    expect(
      await names(`select part.relname || ': ' || whole.conname as name from pg_constraint whole
        join pg_inherits on inhparent = whole.conrelid join pg_class part on part.oid = inhrelid
        where whole.contype = 'c' and not exists (select from pg_constraint own
          where own.conrelid = part.oid and own.conname = whole.conname and own.coninhcount = 1)`),
    ).toEqual([]);
    expect(
      await names(`select part.relname || ': ' || whole.indexrelid::regclass as name from pg_index whole
        join pg_inherits on inhparent = whole.indrelid join pg_class part on part.oid = inhrelid
        where not exists (select from pg_index own join pg_inherits attached on attached.inhrelid = own.indexrelid
          where own.indrelid = part.oid and attached.inhparent = whole.indexrelid and own.indisvalid)`),
    ).toEqual([]);
    const { rows } = await sql`select from pg_constraint where conname = 'history_reason_check'
      and conrelid = 'history_2070'::regclass and convalidated`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  it('and read as one: the newest entries of an object come from all its years, in order', async () => {
    for (const at of ['2070-03-01', '2069-03-01', '2071-03-01']) await write(`${at}T00:00:00Z`, 2);
    const [entries = []] = await historyOf(database.db, 'registrar', [{ objectId: 2 }], 10);
    expect(entries.map(({ at }) => at.getUTCFullYear())).toEqual([2071, 2069, 2070]);
    expect(entries.map(({ id }) => id)).toEqual(
      entries.map(({ id }) => id).sort((one, other) => other - one),
    );
  });

  it.runIf(inject('testDatabase').kind === 'postgres')(
    'by a function of the owner, which reads nothing that a caller names like a table',
    async () => {
      const role = `zonegraph_test_role_${process.pid}`;
      await sql.raw(`create role ${role}`).execute(database.db);
      try {
        await database.transaction(async (tx) => {
          await sql
            .raw(`create function pg_temp.evil() returns timestamptz language plpgsql as
            $$ begin create table public.evil (); return now(); end $$`)
            .execute(tx);
          await sql.raw('create view pg_temp.history_rest as select pg_temp.evil() as at').execute(tx);
          await sql.raw(`grant all on schema public to ${role}; set local role ${role}`).execute(tx);
          await sql`select make_parts_for('2090-01-01')`.execute(tx);
          await sql`reset role`.execute(tx);
        });
        expect(await parts('history')).toContain('history_2090');
        expect(await names(`select relname as name from pg_class where relname = 'evil'`)).toEqual([]);
      } finally {
        await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(database.db);
      }
    },
  );
});
