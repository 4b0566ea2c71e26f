import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { EngineStopped } from '#src/registry/store/embedded/engine.ts';
import { preparedSnapshot } from '../../support/snapshot.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database', () => {
  const openCopy = async () => openDatabase({ snapshot: readFileSync(await preparedSnapshot()) });

  test('that stops fails what waits for it and what comes later, instead of keeping it waiting', async () => {
    const database = await openCopy();
    // The engine cannot wait for more input, and gives up.
    const fatal = sql.raw('copy registrars from stdin').execute(database.db);
    const waiting = sql`select 1`.execute(database.db);
    await expect(fatal).rejects.toThrow(EngineStopped);
    await expect(waiting).rejects.toThrow(EngineStopped);
    await expect(database.ping()).rejects.toThrow(EngineStopped);
    await expect(database.transaction(async () => {})).rejects.toThrow(EngineStopped);
    await database.close();
  });

  test('closed while a statement runs lets it finish', async () => {
    const database = await openCopy();
    const running = sql`select count(*)::int as n from generate_series(1, 300000)`.execute(database.db);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await database.close();
    expect((await running).rows).toEqual([{ n: 300_000 }]);
    await expect(database.ping()).rejects.toThrow('after calling end');
    await database.close();
  });
});
