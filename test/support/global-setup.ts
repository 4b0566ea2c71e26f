import type { TestProject } from 'vitest/node';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { preparedDatabase } from '#src/registry/store/embedded/prepared.ts';
import { preparedSnapshot } from './snapshot.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabase:
      | { kind: 'postgres'; server: string; template: string; likeTemplate: string }
      | { kind: 'embedded'; snapshot: string };
  }
}

/** Makes one migrated database, from which each test file gets its copy. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return templateOnServer(project, server);
  await prepareDatabase();
  project.provide('testDatabase', { kind: 'embedded', snapshot: await preparedSnapshot() });
  return undefined;
}

/** As `npm ci` does: servers and data directories of tests begin as copies of it. */
async function prepareDatabase(): Promise<void> {
  // Only when there is none: a test of a rule, which needs no database, starts sooner without them.
  if (!preparedDatabase())
    await (await import('#src/registry/store/driver/migrations/prepare-database.ts')).prepareDatabase();
}

async function templateOnServer(project: TestProject, server: string): Promise<() => Promise<void>> {
  const { openDatabase } = await import('#src/registry/store/driver/connections/database.ts');
  const { migrate } = await import('#src/registry/store/driver/migrations/migrate.ts');
  const { onServer, urlOf } = await import('./server.ts');
  const template = `zonegraph_test_${process.pid}`;
  await onServer(server, `create database ${template}`);
  const database = await openDatabase({ url: urlOf(server, template) });
  let likeTemplate = `template ${template}`;
  try {
    await migrate(database);
    if (await copiesFiles(database.db)) likeTemplate += ' strategy file_copy';
  } finally {
    await database.close();
  }
  project.provide('testDatabase', { kind: 'postgres', server, template, likeTemplate });
  return () => onServer(server, `drop database if exists ${template} with (force)`);
}

/**
 * Whether copies are made file by file, and not block by block through the log: with a checkpoint, which costs next to nothing where
 * nothing has to survive, and in memory (.ci/run) a third of the processor.
 */
async function copiesFiles(db: Db): Promise<boolean> {
  const { sql } = await import('kysely');
  const { rows } = await sql<{ does: boolean }>`
    select current_setting('fsync') = 'off' and current_setting('server_version_num')::int >= 150000 as does`.execute(
    db,
  );
  return rows[0]?.does ?? false;
}
