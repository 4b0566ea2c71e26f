import { sql } from 'kysely';
import { openDatabase } from '#src/store/driver/database.ts';

/** Inserts for ever and prints each number once the database has acknowledged it. */
const [directory = '', first = '0'] = process.argv.slice(2);
const { db, transaction } = await open(directory);
let next = Number(first);

async function insert(): Promise<void> {
  for (;;) {
    const n = next++;
    await transaction(async (tx) => {
      await sql`insert into acknowledged values (${n}, 1)`.execute(tx);
      await sql`insert into acknowledged values (${n}, 2)`.execute(tx);
    });
    process.stdout.write(`${n}\n`);
  }
}

async function open(dataDir: string) {
  const database = await openDatabase({ dataDir });
  return { db: database.db, transaction: database.transaction.bind(database) };
}

await sql`create table if not exists acknowledged (n integer, part integer, primary key (n, part))`.execute(
  db,
);
await Promise.all([insert(), insert(), insert()]);
