import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { person } from '../../support/contacts.ts';
import { endWithUnaccepted, keepCreating, listed, post, read } from './callers.ts';
import { newDatabase, type Server, startServer } from './server.ts';

/** One life of an embedded database, with three servers one after the other. CI plays it on the oldest Node that we promise (.ci/run). */
describe.runIf(inject('testDatabase').kind === 'embedded')('a server on the embedded database', () => {
  const slow = { timeout: 180_000 };
  const endEngine = fileURLToPath(new URL('./children/end-engine.cjs', import.meta.url));
  const acknowledged: string[] = [];
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let server: Server;
  beforeAll(async () => {
    database = await newDatabase();
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    await server.ended;
    await database.remove();
  });

  it(
    'loses nothing that was acknowledged, and no key, when it is killed in the middle of writes',
    slow,
    async () => {
      const create = async (url: string) =>
        post(url, '/registry/v1/contacts', { contact: person }, { 'idempotency-key': 'restart' });
      server = startServer(database.env);
      const url = await server.url;
      const first = await create(url);
      acknowledged.push(first.body.data.contact.code);
      const workers = [1, 2, 3, 4].map((worker) => keepCreating(url, worker, acknowledged));
      while (acknowledged.length < 60) await sleep(5);
      server.kill('SIGKILL');
      await Promise.all(workers);
      expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });

      server = startServer({ ...database.env, NODE_OPTIONS: `--require=${endEngine}` });
      const kept = await listed(await server.url);
      expect(acknowledged.filter((code) => !kept.has(code))).toEqual([]);
      expect(kept.size).toBeLessThanOrEqual(acknowledged.length + workers.length);
      const again = await create(await server.url);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    },
  );

  it('has books that agree with themselves then, and a world that is not seeded twice', async () => {
    const { data } = await read(await server.url, '/registry/v1/accounts/balance?detailed=true');
    expect(data).toMatchObject({ balance: '1000.0', transactions: [{ sum: '1000.0', balance: '1000.0' }] });
  });

  it('answers the graph', async () => {
    const { body } = await post(await server.url, '/graphql', { query: '{ contacts { totalCount } }' });
    const { size } = await listed(await server.url);
    expect(body).toMatchObject({ data: { contacts: { totalCount: size } } });
  });

  it.each([
    ['a second one on its DATA_DIR', {}, 'in use by process'],
    [
      'several workers',
      { WORKERS: '2' },
      'WORKERS=2 needs a PostgreSQL server (DATABASE_URL): the embedded database belongs to one process',
    ],
  ])('keeps %s out in one sentence, and goes on', slow, async (_, env, reason) => {
    const { code, output } = await startServer({ ...database.env, ...env }).ended;
    expect(code).toBe(1);
    expect(output).toContain(reason);
    expect(output).not.toMatch(/\n\s+at /);
    expect((await fetch(`${await server.url}/readyz`)).status).toBe(200);
  });

  it(
    'ends with a clear word when its database stops, and the next one has all that was acknowledged',
    slow,
    async () => {
      const { body } = await post(await server.url, '/registry/v1/contacts', { contact: person });
      server.kill('SIGUSR2');
      const { code, output } = await server.ended;
      expect(code).toBe(1);
      expect(output).toContain('the embedded database is closed');
      expect(output).toContain('Nothing that was acknowledged is lost');
      expect(output).not.toMatch(/\n\s+at /);
      server = startServer({ ...database.env, SHUTDOWN_DELAY: '0' });
      const kept = await listed(await server.url);
      expect([...acknowledged, body.data.contact.code].filter((one) => !kept.has(one))).toEqual([]);
    },
  );

  it('answers all that has arrived when it is stopped', slow, async () => {
    expect(await endWithUnaccepted(server, 32)).toEqual(Array(32).fill('HTTP/1.1 200 OK'));
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });
});
