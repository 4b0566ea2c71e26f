import { type Selectable, sql } from 'kysely';
import { limit } from '../../../base/limits.ts';
import { accessLogEntry } from '../../entities/access-log-entry.ts';
import type { Db } from '../driver/connections/pool.ts';
import { inChunks } from '../driver/lists/chunks.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { AccessLogEntryView } from '../tables/access-log-schema.ts';

export type AccessLogEntry = Selectable<AccessLogEntryView>;

export interface ShownToActor {
  readonly at: Date;
  readonly actor: string;
  readonly operatorId: number | null;
  readonly requestId: string;
  /** The keys that people know objects by, by kind of object. */
  readonly objects: ReadonlyMap<string, ReadonlySet<string>>;
}

const mostKeys = limit('keys in one row of the access log', 999, 'A page of a list is one row.');

/** All objects that a request has shown, in one statement. */
export async function writeAccessLog(
  db: Db,
  { at, actor, operatorId, requestId, objects }: ShownToActor,
): Promise<void> {
  const rows = [...objects].flatMap(([object_type, keys]) =>
    inChunks([...keys], mostKeys).map((object_keys) => ({
      at,
      actor,
      object_type,
      object_keys,
      request_id: requestId,
      operator_id: operatorId,
    })),
  );
  if (rows.length > 0) await db.insertInto('access_log').values(rows).execute();
}

export const accessLogList = entityList(accessLogEntry);

const keptForMs = 2 * 365 * 24 * 60 * 60 * 1000;

/** Entries are kept for two years. */
export async function forgetOldAccessLog(db: Db, now: Date): Promise<void> {
  await sql`select forget_access_log(${new Date(now.getTime() - keptForMs)})`.execute(db);
}
