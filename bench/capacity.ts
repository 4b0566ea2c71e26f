import pg from 'pg';
import { loadGrown } from './growth-load.ts';

/** Bytes of a table and of its indexes for each row, as docs/capacity.md has them. */
export async function measureCapacity(
  databaseUrl: string,
  domains: number,
  say: (line: string) => void,
): Promise<void> {
  await loadGrown(databaseUrl, domains);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The parts of a table are added up under its name.
    const { rows } = await client.query<{ name: string; rows: number; heap: number; indexes: number }>(
      `
      select coalesce(whole.relname, one.relname) as name, sum(greatest(one.reltuples, 0))::float8 as rows,
        sum(pg_table_size(one.oid))::float8 as heap, sum(pg_indexes_size(one.oid))::float8 as indexes
      from pg_class one left join pg_inherits on inhrelid = one.oid left join pg_class whole on whole.oid = inhparent
      where one.relkind = 'r' and one.relnamespace = current_schema()::regnamespace
      group by 1 having sum(greatest(one.reltuples, 0)) >= $1 order by sum(pg_total_relation_size(one.oid)) desc`,
      [domains / 100],
    );
    say('| table | rows for each domain | bytes of a row | bytes of its indexes |\n|---|---|---|---|');
    for (const { name, rows: count, heap, indexes } of rows)
      say(
        `| ${name} | ${(count / domains).toFixed(2)} | ${(heap / count).toFixed(0)} | ${(indexes / count).toFixed(0)} |`,
      );
    const all = rows.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
    say(`| together, for each domain | | ${(all / domains).toFixed(0)} | |`);
  } finally {
    await client.end();
  }
}
