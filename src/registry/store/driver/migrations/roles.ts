import { sql } from 'kysely';
import type { Database } from '../connections/database.ts';
import type { Db } from '../connections/pool.ts';

/** The tables whose rows a server writes once and never changes. */
const onlyAdded = ['ledger', 'history', 'access_log'];

/** The tables that triggers and migrations keep, and a server only reads. */
const onlyRead = [
  'schema_migrations',
  'domain_versions',
  'contact_versions',
  'domain_terms',
  'late_history',
  'charges_waiting',
];

const names = (tables: readonly string[]): string => tables.map((name) => `'${name}'`).join(', ');

/** Partitions are written through their table, which says what may be done to them. */
const kept = (table: string): string =>
  `(${table}.relispartition or ${table}.relname in (${names([...onlyAdded, ...onlyRead])}))`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Lets the role that serves do everything to the rows of the tables that exist now, except that it can only add to
 * the past, and that balances follow the ledger. For the tables of later migrations `zonegraph migrate` repeats this.
 */
const grantsFor = (server: string): string => `do $grants$
declare
  server constant text := ${literal(server)};
  one record;
  rights text;
begin
  execute format('grant usage on schema %I to %I', current_schema(), server);
  -- A backup reads the parts that will be made, too.
  for one in select rolname from pg_class join pg_roles on pg_roles.oid = relowner where pg_class.oid = to_regclass('schema_migrations') loop
    execute format('alter default privileges for role %I in schema %I grant select on tables to %I', one.rolname, current_schema(), server);
  end loop;
  for one in
    select class.oid::regclass as name, class.relkind, class.relname, class.relispartition, ${kept('class')} as kept,
      (select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attname <> 'balance') as columns
    from pg_class class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
  loop
    rights := case
      when one.relkind = 'S' then 'usage, select' || case when exists (
        select from pg_depend join pg_class owner on owner.oid = refobjid
        where objid = one.name and deptype in ('a', 'i') and not ${kept('owner')}) then ', update' else '' end
      when one.relkind = 'v' then 'select'
      when one.relname = 'accounts' then format('select, insert (%s), update (currency)', one.columns)
      when not one.kept then 'select, insert, update, delete'
      when one.relname in (${names(onlyAdded)}) and not one.relispartition then 'select, insert'
      else 'select' end;
    execute format('revoke all on %s from %I', one.name, server);
    execute format('grant %s on %s to %I', rights, one.name, server);
  end loop;
end $grants$;`;

/** To be called by the owner, after what it made. */
export const grantTo = async (tx: Db, server: string): Promise<void> => {
  await sql.raw(grantsFor(server)).execute(tx);
};

/**
 * Returns a script for a superuser's psql: it makes both roles, and hands the database over to the first one.
 */
export const rolesScript = ({ owner, server }: { readonly owner: string; readonly server: string }): string =>
  `do $roles$
declare
  owner constant text := ${literal(owner)};
  server constant text := ${literal(server)};
  one text;
begin
  foreach one in array array[owner, server] loop
    if to_regrole(quote_ident(one)) is null then
      execute format('create role %I', one);
    end if;
    execute format('alter role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls', one);
  end loop;
  if pg_has_role(server, owner, 'member') then
    execute format('revoke %I from %I', owner, server);
  end if;
  execute format('alter database %I owner to %I', current_database(), owner);
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect, temporary on database %I to %I', current_database(), server);
  execute format('alter schema %I owner to %I', current_schema(), owner);
  execute format('revoke create on schema %I from public', current_schema());
  -- What there is already, if one role did both so far.
  for one in
    select format('alter table %s owner to %I', oid::regclass, owner) from pg_class
    where relnamespace = current_schema()::regnamespace and (relkind in ('r', 'p', 'v')
      or relkind = 'S' and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i')))
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    union all
    select format('alter routine %s owner to %I', oid::regprocedure, owner) from pg_proc
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    execute one;
  end loop;
end $roles$;

-- "zonegraph migrate" repeats the rest for the tables that it makes.
${grantsFor(server)}`;

export const roleOf = async ({ db }: Pick<Database, 'db'>): Promise<string> => {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(db);
  return rows[0]?.role ?? '';
};

/**
 * Returns in words what the role may do and a server does not need; empty if it has the rights of `grantTo`.
 */
export async function excessOf(db: Db): Promise<string[]> {
  const { rows } = await sql<
    Record<'superuser' | 'roles' | 'owner' | 'makes', boolean> & { rewrites: string[] }
  >`
    select role.rolsuper as superuser, role.rolcreaterole as roles,
      has_schema_privilege(current_schema(), 'create') as makes,
      coalesce(bool_or(pg_has_role(class.relowner, 'member')), false) as owner,
      coalesce(array_agg(class.relname::text order by class.relname) filter (where ${sql.raw(kept('class'))}
        and (has_table_privilege(class.oid, 'update, delete, truncate, trigger') or has_any_column_privilege(class.oid, 'update'))
        ), '{}') as rewrites
    from pg_roles role left join pg_class class on class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p')
    where role.rolname = current_user group by role.rolsuper, role.rolcreaterole`.execute(db);
  const [found] = rows;
  if (!found) return [];
  if (found.superuser) return ['is a superuser'];
  const said = [
    found.roles && 'may change roles',
    found.owner && 'owns tables, and so may alter them and disable their triggers',
    found.makes && 'may make tables and functions',
    !found.owner && found.rewrites.length > 0 && `may change or delete rows of ${found.rewrites.join(', ')}`,
  ];
  return said.filter((one) => one !== false);
}

/** The tables with which the role cannot do what a server needs; none if it has the rights of `grantTo`. */
export async function lackOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select class.relname::text as name from pg_class class
    where class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p')
      and class.relowner = (select relowner from pg_class where oid = to_regclass('schema_migrations'))
      and not (has_table_privilege(class.oid, 'select') and case
        when class.relname = 'accounts' then has_any_column_privilege(class.oid, 'insert')
        when not ${sql.raw(kept('class'))} then has_table_privilege(class.oid, 'insert')
          and has_table_privilege(class.oid, 'update') and has_table_privilege(class.oid, 'delete')
        when class.relname in (${sql.raw(names(onlyAdded))}) and not class.relispartition then has_table_privilege(class.oid, 'insert')
        else true end)
    order by class.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Tells whether the role of this connection may replace the schema. `holdsTables` says whether there is something to
 * replace.
 */
export async function mayReplaceSchema(
  { db }: Pick<Database, 'db'>,
  holdsTables: boolean,
): Promise<{ readonly role: string; readonly may: boolean }> {
  const { rows } = await sql<{ role: string; may: boolean }>`
    select current_user::text as role, pg_has_role(nspowner, 'usage')
        or not ${holdsTables} and has_schema_privilege(oid, 'create') as may
      from pg_namespace where nspname = current_schema()`.execute(db);
  return rows[0] ?? { role: '', may: true };
}
