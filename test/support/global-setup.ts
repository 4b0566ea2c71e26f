import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase, snapshotOf } from '#src/store/database.ts';
import { migrate } from '#src/store/migrate.ts';
import { onServer, urlOf } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabase:
      | { kind: 'postgres'; server: string; template: string }
      | { kind: 'embedded'; snapshot: string };
  }
}

/** Makes one migrated database, from which each test file gets its copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? templateOnServer(project, server) : snapshotInFile(project);
}

async function templateOnServer(project: TestProject, server: string): Promise<() => Promise<void>> {
  const template = `zonegraph_test_${process.pid}`;
  await onServer(server, `create database ${template}`);
  const database = await openDatabase({ url: urlOf(server, template) });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  project.provide('testDatabase', { kind: 'postgres', server, template });
  return () => onServer(server, `drop database if exists ${template} with (force)`);
}

async function snapshotInFile(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-test-'));
  const snapshot = join(directory, 'snapshot.tar');
  const database = await openDatabase();
  try {
    await migrate(database);
    writeFileSync(snapshot, await snapshotOf(database));
  } finally {
    await database.close();
  }
  project.provide('testDatabase', { kind: 'embedded', snapshot });
  return async () => rmSync(directory, { recursive: true, force: true });
}
