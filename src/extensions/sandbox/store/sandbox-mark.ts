import { sql } from 'kysely';
import { CannotOpen } from '../../../registry/store/driver/connections/cannot-open.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { tableNames } from '../../../registry/store/driver/migrations/tables.ts';
import { wasTrial } from '../../../registry/store/driver/migrations/trial-mark.ts';
import { targetOfMove } from './sandbox-clock.ts';

/** No move of the clock that anybody asks for has this id. */
const beginning = '00000000-0000-0000-0000-000000000000';

/** Notes that a sandbox serves the database: its clock begins here. Nothing that a caller can do removes this. */
export async function markSandbox(db: Db, now: Date): Promise<void> {
  await targetOfMove(db, beginning, now);
}

/** The tables that a server writes by itself, also where nobody has ever done anything. */
const writtenByServers: ReadonlySet<string> = new Set([
  'schema_migrations',
  'database_timelines',
  'job_leases',
  'job_runs',
  'domain_flows_mark',
]);

/**
 * Refuses a database that has data and no sandbox has filled. It may be of any release, so this asks before anything is
 * migrated: a start in the wrong mode leaves a registry as it is.
 */
export async function refuseRegistry(db: Db): Promise<void> {
  // Without these tables the database is empty, or not ours to read: then the migration says so.
  const known = await sql<{ known: boolean }>`
    select bool_and(coalesce(has_table_privilege(to_regclass(name), 'select'), false)) as known
    from unnest(array['schema_migrations', 'sandbox_clock_moves', 'access_tokens']) name`.execute(db);
  if (!known.rows[0]?.known) return;
  if (await wasTrial(db)) return;
  const telling = (await tableNames(db)).filter((name) => !writtenByServers.has(name));
  const { rows } = await sql<{ filled: boolean }>`
    select ${sql.join(
      telling.map((name) => sql`exists (select from ${sql.table(name)})`),
      sql` or `,
    )} as filled`.execute(db);
  if (rows[0]?.filled)
    throw new CannotOpen(
      'No sandbox has filled this database, so it belongs to a registry, and in a sandbox everybody may do everything. ' +
        'Set ZONEGRAPH_MODE=production, or use an empty database.',
    );
}
