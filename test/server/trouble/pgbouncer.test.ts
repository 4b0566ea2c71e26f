import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/database.ts';
import { DatabaseUnavailable } from '#src/registry/store/driver/trouble.ts';
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
    running = startServer({ DATABASE_URL, QUERY_TIMEOUT: '1' });
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
