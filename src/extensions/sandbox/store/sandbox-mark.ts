import { sql } from 'kysely';
import { fingerprint } from '../../../base/secrets.ts';
import { publishedToken } from '../../../registry/rules/registrar/access-tokens.ts';
import { CannotOpen } from '../../../registry/store/driver/cannot-open.ts';
import type { Db } from '../../../registry/store/driver/pool.ts';
import { tableNames } from './empty.ts';
import { targetOfMove } from './sandbox-clock.ts';

/** No move of the clock that anybody asks for has this id. */
const beginning = '00000000-0000-0000-0000-000000000000';

/** Notes that a sandbox serves the database: its clock begins here. Nothing that a caller can do removes this. */
export async function markSandbox(db: Db, now: Date): Promise<void> {
  await targetOfMove(db, beginning, now);
}

/** Whether a sandbox has ever served the database, or filled it before that was noted: what lets its callers in is published. */
export async function wasSandbox(db: Db): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from sandbox_clock_moves)
      or exists (select from access_tokens where hash = ${fingerprint(publishedToken)}) as was`.execute(db);
  return rows[0]?.was === true;
}

/** What a server writes by itself, also where nobody has ever done anything. */
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
  // Without them the database is empty, or not ours to read: then the migration says so.
  const known = await sql<{ known: boolean }>`
    select bool_and(coalesce(has_table_privilege(to_regclass(name), 'select'), false)) as known
    from unnest(array['schema_migrations', 'sandbox_clock_moves', 'access_tokens']) name`.execute(db);
  if (!known.rows[0]?.known) return;
  if (await wasSandbox(db)) return;
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
