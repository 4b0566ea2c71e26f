import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopwatch } from '#src/base/clock.ts';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import type { Reader } from '#src/registry/store/driver/connections/pool.ts';
import { migrate } from '#src/registry/store/driver/migrations/migrate.ts';
import { replicatesAsynchronously } from '#src/registry/store/driver/replicas/replication.ts';
import { Caller, person, registration } from '../../../chaos/caller.ts';
import { Cluster } from '../../../chaos/cluster.ts';
import { newContact } from '../../../chaos/testbed.ts';
import { secondContainer } from '../../support/containers.ts';
import { type Server, startServer } from '../process/server.ts';

/** A primary and two standbys of which one at least has every commit before it is acknowledged. */
const primary = process.env.TEST_DATABASE_URL ? await Cluster.start() : undefined;
const slow = { timeout: 120_000 };

let standbys: readonly [Cluster, Cluster];
let clusters: readonly Cluster[] = [];
let url: string;
const replicaUrl = ({ host }: Cluster): string => new URL(url.replace(/@[^/]+/, `@${host}`)).href;

const synchronous = async (cluster: Cluster, names: string): Promise<void> => {
  await cluster.query(`alter system set synchronous_standby_names = '${names}'`);
  await cluster.query('select pg_reload_conf()');
};

beforeAll(async () => {
  if (!primary) return;
  url = await primary.newDatabase();
  standbys = [await primary.startStandby('one'), await primary.startStandby('other')];
  clusters = [primary, ...standbys];
  await synchronous(primary, 'ANY 1 (one, other)');
});
afterAll(() => {
  for (const cluster of clusters) cluster.remove();
});

describe.runIf(primary)('replicas', () => {
  let database: Database;
  const marks = async (reader: Reader): Promise<string[]> =>
    (
      await reader.graphqlReads.db
        .selectFrom('settings')
        .select('name')
        .where('name', 'like', 'mark-%')
        .execute()
    )
      .map(({ name }) => name)
      .sort();
  const write = (name: string) =>
    database.db.insertInto('settings').values({ name, value: 'x', updated_at: new Date() }).execute();
  const inUse = () => (database.replicas?.fitness ?? []).map(([, isFit]) => isFit);
  const reader = async () => (await database.replicas?.reader()) ?? database;

  beforeAll(async () => {
    database = await openDatabase({ url, replicaUrls: standbys.map(replicaUrl) });
    await migrate(database);
  });
  afterAll(() => database.close());

  it('are read from in turn, and have what was just written', slow, async () => {
    await expect.poll(inUse).toEqual([true, true]);
    const asked = new Set<unknown>();
    for (let turn = 0; turn < 50; turn += 1) {
      await write(`mark-${String(turn).padStart(2, '0')}`);
      const from = await reader();
      if (from !== database) asked.add(from);
      expect(await marks(from)).toHaveLength(turn + 1);
    }
    expect(asked.size).toBe(2);
  });

  it('that follow asynchronously are warned of, unless one must have each write', slow, async () => {
    const { rows } = await sql<{ names: string }>`
      select current_setting('synchronous_standby_names') as names`.execute(database.db);
    const set = async (names: string) => {
      await sql`alter system set synchronous_standby_names = ${sql.lit(names)}`.execute(database.db);
      await sql`select pg_reload_conf()`.execute(database.db);
    };
    await set('');
    await expect.poll(() => replicatesAsynchronously(database)).toBe(true);
    await set('*');
    await expect.poll(() => replicatesAsynchronously(database)).toBe(false);
    await set(rows[0]?.names ?? '');
  });

  it('that do not catch up are left out, and asked again when they have', slow, async () => {
    for (const standby of standbys) await standby.query('select pg_wal_replay_pause()');
    await write('mark-paused');
    const elapsed = stopwatch();
    const from = await reader();
    expect(await marks(from)).toContain('mark-paused');
    expect(from).toBe(database);
    expect(elapsed()).toBeLessThan(5_000);
    // On a busy machine the first question may have given up on one of them only.
    await expect.poll(() => reader().then(inUse)).toEqual([false, false]);
    for (const standby of standbys) await standby.query('select pg_wal_replay_resume()');
    await expect.poll(inUse).toEqual([true, true]);
    expect(await marks(await reader())).toContain('mark-paused');
  });

  it('behind one balancer show nothing old, whichever a connection leads to', slow, async () => {
    const hosts = standbys.map(({ host }) => host.split(':'));
    let turn = 0;
    const balancer = createServer((near) => {
      turn += 1;
      const [host, port] = hosts[turn % hosts.length] ?? [];
      const far = connect(Number(port), host);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const)
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
    const { port } = balancer.address() as AddressInfo;
    const balanced = await openDatabase({
      url,
      replicaUrls: [url.replace(/@[^/]+/, `@127.0.0.1:${port}`)],
    });
    const [late] = standbys;
    try {
      await expect.poll(() => balanced.replicas?.fitness.map(([, isFit]) => isFit)).toEqual([true]);
      // So many at once open connections to both.
      const from = (await balanced.replicas?.reader()) ?? balanced;
      await Promise.all(Array.from({ length: 10 }, async (_, at) => sleep(at).then(() => marks(from))));
      await late.query('select pg_wal_replay_pause()');
      for (let time = 0; time < 30; time += 1) {
        await write(`mark-balanced-${String(time).padStart(2, '0')}`);
        const asked = (await balanced.replicas?.reader()) ?? balanced;
        const shown = await Promise.all(
          Array.from({ length: 4 }, async (_, at) => sleep(at).then(() => marks(asked))),
        );
        for (const names of shown)
          expect(names.filter((name) => name.startsWith('mark-balanced'))).toHaveLength(time + 1);
      }
    } finally {
      await late.query('select pg_wal_replay_resume()');
      await balanced.close();
      balancer.close();
    }
  });

  it('that go away under a question are left out, and the primary answers it', slow, async () => {
    const from = await reader();
    expect(from).not.toBe(database);
    await synchronous(primary as Cluster, '');
    for (const standby of standbys) await standby.kill();
    expect((await marks(from)).length).toBeGreaterThan(50);
    expect(await reader()).toBe(database);
    for (const standby of standbys) standby.up();
    await synchronous(primary as Cluster, 'ANY 1 (one, other)');
    await expect.poll(inUse).toEqual([true, true]);
  });

  it('answer what writes on the way from the primary', slow, async () => {
    const from = await reader();
    expect(from).not.toBe(database);
    await from.graphqlReads.db.deleteFrom('settings').where('name', 'like', 'mark-%').execute();
    expect(inUse()).toEqual([true, true]);
    expect(await marks(await reader())).toEqual([]);
  });

  it('serve a list of the graph', slow, async () => {
    const { app } = await secondContainer({ database });
    const payload = { query: '{ zones { origin } }' };
    const headers = { authorization: 'Bearer operator-sandbox' };
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload });
    expect(answer.json()).toMatchObject({ data: { zones: [] } });
    const asked = await Promise.all(
      standbys.map((standby) =>
        standby.query(
          `select query from pg_stat_activity where query like '%"zones"%' and pid <> pg_backend_pid()`,
        ),
      ),
    );
    expect(asked.flat()).not.toEqual([]);
  });
});

describe.runIf(primary)('a primary that dies under load', () => {
  let server: Server | undefined;
  afterAll(async () => {
    server?.kill('SIGKILL');
    await server?.ended;
  });

  it(
    'is replaced by the standby that is promoted, within ten seconds, and nothing acknowledged is lost',
    slow,
    async () => {
      const hosts = clusters.map(({ host }) => host).join(',');
      server = startServer({
        DATABASE_URL: `${url.replace(/@[^/]+/, `@${hosts}`)}?target_session_attrs=read-write`,
        DATABASE_REPLICA_URLS: standbys.map(replicaUrl).join(','),
      });
      const at = await server.url;
      const caller = new Caller(() => at);
      await caller.graph(
        'operator',
        'mutation { accountAdjust(input: { registrar: "ALPHA", amount: "100000.00" }) { transaction { id } } }',
      );
      const registrant = await newContact(caller, 'alpha', person);
      const acknowledged: string[] = [];
      let isOver = false;
      let lastRefusal = 0;
      const running = stopwatch();
      const register = async (worker: number): Promise<void> => {
        for (let turn = 0; !isOver; turn += 1) {
          const name = `sync-${worker}-${turn}.ee`;
          const answer = await caller.rest('alpha', 'POST /domains', registration(name, registrant));
          if (answer?.code === 1000) acknowledged.push(name);
          else lastRefusal = running();
          await sleep(5);
        }
      };
      const work = [0, 1, 2, 3].map(register);
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(40);
      await primary?.kill();
      const next = await furthest();
      next.promote();
      const promoted = running();
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 40);
      isOver = true;
      await Promise.all(work);
      expect(lastRefusal - promoted).toBeLessThan(10_000);
      const own = await openDatabase({ url: replicaUrl(next) });
      const kept = new Set(
        (await own.db.selectFrom('domains').select('name').execute()).map(({ name }) => name),
      );
      await own.close();
      expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
      // What nobody was told of may have been done too, one for each worker at most.
      expect(kept.size).toBeLessThanOrEqual(acknowledged.length + work.length);
    },
  );

  it(
    'is followed by the other standby, which is read from again once it follows the new one',
    slow,
    async () => {
      const next = await furthest();
      const other = standbys.find((one) => one !== next) as Cluster;
      await other.follow(next, 'other');
      const at = await server?.url;
      const up = async () => {
        const text = await (await fetch(`${at}/metrics`)).text();
        return [...text.matchAll(/^zonegraph_replica_up\{replica="([^"]+)"\} (\d)$/gm)].map(
          ([, name, value]) => `${name} ${value}`,
        );
      };
      await expect.poll(up).toEqual(standbys.map(({ host }) => `${host} ${host === other.host ? 1 : 0}`));
      server?.kill('SIGTERM');
      expect(await server?.ended).toMatchObject({ code: 0 });
    },
  );
});

/** The standby to promote: the one that has most, or what is already promoted. */
async function furthest(): Promise<Cluster> {
  const places = await Promise.all(
    standbys.map(async (standby) => {
      const [row] = await standby.query(
        `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0') else 'infinity' end::float8 as place`,
      );
      return Number(row?.place);
    }),
  );
  return (places[0] ?? 0) >= (places[1] ?? 0) ? standbys[0] : standbys[1];
}
