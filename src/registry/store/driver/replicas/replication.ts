import { sql } from 'kysely';
import type { Database } from '../connections/database.ts';

/**
 * Tells whether the server has standbys but acknowledges a write before any of them has it. Every role may ask.
 */
export async function replicatesAsynchronously({ kind, health }: Database): Promise<boolean> {
  if (kind === 'embedded') return false;
  const { rows } = await sql<{ asynchronous: boolean }>`
    select exists (select from pg_stat_replication)
      and (current_setting('synchronous_standby_names') = ''
        or current_setting('synchronous_commit') in ('off', 'local')) as asynchronous`.execute(health.db);
  return rows[0]?.asynchronous ?? false;
}
