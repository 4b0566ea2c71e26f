import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CannotOpen, cannotConnect } from '#src/registry/store/driver/connections/cannot-open.ts';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { testDatabaseUrl } from '../../support/database.ts';
import { onFileSystem } from '../../support/file-system.ts';
import { urlOf } from '../../support/server.ts';

const root = mkdtempSync(join(tmpdir(), 'zonegraph-cannot-open-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The one sentence or two that whoever starts us reads. */
async function refusalOf(options: Parameters<typeof openDatabase>[0]): Promise<string> {
  const refusal = await openDatabase(options).then(
    () => expect.unreachable('it opened'),
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(CannotOpen);
  const { message } = refusal as CannotOpen;
  expect(message).not.toContain('\n');
  expect(message).toMatch(/\.$/);
  return message;
}

describe.skipIf(process.env.TEST_DATABASE_URL)('a data directory', { timeout: 120_000 }, () => {
  const whole = join(root, 'whole');
  const lookOf = (directory: string) => readdirSync(directory).filter((name) => name !== 'postgres');

  beforeAll(async () => {
    await (await openDatabase({ dataDir: whole })).close();
  });

  test('that is a file is reported as such', async () => {
    const file = join(root, 'file');
    writeFileSync(file, 'something else');
    const message = await refusalOf({ dataDir: file });
    expect(message).toBe(
      `The data directory ${file} is a file, not a directory. ` +
        'Move the file away, or set another DATA_DIR.',
    );
    expect(await refusalOf({ dataDir: join(file, 'below') })).toMatch(/is a file, not a directory/);
  });

  test('whose database is not whole is never taken for a new one', async () => {
    const half = join(root, 'half');
    mkdirSync(join(half, 'postgres', 'global'), { recursive: true });
    copyFileSync(join(whole, 'postgres', 'PG_VERSION'), join(half, 'postgres', 'PG_VERSION'));
    const message = await refusalOf({ dataDir: half });
    expect(message).toContain('is incomplete: global/pg_control, base, pg_wal missing.');
    expect(message).toContain('restore --help');
    expect(lookOf(half)).toEqual([]);
  });

  test('of another version of the engine is left alone, and reported as such', async () => {
    const version = join(whole, 'postgres', 'PG_VERSION');
    const own = readFileSync(version, 'utf8');
    for (const [other, which] of [
      [Number(own) + 1, 'a newer'],
      [Number(own) - 1, 'an older'],
    ] as const) {
      writeFileSync(version, `${other}\n`);
      expect(await refusalOf({ dataDir: whole })).toBe(
        `The database in the data directory ${whole} was made by ${which} version of Zonegraph (its PostgreSQL is ${other}, ` +
          `that of this version is ${Number(own)}). Start that version, or set another DATA_DIR.`,
      );
    }
    writeFileSync(version, own);
    expect(lookOf(whole)).toEqual([]);
  });

  test('with damaged data does not start, says so, and is released', async () => {
    const control = join(whole, 'postgres', 'global', 'pg_control');
    copyFileSync(control, join(root, 'pg_control'));
    for (const damage of [
      () => truncateSync(control, 100),
      () => writeFileSync(control, Buffer.alloc(8192, 7)),
      () => truncateSync(control, 0),
    ]) {
      damage();
      expect(await refusalOf({ dataDir: whole })).toMatch(
        /^The database in the data directory .*whole does not start: .+\. Restore a backup .* or move/,
      );
      expect(lookOf(whole)).toEqual([]);
    }
    copyFileSync(join(root, 'pg_control'), control);
    const database = await openDatabase({ dataDir: whole });
    await database.pingWrites();
    await database.close();
  });

  test('that cannot be written, or has no space left, is reported as such', async ({ skip }) => {
    const small = onFileSystem('size=64k');
    if (!small) return skip('no file system can be mounted here');
    try {
      expect(await refusalOf({ dataDir: join(small.path, 'data') })).toMatch(
        /^There is no space left for the /,
      );
      small.makeReadOnly();
      expect(await refusalOf({ dataDir: join(small.path, 'other') })).toMatch(
        /cannot be written \(EROFS\)\. Give/,
      );
    } finally {
      small.remove();
    }
  });
});

describe('a server', () => {
  test('that is not there, or has no such database, is reported as such', async () => {
    expect(await refusalOf({ url: 'postgres://me:secret@127.0.0.1:1/registry' })).toBe(
      'No PostgreSQL server answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL.',
    );
    const url = await testDatabaseUrl();
    if (url)
      expect(await refusalOf({ url: urlOf(url, 'no_such_one') })).toMatch(
        /has no database "no_such_one"\. Create it, or correct DATABASE_URL\.$/,
      );
  });

  test.runIf(process.env.TEST_DATABASE_URL)(
    'of several is asked again until one takes writes, however busy this process is',
    async () => {
      const target = new URL((await testDatabaseUrl()) ?? '');
      let connections = 0;
      // The first is lost by each.
      const lines = [1, 2].map(() => {
        let isFirst = true;
        return createServer((near) => {
          connections += 1;
          const far = connect(Number(target.port), target.hostname);
          near.on('error', () => far.destroy()).on('close', () => far.destroy());
          far.on('error', () => near.destroy()).on('close', () => near.destroy());
          if (isFirst) near.destroy();
          else near.pipe(far).pipe(near);
          isFirst = false;
        }).listen(0, '127.0.0.1');
      });
      await Promise.all(lines.map((line) => once(line, 'listening')));
      const hosts = lines.map((line) => `127.0.0.1:${(line.address() as AddressInfo).port}`).join(',');
      const opening = openDatabase({ url: target.href.replace(target.host, hosts) });
      // As long as it takes to build a schema on a busy machine: nothing is heard meanwhile.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
      const database = await opening;
      await database.pingWrites();
      expect(connections).toBeGreaterThan(2);
      await database.close();
      for (const line of lines) line.close();
    },
  );

  test('that does not let us in is quoted, and the password is not', () => {
    const reported = (code: string, message: string) =>
      cannotConnect('postgres://me:secret@db.example/registry', Object.assign(new Error(message), { code }))
        .message;
    expect(reported('28P01', 'password authentication failed for user "me"')).toBe(
      'The PostgreSQL server at db.example:5432 does not accept the password of user "me". Correct DATABASE_URL.',
    );
    const codes = ['28000', '53300', '57P03', '3D000', 'ENOTFOUND', 'ETIMEDOUT', '42501'];
    const sentences = codes.map((code) => reported(code, 'something of the driver.'));
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(sentence).toContain('db.example');
      expect(sentence).not.toContain('secret');
    }
    expect(new Set(sentences).size).toBe(codes.length);
  });
});
