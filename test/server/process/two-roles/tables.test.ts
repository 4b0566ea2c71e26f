import { beforeAll, describe, expect, inject, it } from 'vitest';
import { allowed, isKept, rightsOn, tables } from './catalogue.ts';
import { owner, serving, slow, twoRoles } from './production.ts';

describe.runIf(inject('testDatabase').kind === 'postgres')('the role that serves', () => {
  const production = twoRoles();
  // What is made later is no different.
  beforeAll(async () => {
    await production.attacker.query(`select make_parts_for(now() + interval '1 year')`);
  });

  it(
    'reads everything, changes what is present, adds to the past, and may do nothing else',
    slow,
    async () => {
      const found = await tables(production);
      expect(found.length).toBeGreaterThan(100);
      expect(found.map(({ name, rights }) => `${name}: ${rights}`)).toEqual(
        found.map((table) => `${table.name}: ${rightsOn(table)}`),
      );
      const { rows } = await production.superuser.query<{ name: string }>(
        `select relname || '.' || attname || ' ' || one as name from pg_class class join pg_attribute on attrelid = class.oid
        cross join unnest(array['update', 'references']) one
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
        and has_column_privilege($1, class.oid, attnum, one) and not has_table_privilege($1, class.oid, one)`,
        [serving],
      );
      expect(rows.map(({ name }) => name)).toEqual(['accounts.currency update']);
    },
  );

  it('owns nothing, and what runs with the rights of the owner has a path of its own', slow, async () => {
    const { rows } = await production.superuser.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where pg_get_userbyid(relowner) = $1 and relnamespace = 'public'::regnamespace
      union all select oid::regprocedure::text from pg_proc where pg_get_userbyid(proowner) = $1
      union all select nspname from pg_namespace where pg_get_userbyid(nspowner) = $1
      union all select oid::regprocedure::text from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
        and not coalesce(proconfig @> array['search_path=public, pg_temp'], false)`,
      [serving],
    );
    expect(rows).toEqual([]);
  });

  it('rewrites no table of the past and none of its parts', slow, async () => {
    const kept = (await tables(production)).filter(({ kind }) => kind !== 'v').filter(isKept);
    expect(kept.length).toBeGreaterThan(25);
    const statements = kept.flatMap(({ name, isPart, column, rights }) => {
      const isAccounts = name === 'accounts';
      return [
        `update ${name} set ${isAccounts ? 'balance = 1' : `${column} = ${column}`} where false`,
        `delete from ${name}`,
        `with gone as (delete from ${name} returning *) select * from gone`,
        `merge into ${name} using (select 1) one on true when matched then delete`,
        `do $$ begin lock table ${name} in access exclusive mode; end $$`,
        `truncate ${name}`,
        ...(isPart ? [`copy ${name} from stdin`] : []),
        // The currency of an account may be changed.
        ...(isAccounts ? [] : [`select from ${name} for update`]),
        ...(isAccounts || rights !== 'select' ? [] : [`insert into ${name} default values`]),
      ];
    });
    expect(await allowed(production, statements)).toEqual([]);
  });

  it('alters no table, and puts nothing beside its triggers', slow, async () => {
    const statements = (await tables(production))
      .filter(({ kind }) => kind !== 'v')
      .flatMap(({ name, column }) => [
        `alter table ${name} disable trigger all`,
        `alter table ${name} add column mine text`,
        `alter table ${name} owner to current_user`,
        `alter table ${name} enable row level security`,
        `drop table ${name} cascade`,
        `create trigger mine before insert on ${name} for each row execute function ledger_is_append_only()`,
        `create rule mine as on insert to ${name} do instead nothing`,
        `create policy mine on ${name} using (true)`,
        `create index mine on ${name} (${column})`,
        `comment on table ${name} is 'mine'`,
      ]);
    expect(await allowed(production, statements)).toEqual([]);
  });

  it.each([
    'update accounts set balance = 1000000',
    'update accounts set mirrored = true, balance = 1000000',
    'update accounts set mirrored = true',
    `insert into accounts (registrar_id, balance) values (1, 1000000)`,
    'create table mine ()',
    'create function mine() returns int language sql as $$ select 1 $$',
    `select set_config('session_replication_role', 'replica', false)`,
    `set role ${owner}`,
    'delete from schema_migrations',
    'alter function ledger_is_append_only() owner to current_user',
    'drop trigger ledger_is_append_only on ledger',
    "select setval('ledger_position', 1)",
    "copy ledger to program 'cat'",
    'create schema mine',
    'create role mine',
    'create publication mine for all tables',
    'alter system set fsync = off',
    `alter role ${owner} password 'mine'`,
    `alter role ${owner} set search_path = pg_temp`,
    `alter default privileges for role ${owner} grant all on tables to public`,
    `set session authorization ${owner}`,
    `reassign owned by ${owner} to ${serving}`,
    "select pg_read_file('/etc/passwd')",
    "alter role current_user set session_replication_role = 'replica'",
  ])('refuses to run: %s', slow, async (statement) => {
    await expect(production.attacker.query(statement)).rejects.toThrow(
      /permission denied|must be (?:owner|superuser|member)/,
    );
  });
});
