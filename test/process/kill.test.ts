import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { person } from '../support/contacts.ts';
import { alpha, type Loose } from '../support/world.ts';
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
const headers = { authorization: alpha, 'content-type': 'application/json' };

/** Creates contacts one after the other until the server is gone; gives the codes that were acknowledged. */
async function keepCreating(url: string, worker: number, acknowledged: string[]): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const body = JSON.stringify({ contact: { ...person, id: `W${worker}-${turn}` } });
    try {
      const response = await fetch(`${url}/registry/v1/contacts`, { method: 'POST', headers, body });
      const { code, data } = (await response.json()) as Loose;
      if (String(code) === '1000') acknowledged.push(String(data.contact.code));
    } catch {
      return;
    }
  }
}

const listed = async (url: string): Promise<Set<string>> => {
  const response = await fetch(`${url}/registry/v1/contacts?limit=`, { headers });
  const { data } = (await response.json()) as Loose;
  return new Set(data.contacts as unknown as string[]);
};

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
    const response = await fetch(`${await server?.url}/registry/v1/accounts/balance?detailed=true`, {
      headers,
    });
    const { data } = (await response.json()) as Loose;
    expect(data).toMatchObject({ balance: '1000.0', transactions: [{ sum: '1000.0', balance: '1000.0' }] });
  });
});

describe('a second server', () => {
  const isEmbedded = inject('testDatabase').kind === 'embedded';

  it.runIf(isEmbedded)('on the same DATA_DIR says so and goes, and the first one stays', slow, async () => {
    const second = startServer(database.env);
    const { code, output } = await second.ended;
    expect(code).toBe(1);
    expect(output).toContain(database.env.DATA_DIR);
    expect(output).toMatch(/in use|already|another/i);
    expect(output).not.toMatch(/\n\s+at /);
    expect((await fetch(`${await server?.url}/readyz`)).status).toBe(200);
  });

  it.runIf(!isEmbedded)('on the same database works beside the first', slow, async () => {
    const second = startServer(database.env);
    const [one, other] = [await listed((await server?.url) ?? ''), await listed(await second.url)];
    expect(other).toEqual(one);
    second.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
  });
});

describe.runIf(inject('testDatabase').kind === 'postgres')('three servers on an empty database', () => {
  it('make its tables and its world once, and all serve it', slow, async () => {
    const empty = await emptyDatabase();
    const servers = [1, 2, 3].map(() => startServer({ ...empty.env, SANDBOX_WORLD: 'demo' }));
    try {
      const urls = await Promise.all(servers.map(({ url }) => url));
      const worlds = await Promise.all(urls.map((url) => listed(url)));
      expect(worlds[0]?.size).toBeGreaterThan(10);
      expect(worlds).toEqual([worlds[0], worlds[0], worlds[0]]);
    } finally {
      for (const one of servers) one.kill('SIGKILL');
      await Promise.all(servers.map(({ ended }) => ended));
      await empty.remove();
    }
  });
});
