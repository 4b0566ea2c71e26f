import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { tableNames } from '#src/registry/store/driver/migrations/tables.ts';
import { Engine } from '#src/registry/store/embedded/engine.ts';

const wasmFile = fileURLToPath(
  new URL('../../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url),
);

/**
 * Held for as long as the worker lives. Compiling PostgreSQL's WebAssembly takes longer than most files' tests; V8 shares
 * the outcome with every thread that compiles the same bytes, as long as somebody holds it.
 */
const compiled: WebAssembly.Module[] = [];

/** Given back by a file of this worker, empty again. To start one takes longer than most files' tests. */
let kept: Engine | undefined;
/** What the tables were like before anybody used them. */
const shapes = new WeakMap<Engine, string>();

/** A migrated database without rows. */
export async function emptyEngine(snapshot: string): Promise<Engine> {
  const engine = kept ?? (await start(snapshot));
  kept = undefined;
  return engine;
}

async function start(snapshot: string): Promise<Engine> {
  if (compiled.length === 0) compiled.push(await WebAssembly.compile(readFileSync(wasmFile)));
  const engine = (await Engine.start({ snapshot: readFileSync(snapshot) })).unref();
  shapes.set(engine, await withDatabase(engine, shapeOf));
  return engine;
}

/** Kept, unless it stopped or a test has changed more than rows. */
export async function giveBack(engine: Engine): Promise<void> {
  const reusable = await withDatabase(engine, async (database) => {
    if ((await shapeOf(database)) !== shapes.get(engine)) return false;
    if (await isBig(database)) await beginFilesAnew(database);
    else await removeRows(database);
    return true;
  }).catch(() => false);
  if (reusable && kept === undefined) kept = engine;
  else await engine.close();
}

/** What was removed row by row stays behind in the files: from time to time they begin anew. */
async function isBig({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ largest: number }>`
    select max(pg_relation_size(oid))::int as largest from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  return Number(rows[0]?.largest) > 2_000_000;
}

async function beginFilesAnew({ db }: Database): Promise<void> {
  const tables = (await tableNames(db)).filter((name) => name !== 'schema_migrations');
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))} restart identity`.execute(db);
}

/** As `beginFilesAnew` leaves them, at a fifth of the price: new files for hundreds of empty tables and indexes cost more. */
async function removeRows({ db }: Database): Promise<void> {
  await sql`do $$
    declare
      name text;
    begin
      -- Without looking at what refers to what, and without asking the triggers that keep books from being changed.
      set local session_replication_role = replica;
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' loop
        execute format('delete from %I', name);
      end loop;
      perform setval(seqrelid, seqstart, false) from pg_sequence;
    end $$`.execute(db);
}

async function withDatabase<T>(engine: Engine, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ engine });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Everything about tables, columns, constraints, triggers, functions, settings and migrations; no rows. */
export async function shapeOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select md5(string_agg(line, e'\n' order by line)) as shape from (
      select concat_ws(' ', oid, relname, relkind, relchecks, relhastriggers, reloptions) from pg_class
        where relnamespace >= 16384 or relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull, atthasdef) from pg_attribute
        join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', oid, adrelid, adbin) from pg_attrdef
      union all select concat_ws(' ', oid, conname, convalidated) from pg_constraint
      union all select concat_ws(' ', oid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', indexrelid, indisvalid) from pg_index
      union all select concat_ws(' ', oid, proname, md5(prosrc)) from pg_proc where oid >= 16384
      union all select concat_ws(' ', oid, nspname) from pg_namespace where nspname not like 'pg_t%'
      union all select concat_ws(' ', setdatabase, setrole, setconfig) from pg_db_role_setting
      union all select concat_ws(' ', seqrelid, seqstart) from pg_sequence
      union all select name from schema_migrations
    ) as lines (line)`.execute(db);
  return rows[0]?.shape ?? '';
}
