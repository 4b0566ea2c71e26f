import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** Later writes can be undone while earlier ones stay. */
export async function setSavepoint(tx: Db): Promise<void> {
  await sql`savepoint operation`.execute(tx);
}

export async function rollBackToSavepoint(tx: Db): Promise<void> {
  await sql`rollback to savepoint operation`.execute(tx);
}
