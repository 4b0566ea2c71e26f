import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { rolesScript } from '#src/registry/store/driver/migrations/roles.ts';
import { atEndOfFile } from './at-end.ts';
import { anotherDatabase } from './database.ts';
import { onServer, urlOf } from './server.ts';

/** A database of its own that two roles share, opened by the one that serves; undefined on the embedded one, which has a single user. */
export async function servedByRole(): Promise<{ database: Database; superuser: Database } | undefined> {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') return undefined;
  const [owner, server] = [`zg_owner_of_${process.pid}`, `zg_server_of_${process.pid}`];
  // What is registered first is done last.
  atEndOfFile(() => onServer(source.server, `drop role if exists ${owner}, ${server}`));
  const superuser = await anotherDatabase();
  await sql.raw(rolesScript({ owner, server })).execute(superuser.db);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(superuser.db);
  const url = new URL(urlOf(source.server, rows[0]?.name ?? ''));
  url.username = server;
  const database = await openDatabase({ url: url.href, refuseNesting: true, longestWait: 14 });
  atEndOfFile(() => database.close());
  return { database, superuser };
}
