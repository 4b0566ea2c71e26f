import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { connections, keptBack } from '#src/registry/store/driver/connections/timeouts.ts';
import { DatabaseUnavailable } from '#src/registry/store/driver/connections/trouble.ts';
import { basic, Caller, person } from '../../../chaos/caller.ts';
import { newContact } from '../../../chaos/testbed.ts';
import { subscribe } from '../../support/live.ts';
import { type Pooler, pgbouncer, startPgbouncer } from '../../support/pgbouncer.ts';
import { newDatabase, type Server, startServer } from '../process/server.ts';

const source = inject('testDatabase');
const server = source.kind === 'postgres' ? source.server : '';
const leftOut = !server
  ? ' (left out: the embedded database has no pooler)'
  : pgbouncer
    ? ''
    : ' (left out: pgbouncer is not installed)';
const slow = { timeout: 60_000 };
/** PgBouncer's `default_pool_size`. */
const usualPoolSize = 20;
/** One listens. */
const most = Object.values(connections).reduce((sum, count) => sum + count, 1);

describe.skipIf(leftOut)(`PgBouncer as it comes, in session mode${leftOut}`, () => {
  let pooler: Pooler;
  let place: Awaited<ReturnType<typeof newDatabase>>;
  let running: Server;
  let url: string;
  let caller: Caller;

  beforeAll(async () => {
    pooler = await startPgbouncer(server);
    place = await newDatabase();
    const DATABASE_URL = pooler.through(place.env.DATABASE_URL ?? '');
    running = startServer({ DATABASE_URL, QUERY_TIMEOUT: '3' });
    url = await running.url;
    caller = new Caller(() => url);
  });
  afterAll(async () => {
    running?.kill('SIGTERM');
    const { code } = await running.ended;
    await pooler.stop();
    await place.remove();
    expect(code).toBe(0);
  });

  it('is read and written through', slow, async () => {
    const code = await newContact(caller, 'alpha', person);
    const read = await caller.rest('alpha', `GET /contacts/${code}`);
    expect(read).toMatchObject({ status: 200, code: 1000, data: { contact: { code } } });
    const listed = await caller.graph('alpha', '{ contacts(first: 5) { totalCount nodes { code } } }');
    expect(listed).toMatchObject({ contacts: { totalCount: 1, nodes: [{ code }] } });
  });

  it('lets a live list be followed', slow, async () => {
    const live = await subscribe(url, 'subscription { contactsChanged { change code } }', {
      auth: basic('alpha'),
    });
    const code = await newContact(caller, 'alpha', person);
    expect(await live.next()).toMatchObject({ data: { contactsChanged: { change: 'ENTERED', code } } });
    live.close();
  });

  it('lets statements time out, and goes on', slow, async () => {
    const outsider = new pg.Client({ connectionString: place.env.DATABASE_URL });
    await outsider.connect();
    await outsider.query('begin');
    await outsider.query('lock table contacts in access exclusive mode');
    const answer = await caller.send('alpha', '/graphql', 'POST', {
      query: '{ contacts(first: 1) { nodes { code } } }',
    });
    expect(answer?.json.errors).toMatchObject([{ extensions: { code: 'QUERY_TIMEOUT' } }]);
    await outsider.query('rollback');
    await outsider.end();
    expect(await caller.graph('alpha', '{ contacts(first: 1) { totalCount } }')).toMatchObject({
      contacts: {},
    });
  });

  it('answers many callers at once', slow, async () => {
    const ask = () =>
      caller.graph('alpha', '{ contacts(first: 1) { totalCount nodes { code } } zones { origin } }');
    const read = () => caller.rest('alpha', 'GET /contacts?details=true');
    const write = () => newContact(caller, 'beta', person);
    const all = Array.from({ length: 30 }, () => [ask(), read(), write()]).flat();
    expect((await Promise.all(all)).filter((answer) => answer === undefined)).toEqual([]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('has a session for all that a process does at once, and for a command beside it', slow, async () => {
    const outsider = new pg.Client({ connectionString: place.env.DATABASE_URL });
    await outsider.connect();
    await outsider.query('begin');
    await outsider.query('lock table contacts, ledger in access exclusive mode');
    const sessions = async () => {
      const { rows } = await outsider.query<{ all: number; waiting: number }>(
        `select count(*)::int as all, (count(*) filter (where wait_event_type = 'Lock'))::int as waiting
         from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      return rows[0] ?? { all: 0, waiting: 0 };
    };
    const live = await subscribe(url, 'subscription { contactsChanged { change code } }', {
      auth: basic('beta'),
    });
    const file = (who: 'alpha' | 'beta') =>
      caller.send(
        who,
        '/graphql',
        'POST',
        { query: '{ contacts { nodes { code } } }' },
        { accept: 'text/csv' },
      );
    const waiting: Promise<unknown>[] = [];
    // One after the other: statements of one moment share a connection.
    const meanwhile = async (work: () => Promise<unknown>) => {
      waiting.push(work());
      await sleep(20);
    };
    for (let turn = 0; turn < 2; turn += 1)
      for (const who of ['alpha', 'beta'] as const) {
        await meanwhile(() => file(who));
        await meanwhile(() =>
          caller.graph(who, '{ contacts { groups(by: [{ field: REGISTRAR }]) { count } } }'),
        );
      }
    for (let turn = 0; turn < 5; turn += 1)
      for (const who of ['alpha', 'beta'] as const) {
        await meanwhile(() => caller.graph(who, '{ contacts(first: 1) { nodes { code } } }'));
        await meanwhile(() => caller.rest(who, 'POST /contacts', { contact: person }));
        await meanwhile(() => caller.rest(who, 'GET /contacts'));
      }
    await meanwhile(() => caller.graph('operator', '{ ledgerProof { balanced } }'));
    const held = connections.requests - keptBack + connections.graphqlReads + 1;
    await expect.poll(async () => (await sessions()).waiting).toBeGreaterThanOrEqual(held);
    // PgBouncer keeps what it has once opened: this is the most that was ever used.
    expect((await sessions()).all).toBeLessThanOrEqual(most);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const command = await openDatabase({ url: pooler.through(place.env.DATABASE_URL ?? ''), poolSize: 1 });
    await sql`select 1`.execute(command.db);
    await command.background.transaction((db) => sql`select 1`.execute(db));
    await command.close();
    await outsider.query('rollback');
    await outsider.end();
    await Promise.all(waiting);
    live.close();
    expect(most).toBe(usualPoolSize - 2);
  });

  it('takes timeouts of the URL, too', slow, async () => {
    const given = `${pooler.through(place.env.DATABASE_URL ?? '')}?statement_timeout=100&lock_timeout=70`;
    const database = await openDatabase({ url: given });
    const { rows } = await sql<{ lock: string }>`select current_setting('lock_timeout') as lock`.execute(
      database.db,
    );
    const slept = await sql`select pg_sleep(5)`.execute(database.db).catch((error: unknown) => error);
    await database.close();
    expect(rows).toEqual([{ lock: '70ms' }]);
    expect(slept).toBeInstanceOf(DatabaseUnavailable);
    expect(slept).toMatchObject({ trouble: 'slow' });
  });
});

describe.skipIf(leftOut).each([
  ['transaction', []],
  ['transaction', ['server_round_robin = 1', 'min_pool_size = 4']],
  ['statement', []],
])(`PgBouncer in %s mode %j${leftOut}`, (mode, settings) => {
  it('is refused at the start, with what to set', slow, async () => {
    const pooler = await startPgbouncer(server, [`pool_mode = ${mode}`, ...settings]);
    const url = pooler.through(server);
    const refused = await openDatabase({ url }).catch((error: unknown) => error);
    const asReplica = await openDatabase({ url: server, replicaUrls: [url] }).catch(
      (error: unknown) => error,
    );
    await pooler.stop();
    expect(refused).toMatchObject({
      name: 'CannotOpen',
      message: expect.stringContaining('Set pool_mode = session'),
    });
    expect(refused).toMatchObject({
      message: expect.stringContaining('or let DATABASE_URL name PostgreSQL itself'),
    });
    expect(asReplica).toMatchObject({
      message: expect.stringContaining('or let DATABASE_REPLICA_URLS name'),
    });
  });
});
