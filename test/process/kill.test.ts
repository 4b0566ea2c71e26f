import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { keepCreating, listed, read } from './callers.ts';
import { emptyDatabase, newDatabase, type Server, startServer } from './server.ts';

let database: Awaited<ReturnType<typeof newDatabase>>;
let server: Server | undefined;
beforeAll(async () => {
  database = await newDatabase();
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await server?.ended;
  await database.remove();
});

const slow = { timeout: 180_000 };

describe('kill -9 in the middle of a stream of creates', () => {
  it('loses nothing that was acknowledged, and the server starts again', slow, async () => {
    server = startServer(database.env);
    const url = await server.url;
    const acknowledged: string[] = [];
    const workers = [1, 2, 3, 4].map((worker) => keepCreating(url, worker, acknowledged));
    while (acknowledged.length < 60) await sleep(5);
    server.kill('SIGKILL');
    await Promise.all(workers);
    expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });

    server = startServer(database.env);
    const kept = await listed(await server.url);
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);
    expect(acknowledged.filter((code) => !kept.has(code))).toEqual([]);
    expect(kept.size).toBeLessThanOrEqual(acknowledged.length + workers.length);
  });

  it('leaves books that agree with themselves, and a world that is not seeded twice', slow, async () => {
    const { data } = await read((await server?.url) ?? '', '/registry/v1/accounts/balance?detailed=true');
    expect(data).toMatchObject({ balance: '1000.0', transactions: [{ sum: '1000.0', balance: '1000.0' }] });
  });
});

describe.runIf(inject('testDatabase').kind === 'postgres')('two servers on an empty database', () => {
  it('make its tables and its world once, and both serve it', slow, async () => {
    const empty = await emptyDatabase();
    const servers = [1, 2].map(() => startServer({ ...empty.env, SANDBOX_WORLD: 'demo' }));
    try {
      const urls = await Promise.all(servers.map(({ url }) => url));
      const worlds = await Promise.all(urls.map((url) => listed(url)));
      expect(worlds[0]?.size).toBeGreaterThan(10);
      expect(worlds[1]).toEqual(worlds[0]);
    } finally {
      for (const one of servers) one.kill('SIGKILL');
      await Promise.all(servers.map(({ ended }) => ended));
      await empty.remove();
    }
  });
});
