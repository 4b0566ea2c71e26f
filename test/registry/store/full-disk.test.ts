import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { EngineStopped } from '#src/registry/store/embedded/engine.ts';
import { onFileSystem } from '../../support/file-system.ts';

/** A megabyte of the log, and nothing anywhere else. */
const fillLog = ({ db }: Database) =>
  sql`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`.execute(db);

describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database on a full disk', () => {
  test('is known as dead at once, lets go of its data, and has lost nothing when there is space again', {
    timeout: 180_000,
  }, async ({ skip }) => {
    const disk = onFileSystem('size=64m');
    if (!disk) return skip('no file system can be mounted here');
    const dataDir = join(disk.path, 'data');
    const filler = join(disk.path, 'filler');
    try {
      const database = await openDatabase({ dataDir });
      await sql`create table kept as select generate_series(1, 100) as n`.execute(database.db);
      await database.pingWrites();
      const { bavail, bsize } = statfsSync(disk.path);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - 512 * 1024));
      let death: unknown;
      for (let megabytes = 0; megabytes < 40 && !death; megabytes += 1)
        await fillLog(database).catch((error: unknown) => {
          death = error;
        });
      expect(death).toBeInstanceOf(EngineStopped);
      expect(String(death)).toContain('No space left on device');
      await expect(database.ping()).rejects.toThrow(EngineStopped);
      await expect(database.pingWrites()).rejects.toThrow(EngineStopped);
      expect(await database.gone).toBe(death);
      expect(readdirSync(dataDir)).toEqual(['postgres']);
      await database.close();

      await expect(openDatabase({ dataDir })).rejects.toThrow(
        /^There is no space left for the data directory/,
      );
      rmSync(filler);
      const again = await openDatabase({ dataDir });
      expect((await sql`select count(*)::int as n from kept`.execute(again.db)).rows).toEqual([{ n: 100 }]);
      await again.pingWrites();
      await again.close();
    } finally {
      disk.remove();
    }
  });

  test('that leaves space in the log is reported after a write found none, until one finds some', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const disk = onFileSystem('size=96m');
    if (!disk) return skip('no file system can be mounted here');
    const filler = join(disk.path, 'filler');
    try {
      const database = await openDatabase({ dataDir: join(disk.path, 'data') });
      await sql`create table grown (n int)`.execute(database.db);
      await database.pingWrites();
      const { bavail, bsize } = statfsSync(disk.path);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - 256 * 1024));
      await database.pingWrites();
      const grow = sql`insert into grown select generate_series(1, 20000)`;
      await expect(grow.execute(database.db)).rejects.toMatchObject({ code: '53100' });
      // The log takes another record all the while.
      for (let time = 0; time < 3; time += 1)
        await expect(database.pingWrites()).rejects.toMatchObject({ code: '53100' });
      await database.ping();
      rmSync(filler);
      await database.pingWrites();
      await grow.execute(database.db);
      await database.close();
    } finally {
      disk.remove();
    }
  });
});
