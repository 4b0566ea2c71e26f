import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopwatch } from '#src/base/clock.ts';
import { NamedPool } from '#src/registry/store/driver/connections/named-pool.ts';
import { channel } from '#src/registry/store/runner/journal.ts';
import { testDatabaseUrl } from '../../support/database.ts';
import { alpha, testWorld } from '../../support/world.ts';
import { relayTo } from './relay.ts';
import { hasLine, type RelayedServer, startRelayedServer } from './relayed-server.ts';

describe.runIf(hasLine)('a database that stands still', () => {
  let relayed: RelayedServer;
  const get = async (path: string) => {
    const elapsed = stopwatch();
    const { status } = await fetch(`${relayed.url}${path}`, { headers: { authorization: alpha } });
    return { status, withinMs: elapsed() };
  };
  const balance = '/registry/v1/accounts/balance';

  beforeAll(async () => {
    await testWorld();
    relayed = await startRelayedServer();
    expect(await get(balance)).toMatchObject({ status: 200 });
  });
  afterAll(() => relayed.line.thaw());

  it('for a moment is waited for: what was asked is answered then', async () => {
    relayed.line.freeze();
    const asked = get(balance);
    await sleep(1000);
    relayed.line.thaw();
    expect(await asked).toMatchObject({ status: 200 });
    expect(relayed.logged()).toEqual([]);
  });

  it('holds up neither /readyz nor /metrics, from the first moment on', async () => {
    relayed.line.freeze();
    const ready = await get('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.withinMs).toBeLessThan(4500);
    const metrics = await get('/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.withinMs).toBeLessThan(4500);
  });

  it('is soon recognised, and then refused at once', async () => {
    await expect.poll(() => relayed.database.isAway).toBe(true);
    const refused = await get(balance);
    expect(refused.status).toBe(503);
    expect(refused.withinMs).toBeLessThan(4500);
    expect(relayed.logged()).toEqual(['the database does not answer']);
  });

  it('is used again when it moves', async () => {
    relayed.line.thaw();
    await expect.poll(() => relayed.database.isAway).toBe(false);
    expect(await get(balance)).toMatchObject({ status: 200 });
    expect(await get('/readyz')).toMatchObject({ status: 200 });
  });

  it('and connections that lead nowhere are given up, also those that nobody was using', async () => {
    const { health } = relayed.database;
    // Several that stand idle, and all of those that it is looked with.
    await Promise.all(Array.from({ length: 10 }, () => get(balance)));
    await Promise.all([
      health.transaction((tx) => sql`select pg_sleep(0.2)`.execute(tx)),
      relayed.database.ping(),
    ]);
    const changes: unknown[] = [];
    const stopWatching = relayed.database.onChange((change) => changes.push(change));
    relayed.line.losePeers();
    await sleep(6000);
    // New ones can be had: it was never away.
    expect(changes).toEqual([]);
    stopWatching();
    await expect.poll(async () => (await get(balance)).status).toBe(200);
    for (let time = 0; time < 10; time += 1) {
      const answer = await get(balance);
      expect(answer.status).toBe(200);
      // As one does who meets a connection on which nothing comes.
      expect(answer.withinMs).toBeLessThan(4500);
    }
    const heard: string[] = [];
    const stop = relayed.container.bus.subscribe('setting', (key) => heard.push(key));
    await expect
      .poll(async () => {
        await sql`select pg_notify(${channel}, '["setting",""]')`.execute(relayed.database.db);
        return heard.length;
      })
      .toBeGreaterThan(0);
    stop();
  });

  it('is given up after so much silence when it was asked something, and left alone when it was not', async () => {
    const line = await relayTo((await testDatabaseUrl()) ?? '');
    let opened = 0;
    const open = () => new pg.Pool({ connectionString: line.url, max: 1 }).on('connect', () => (opened += 1));
    const limits = { transactions: 1, queue: 10, longestWaitMs: 5000, longestSilenceMs: 800 };
    const pool = new NamedPool(
      open,
      limits,
      () => {},
      () => {},
    );
    const ask = () => pool.query([{ sql: 'select 1', parameters: [] }]);
    try {
      await ask();
      await sleep(1200);
      await ask();
      expect(opened).toBe(1);
      line.freeze();
      const together = await Promise.allSettled([ask(), ask()]);
      expect(together).toMatchObject(Array(2).fill({ status: 'rejected', reason: { trouble: 'away' } }));
      const transaction = pool.reserve();
      line.thaw();
      const client = await transaction;
      line.freeze();
      await expect(client.query('begin', [])).rejects.toMatchObject({ trouble: 'away' });
      client.release();
      line.thaw();
      expect(await ask()).toEqual([[{ '?column?': 1 }]]);
    } finally {
      await pool.end();
      await line.close();
    }
  });
});
