import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { secondContainer } from '../../support/containers.ts';
import { gate } from '../../support/gate.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

/** Reads that wait for their turn, while those before them wait for a table. */

const onServer = inject('testDatabase').kind === 'postgres';

/** Holds the table of domains until it is let go. */
async function holdDomains({ container: { database } }: TestWorld): Promise<() => Promise<void>> {
  const { opened, open } = gate();
  const held = gate();
  const holding = database.background.transaction(async (db) => {
    await sql`lock table domains in access exclusive mode`.execute(db);
    held.open();
    await opened;
  });
  await held.opened;
  const letGo = () => {
    open();
    return holding;
  };
  onTestFinished(letGo);
  return letGo;
}

const locked = ({ container: { database } }: TestWorld) =>
  sql<{ count: number }>`select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
    .execute(database.health.db)
    .then(({ rows }) => rows[0]?.count ?? 0);

const headers = { authorization: alpha, 'content-type': 'application/json' };

describe.runIf(onServer)('reads that wait for their turn', () => {
  it('are left out when their caller hangs up', async () => {
    const world = await testWorld();
    const url = await world.listen();
    const groups = (by: string, signal?: AbortSignal) =>
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: `{ domains { groups(by: [{ field: ${by} }]) { count } } }` }),
        ...(signal && { signal }),
      });
    const connections = () =>
      new Promise((resolve) => world.app.server.getConnections((_, count) => resolve(count)));
    const statements: string[] = [];
    world.container.database.onStatement((text) => void statements.push(text));
    const letGo = await holdDomains(world);
    // One of the two places is one registrar's.
    const first = groups('ZONE');
    await expect.poll(() => locked(world)).toBe(1);
    const caller = new AbortController();
    const gone = groups('REGISTRANT', caller.signal).catch(() => 'hung up');
    await expect.poll(connections).toBe(2);
    const last = groups('STATUS');
    await expect.poll(connections).toBe(3);
    caller.abort();
    expect(await gone).toBe('hung up');
    await expect.poll(connections).toBe(2);
    await letGo();
    expect((await Promise.all([first, last])).map(({ status }) => status)).toEqual([200, 200]);
    const grouped = statements.filter((text) => /group by/.test(text) && /\bdomains\b/.test(text));
    expect(grouped).toHaveLength(2);
  });

  it('over REST choose where they read when their turn has come', async () => {
    const world = await testWorld();
    const { database } = world.container;
    let chosen = 0;
    const replicas = {
      reader: async () => {
        chosen += 1;
        return database;
      },
      fitness: [],
      onChange: () => {},
    };
    const replicated = new Proxy(database, {
      get: (target, name) => {
        const value: unknown = name === 'replicas' ? replicas : Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }) as Database;
    const { app } = await secondContainer({ database: replicated });
    const letGo = await holdDomains(world);
    const list = () => app.inject({ url: '/registry/v1/domains', headers });
    const answers = Array.from({ length: 8 }, list);
    await expect.poll(() => chosen).toBe(3);
    const refused = await app.inject({
      url: '/registry/v1/domains',
      headers: { ...headers, prefer: 'wait=0' },
    });
    expect(refused.statusCode).toBe(503);
    expect(chosen).toBe(3);
    await letGo();
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(chosen).toBe(16);
  });
});
