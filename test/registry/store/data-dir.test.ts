import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { DataDirInUse, lockDataDir } from '#src/registry/store/embedded/lock.ts';
import { packScripts, runChild, startChild } from '../../support/child.ts';

const root = mkdtempSync(join(tmpdir(), 'zonegraph-data-'));
const dieHalfWay = fileURLToPath(new URL('./children/die-half-way.cjs', import.meta.url));
let open: URL;
let keepInserting: URL;
let takeLock: URL;

beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) return;
  const scripts = ['open', 'keep-inserting', 'take-lock'].map(
    (name) => new URL(`./children/${name}.ts`, import.meta.url),
  );
  [open, keepInserting, takeLock] = (await packScripts(scripts)) as [URL, URL, URL];
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function freshDirectory(name: string): string {
  const directory = join(root, name);
  mkdirSync(directory);
  return directory;
}

describe.skipIf(process.env.TEST_DATABASE_URL)('a data directory', { timeout: 300_000 }, () => {
  const directory = join(root, 'made', 'with', 'its parents');
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase({ dataDir: directory });
  }, 300_000);

  test('is made with its parents, for its owner only, and holds the data and the lock', () => {
    expect(readdirSync(directory).sort()).toEqual(['lock', 'postgres']);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test('in use by another process is refused with who uses it and what to do', async () => {
    const { output, exitCode } = await runChild(open, directory);
    expect(exitCode).toBe(1);
    expect(output).toBe(
      `DataDirInUse: The data directory ${directory} is in use by process ${process.pid}. Stop that process first, ` +
        'or start this one with another DATA_DIR, or use DATABASE_URL to share a PostgreSQL server.',
    );
  });

  test('in use by this very process is refused too', async () => {
    await expect(openDatabase({ dataDir: directory })).rejects.toThrow(DataDirInUse);
    await database.ping();
  });

  test('is free again after an orderly end', async () => {
    await database.close();
    expect(readdirSync(directory)).toEqual(['postgres']);
    expect(await runChild(open, directory)).toEqual({ output: 'opened', exitCode: 0 });
  });

  test('has every acknowledged transaction, whole, after its process was killed twice', async () => {
    const acknowledged = new Set<number>();
    for (let round = 1; round <= 2; round += 1) {
      const child = startChild(keepInserting, directory, String(round * 1_000_000));
      const wanted = acknowledged.size + 50 + Math.floor(Math.random() * 200);
      child.lines.on('line', (line) => {
        acknowledged.add(Number(line));
        if (acknowledged.size === wanted) child.process.kill('SIGKILL');
      });
      await Promise.all([child.gone, once(child.lines, 'close')]);
      expect(child.process.signalCode).toBe('SIGKILL');
    }
    const reopened = await openDatabase({ dataDir: directory });
    const { rows } = await sql<{ n: number; parts: number }>`
      select n, count(*)::int as parts from acknowledged group by n`.execute(reopened.db);
    await reopened.close();
    const found = new Map(rows.map(({ n, parts }) => [n, parts]));
    expect([...acknowledged].filter((n) => !found.has(n))).toEqual([]);
    expect(rows.filter(({ parts }) => parts !== 2)).toEqual([]);
  });

  test('whose very first start was killed half-way is made anew', async () => {
    const halfMade = freshDirectory('half-made');
    vi.stubEnv('NODE_OPTIONS', `--require=${dieHalfWay}`);
    const child = startChild(open, halfMade);
    vi.unstubAllEnvs();
    await child.gone;
    expect(child.process.signalCode).toBe('SIGKILL');
    expect(readdirSync(halfMade).some((name) => unfinishedHasFiles(halfMade, name))).toBe(true);
    expect(existsSync(join(halfMade, 'postgres'))).toBe(false);

    const { output } = await runChild(open, halfMade);
    expect(output).toBe('opened');
    expect(readdirSync(halfMade)).toEqual(['postgres']);
  });

  function unfinishedHasFiles(parent: string, name: string): boolean {
    return name.startsWith('postgres.unfinished') && readdirSync(join(parent, name)).length > 0;
  }
});

describe.skipIf(process.env.TEST_DATABASE_URL)('the lock of a data directory', { timeout: 300_000 }, () => {
  const lockOf = (directory: string) => join(directory, 'lock');
  const pidIn = (directory: string) => JSON.parse(readFileSync(lockOf(directory), 'utf8')).pid;

  async function deadPid(): Promise<number> {
    const child = startChild(takeLock, '/nowhere');
    child.process.kill('SIGKILL');
    await child.gone;
    return child.process.pid ?? 0;
  }

  test('left by a process that is gone is taken over', async () => {
    const directory = freshDirectory('dead-holder');
    writeFileSync(lockOf(directory), JSON.stringify({ pid: await deadPid(), started: null }));
    const release = lockDataDir(directory);
    expect(pidIn(directory)).toBe(process.pid);
    release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test('left by a process whose number another one has now is taken over', () => {
    const directory = freshDirectory('reused-pid');
    writeFileSync(lockOf(directory), JSON.stringify({ pid: process.ppid, started: 'another boot/1' }));
    lockDataDir(directory);
    expect(pidIn(directory)).toBe(process.pid);
  });

  test('that nobody can read, because a crash cut it off, is taken over', () => {
    const directory = freshDirectory('garbage');
    writeFileSync(lockOf(directory), '{"pid": 1');
    lockDataDir(directory);
    expect(pidIn(directory)).toBe(process.pid);
  });

  test('of a living process is respected even if nothing else is known about it', () => {
    const directory = freshDirectory('unknown-start');
    writeFileSync(lockOf(directory), JSON.stringify({ pid: process.ppid, started: null }));
    expect(() => lockDataDir(directory)).toThrow(DataDirInUse);
    expect(pidIn(directory)).toBe(process.ppid);
  });

  test('is got by one of several that start at the same moment, free or left over', async () => {
    for (const leftOver of [false, true]) {
      const directory = freshDirectory(`race-${leftOver}`);
      if (leftOver) writeFileSync(lockOf(directory), JSON.stringify({ pid: await deadPid(), started: null }));
      const children = Array.from({ length: 4 }, () => startChild(takeLock, directory));
      const nextLines = () =>
        Promise.all(children.map(async ({ lines }) => String((await once(lines, 'line'))[0])));
      await nextLines();
      const reported = nextLines();
      for (const { process: child } of children) child.stdin?.write('now\n');
      const answers = await reported;
      for (const { process: child } of children) child.kill('SIGKILL');
      await Promise.all(children.map(({ gone }) => gone));
      expect(answers.filter((answer) => answer === 'got it')).toHaveLength(1);
      expect(answers.filter((answer) => answer.startsWith('DataDirInUse'))).toHaveLength(3);
    }
  });
});

test('a directory in which a restore was killed between its moves is not begun anew', async () => {
  const dataDir = freshDirectory('half restored');
  mkdirSync(join(dataDir, 'postgres.replaced-1'));
  await expect(openDatabase({ dataDir })).rejects.toThrow(/Rename postgres\.replaced-1 to postgres/);
  expect(readdirSync(dataDir)).toContain('postgres.replaced-1');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});
