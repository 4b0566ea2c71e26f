import { sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';

/**
 * Secrets that a process makes itself and that must outlive it. `billing`: a key for payment marks; `operator`: the
 * SHA-256 of a token.
 */
export type KeptSecret = 'billing' | 'operator';

/** Returns the stored secret; stores this one if there is none. */
export async function initSecret(db: Db, name: KeptSecret, made: string): Promise<string> {
  await sql`insert into facade_secrets (name, value) values (${name}, ${made}) on conflict (name) do nothing`.execute(
    db,
  );
  return (await storedSecret(db, name)) ?? made;
}

export async function storedSecret(db: Db, name: KeptSecret): Promise<string | undefined> {
  const { rows } = await sql<{
    value: string;
  }>`select value from facade_secrets where name = ${name}`.execute(db);
  return rows[0]?.value;
}

export async function replaceSecret(db: Db, name: KeptSecret, value: string): Promise<void> {
  await sql`insert into facade_secrets (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value, made_at = now()`.execute(db);
}
