import { sql } from 'kysely';
import { fingerprint } from '../../../core/secrets.ts';
import { sandboxAccessToken } from '../../rules/registrar/access-tokens.ts';
import type { Db } from '../driver/pool.ts';
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
      or exists (select from access_tokens where hash = ${fingerprint(sandboxAccessToken)}) as was`.execute(
    db,
  );
  return rows[0]?.was === true;
}
