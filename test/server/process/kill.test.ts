import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keepCreating, listed, read } from './callers.ts';
import { emptyDatabase, type Server, startServer } from './server.ts';

// One life of a database, in this order. That of an embedded one is played by embedded.test.ts.
describe.runIf(inject('testDatabase').kind === 'postgres')('servers on one database', () => {
  const slow = { timeout: 180_000 };
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let servers: Server[] = [];
  beforeAll(async () => {
    database = await emptyDatabase();
    servers = [1, 2].map(() => startServer(database.env));
  });
  afterAll(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    await database.remove();
  });

  /** The first movement of the account is the one that its world begins with. */
  const expectOneWorld = async (url: string) => {
    const { data } = await read(url, '/registry/v1/accounts/balance?detailed=true');
    expect(data).toMatchObject({ balance: '1000.0', transactions: [{ sum: '1000.0', balance: '1000.0' }] });
  };

  it(
    'make its tables and its world once when two of them find it empty, and both serve it',
    slow,
    async () => {
      for (const { url } of servers) await expectOneWorld(await url);
    },
  );

  it(
    'lose nothing that was acknowledged when they are killed in the middle of a stream of creates',
    slow,
    async () => {
      const acknowledged: string[] = [];
      const urls = await Promise.all(servers.map(({ url }) => url));
      const workers = [1, 2, 3, 4].map((worker) =>
        keepCreating(urls[worker % 2] ?? '', worker, acknowledged),
      );
      while (acknowledged.length < 60) await sleep(5);
      for (const server of servers) server.kill('SIGKILL');
      await Promise.all(workers);
      for (const { ended } of servers) expect(await ended).toMatchObject({ signal: 'SIGKILL' });

      servers = [startServer(database.env)];
      const kept = await listed((await servers[0]?.url) ?? '');
      expect(acknowledged.length).toBeGreaterThanOrEqual(60);
      expect(acknowledged.filter((code) => !kept.has(code))).toEqual([]);
      expect(kept.size).toBeLessThanOrEqual(acknowledged.length + workers.length);
    },
  );

  it('find books that agree with themselves then, and seed no second world', slow, async () => {
    await expectOneWorld((await servers[0]?.url) ?? '');
  });
});
