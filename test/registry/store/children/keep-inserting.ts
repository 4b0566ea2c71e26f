import { sql } from 'kysely';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';

/** Inserts for ever and prints each number once the database has acknowledged it. */
const [directory = '', first = '0'] = process.argv.slice(2);
let next = Number(first);

async function insert({ transaction }: Opened): Promise<void> {
  for (;;) {
    const n = next++;
    await transaction(async (tx) => {
      await sql`insert into acknowledged values (${n}, 1)`.execute(tx);
      await sql`insert into acknowledged values (${n}, 2)`.execute(tx);
    });
    process.stdout.write(`${n}\n`);
  }
}

type Opened = Awaited<ReturnType<typeof open>>;

async function open(dataDir: string) {
  const database = await openDatabase({ dataDir });
  return { db: database.db, transaction: database.transaction.bind(database) };
}

async function main(): Promise<void> {
  const opened = await open(directory);
  await sql`create table if not exists acknowledged (n integer, part integer, primary key (n, part))`.execute(
    opened.db,
  );
  await Promise.all([insert(opened), insert(opened), insert(opened)]);
}

void main();
