import { sql } from 'kysely';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';

/**
 * Notes every row that is written and which of its columns, in the transaction that writes it: what is undone leaves no
 * note. Exact where a count or a sum of rows could be fooled, and one cheap question after each request.
 */
export async function watchChanges(db: Db): Promise<() => Promise<string[]>> {
  await sql`create table fuzz_changes (change text not null)`.execute(db);
  await sql`create function note_change() returns trigger language plpgsql as $$
    begin
      insert into fuzz_changes select tg_op || ' ' || regexp_replace(tg_table_name, '_\\d{4}$', '') || coalesce(' ' || (
        select string_agg(key, ' ' order by key) from jsonb_each(to_jsonb(new))
        where tg_op = 'UPDATE' and value is distinct from to_jsonb(old) -> key), '');
      return null;
    end $$`.execute(db);
  const { rows: tables } = await sql<{
    name: string;
  }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'fuzz_changes'`.execute(
    db,
  );
  for (const { name } of tables)
    await sql`create trigger note_change after insert or update or delete on ${sql.table(name)}
      for each row execute function note_change()`.execute(db);
  return async () => {
    const { rows } = await sql<{ change: string }>`delete from fuzz_changes returning change`.execute(db);
    return [...new Set(rows.map(({ change }) => change))].sort();
  };
}
