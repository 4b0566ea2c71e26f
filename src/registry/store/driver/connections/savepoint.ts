import { sql } from 'kysely';
import type { Db } from './pool.ts';

/** All or nothing inside a transaction: only the writes of `work` are undone when it throws. */
export async function savepoint<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx);
  let value: T;
  try {
    value = await work();
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    throw error;
  }
  await sql`release savepoint part`.execute(tx);
  return value;
}

/** Undoes the writes of `work` in any case. */
export async function runAndRollBack(tx: Db, work: () => Promise<void>): Promise<void> {
  await sql`savepoint part`.execute(tx);
  await work();
  await sql`rollback to savepoint part`.execute(tx);
  await sql`release savepoint part`.execute(tx);
}

/** SQLSTATE class 23: integrity constraint violation. */
export function isConstraintViolation(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('23')
  );
}
