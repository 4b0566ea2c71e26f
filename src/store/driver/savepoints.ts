import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** What is written from here on can be undone while what came before stays. */
export async function setSavepoint(tx: Db): Promise<void> {
  await sql`savepoint operation`.execute(tx);
}

export async function rollBackToSavepoint(tx: Db): Promise<void> {
  await sql`rollback to savepoint operation`.execute(tx);
}
