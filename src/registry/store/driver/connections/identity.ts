import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './pool.ts';

/**
 * Identifies this database, whatever name or address it is reached by. Not a value in its tables: a restored
 * copy has those too, and is another registry.
 */
export async function identityOfServer(db: Db): Promise<string> {
  const { rows } = await sql<{ place: string }>`
    select concat_ws('/', (select system_identifier from pg_control_system()), pg_database.oid, current_schema())
      as place from pg_database where datname = current_database()`.execute(db);
  return digest(`server ${rows[0]?.place}`);
}

/** The identity is known without opening the database, which only one process can do. */
export function identityOfDirectory(dataDir: string): string {
  return digest(`directory ${real(resolve(dataDir))}`);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
