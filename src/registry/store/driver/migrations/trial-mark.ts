import { sql } from 'kysely';
import { fingerprint } from '../../../../base/secrets.ts';
import { publishedToken } from '../../../rules/registrar/access-tokens.ts';
import type { Db } from '../connections/pool.ts';

/**
 * Whether a trial has ever served the database, or filled it before that was noted: what lets its callers in is
 * published.
 */
export async function wasTrial(db: Db): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from sandbox_clock_moves)
      or exists (select from access_tokens where hash = ${fingerprint(publishedToken)}) as was`.execute(db);
  return rows[0]?.was === true;
}
