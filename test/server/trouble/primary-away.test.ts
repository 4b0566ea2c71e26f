import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopwatch } from '#src/base/clock.ts';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { basic, Caller, person } from '../../../chaos/caller.ts';
import { Cluster } from '../../../chaos/cluster.ts';
import { newContact } from '../../../chaos/testbed.ts';
import { type Server, startServer } from '../process/server.ts';

/** When the primary is away, a replica answers what only reads, and says how old that is. */

const primary = process.env.TEST_DATABASE_URL ? await Cluster.start() : undefined;
const slow = { timeout: 120_000 };

describe.runIf(primary)('while the primary is away', () => {
  let standby: Cluster;
  let standbyUrl: string;
  let server: Server;
  let url: string;
  let caller: Caller;
  let contact: string;
  let token: string;

  beforeAll(async () => {
    const database = await (primary as Cluster).newDatabase();
    standby = await (primary as Cluster).startStandby('one');
    standbyUrl = database.replace(/@[^/]+/, `@${standby.host}`);
    server = startServer({
      DATABASE_URL: database,
      DATABASE_REPLICA_URLS: standbyUrl,
      RATE_LIMIT_POINTS: '10000',
    });
    url = await server.url;
    caller = new Caller(() => url);
    contact = await newContact(caller, 'alpha', person);
    const made = await caller.graph(
      'alpha',
      'mutation { accessTokenCreate(input: { name: "away", scopes: [READ], expiresIn: "P1D" }) { token userErrors { message } } }',
    );
    token = String(made?.accessTokenCreate?.token);
  }, 120_000);
  afterAll(async () => {
    server?.kill('SIGKILL');
    await server?.ended;
    standby?.remove();
    primary?.remove();
  });

  const ask = async (path: string, authorization: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { authorization, ...init.headers },
      signal: AbortSignal.timeout(30_000),
    });
    const { status, headers } = response;
    return { status, stale: headers.get('zonegraph-stale'), headers, text: await response.text() };
  };
  const read = (who: string, password?: string) =>
    ask(`/registry/v1/contacts/${contact}`, basic(who, password));
  const graph = async (
    query: string,
    authorization = basic('alpha'),
    headers: Record<string, string> = {},
  ) => {
    const answer = await ask('/graphql', authorization, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    return { ...answer, json: answer.text.startsWith('{') ? JSON.parse(answer.text) : undefined };
  };
  const ready = async () => {
    const { status, text } = await ask('/readyz', basic('alpha'), {
      headers: { accept: 'application/json' },
    });
    return [status, (JSON.parse(text) as { database: string }).database];
  };
  /** A standby looks for its primary again every five seconds. */
  const follows = async () => {
    const [row] =
      (await primary?.query(
        'select replay_lsn = pg_current_wal_flush_lsn() as follows from pg_stat_replication',
      )) ?? [];
    return row?.follows;
  };
  const replicaUp = async () =>
    /^zonegraph_replica_up\{.*\} (\d)$/m.exec((await ask('/metrics', basic('alpha'))).text)?.[1];
  const gauge = async () =>
    /^zonegraph_reads_stale (\d)$/m.exec((await ask('/metrics', basic('alpha'))).text)?.[1];
  const list = '{ contacts(first: 5) { nodes { code name } } }';

  /** The longest time without an answer, to one who reads all the time while something happens. */
  async function longestGap(trouble: () => Promise<void>): Promise<number> {
    let isOver = false;
    let longest = 0;
    const reading = (async () => {
      let answered = stopwatch();
      while (!isOver) {
        const isGood = (await Promise.all([read('alpha'), graph(list)])).every(
          ({ status }) => status === 200,
        );
        longest = Math.max(longest, answered());
        if (isGood) answered = stopwatch();
        await sleep(20);
      }
    })();
    await sleep(200);
    await trouble();
    isOver = true;
    await reading;
    return longest;
  }

  it('it was not: answers are up to date', slow, async () => {
    await expect.poll(replicaUp, { timeout: 10_000 }).toBe('1');
    expect(await read('alpha')).toMatchObject({ status: 200, stale: null });
    expect((await graph(list)).json).not.toHaveProperty('extensions.stale');
    expect(await ready()).toEqual([200, 'postgres']);
    expect(await gauge()).toBe('0');
  });

  it('a standby is not taken for it, though the URL leads there', slow, async () => {
    const opened = await openDatabase({ url: standbyUrl, replicaUrls: [standbyUrl] }).catch(
      (error: unknown) => error,
    );
    expect(opened).toMatchObject({ name: 'CannotOpen' });
  });

  it('reads go on within two seconds after it was killed', slow, async () => {
    const gap = await longestGap(async () => {
      await primary?.kill();
      await sleep(4_000);
    });
    expect(gap).toBeLessThan(2_000);
  });

  it('REST, the graph and files say how old their answers may be', slow, async () => {
    const one = await read('alpha');
    expect(one).toMatchObject({ status: 200, stale: expect.stringMatching(/^\d+$/) });
    expect(Number(one.stale)).toBeGreaterThanOrEqual(4);
    expect(JSON.parse(one.text)).toMatchObject({ code: 1000, data: { contact: { code: contact } } });
    // It may only be missing there.
    const missing = await ask('/registry/v1/contacts/ALPHA:NOBODY', basic('alpha'));
    expect(missing).toMatchObject({ status: 404, stale: expect.stringMatching(/^\d+$/) });
    const whole = await ask('/registry/v1/contacts?limit=', basic('alpha'));
    expect(whole).toMatchObject({ status: 200, stale: expect.stringMatching(/^\d+$/) });
    expect(whole.text).toContain(contact);
    const listed = await graph(list);
    expect(listed).toMatchObject({
      status: 200,
      stale: expect.stringMatching(/^\d+$/),
      json: {
        data: { contacts: { nodes: [{ code: contact }] } },
        extensions: { stale: { since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } },
      },
    });
    const { since } = (listed.json as { extensions: { stale: { since: string } } }).extensions.stale;
    expect(Date.now() - Date.parse(since)).toBeGreaterThan(3_000);
    const file = await graph(list, basic('alpha'), { accept: 'text/csv' });
    expect(file).toMatchObject({ status: 200, stale: expect.stringMatching(/^\d+$/) });
    expect(file.text).toContain(contact);
  });

  it('only callers found in the replica may sign in', slow, async () => {
    expect(await graph(list, basic('beta'))).toMatchObject({
      status: 200,
      json: { data: { contacts: { nodes: [] } } },
    });
    expect(await graph(list, `Bearer ${token}`)).toMatchObject({ status: 200, json: { data: {} } });
    expect(await read('alpha', 'wrong-password')).toMatchObject({ status: 401 });
    expect(await read('nobody')).toMatchObject({ status: 401 });
    expect(await graph(list, `Bearer ${token}x`)).toMatchObject({ status: 401 });
  });

  it('points are counted on', slow, async () => {
    const left = async () => Number((await graph(list)).headers.get('ratelimit-remaining'));
    const before = await left();
    for (let turn = 0; turn < 3; turn += 1) await left();
    const after = await left();
    expect(after).toBeLessThan(before - 2);
    // A large one is charged, and what it has not used given back, without the primary, too.
    const large = '{ contacts(first: 1000) { nodes { code domains(first: 100) { nodes { name } } } } }';
    expect(await graph(large)).toMatchObject({ status: 200, json: { extensions: { cost: { used: 1 } } } });
    expect(await left()).toBeGreaterThan(after - 10);
  });

  it('writes are refused and may be repeated', slow, async () => {
    const written = await ask('/registry/v1/contacts', basic('alpha'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'away-1' },
      body: JSON.stringify({ contact: { ...person, id: 'away-1' } }),
    });
    expect(written).toMatchObject({ status: 503 });
    expect(Number(written.headers.get('retry-after'))).toBeGreaterThan(0);
    const mutation = await graph('mutation { sessionEnd { userErrors { message } } }');
    const other = await graph(
      'mutation { contactCreate(input: { name: "Mari", email: "m@example.ee", phone: "+372.5555555", ident: { code: "60001019906", type: PRIV, countryCode: "EE" } }) { contact { code } } }',
    );
    expect([mutation.status, other.status]).not.toContain(500);
    expect(other.json).toMatchObject({ errors: [{ extensions: { retryable: true, resultCode: 2400 } }] });
    expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('the process stays ready, and says so', slow, async () => {
    expect(await ready()).toEqual([200, 'reading']);
    expect(await gauge()).toBe('1');
  });

  it('everything goes on when it is back, and nothing was done meanwhile', slow, async () => {
    primary?.up();
    await expect.poll(ready, { timeout: 20_000 }).toEqual([200, 'postgres']);
    await expect.poll(() => read('alpha'), { timeout: 10_000 }).toMatchObject({ status: 200, stale: null });
    expect((await graph(list)).json).not.toHaveProperty('extensions.stale');
    expect(await gauge()).toBe('0');
    const { text } = await ask('/registry/v1/contacts?limit=', basic('alpha'));
    expect(JSON.parse(text)).toMatchObject({ data: { contacts: [contact], count: 1 } });
    await newContact(caller, 'alpha', person);
  });

  it(
    'reads go on within two seconds after it stood still, and are up to date when it goes on',
    slow,
    async () => {
      await expect.poll(follows, { timeout: 20_000 }).toBe(true);
      await expect.poll(replicaUp, { timeout: 20_000 }).toBe('1');
      const gap = await longestGap(async () => {
        primary?.signal('SIGSTOP');
        await sleep(6_000);
        expect(await read('alpha')).toMatchObject({ status: 200, stale: expect.stringMatching(/^\d+$/) });
        expect(await graph(list, `Bearer ${token}`)).toMatchObject({ status: 200 });
        primary?.signal('SIGCONT');
      });
      expect(gap).toBeLessThan(2_000);
      await expect.poll(() => read('alpha'), { timeout: 20_000 }).toMatchObject({ status: 200, stale: null });
    },
  );

  it('a replica that lacks what it had is not read from', slow, async () => {
    await expect.poll(follows, { timeout: 20_000 }).toBe(true);
    await expect.poll(replicaUp, { timeout: 20_000 }).toBe('1');
    await expect.poll(() => gauge()).toBe('0');
    await standby.query('select pg_wal_replay_pause()');
    await newContact(caller, 'alpha', person);
    await sleep(3_000);
    await primary?.kill();
    await expect.poll(async () => (await read('alpha')).status, { timeout: 10_000 }).toBe(503);
    expect((await ready())[0]).toBe(503);
    await standby.query('select pg_wal_replay_resume()');
    await expect
      .poll(() => read('alpha'), { timeout: 10_000 })
      .toMatchObject({ status: 200, stale: expect.stringMatching(/^\d+$/) });
    const { text } = await ask('/registry/v1/contacts?limit=', basic('alpha'));
    expect(JSON.parse(text)).toMatchObject({ data: { count: 3 } });
  });
});
