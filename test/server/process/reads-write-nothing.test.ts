import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { describedApis } from '#src/apis/rest/apis.ts';
import { isPermitted } from '#src/base/actor.ts';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { buildApp } from '#src/server/app.ts';
import { type Container, createContainer } from '#src/server/container.ts';
import { Cluster } from '../../../chaos/cluster.ts';
import { extensions, readConfig } from '../../support/extensions.ts';
import { productionEnv } from '../../support/production.ts';
import { documentFor, plainSelection, rootFields } from '../../support/root-fields.ts';
import { alpha, basic } from '../../support/world.ts';

/**
 * In production a registrar's read writes nothing (docs/decisions/0027-a-read-writes-nothing.md), by PostgreSQL's own counters: on a server of
 * the test's own, where nobody else writes, no transaction gets a number but those that add up points. Row locks would give it one.
 */
const onServer = inject('testDatabase').kind === 'postgres';
const cluster = onServer ? await Cluster.start() : undefined;

/** What writes by its nature, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'GET /registry/v1/accounts/disable_auto_reload_balance': 'a change that existing clients ask for with GET',
  domainTransferInfo: 'a wrong code stays counted',
};

/** Objects of the caller, by the parameter of a path that names one; others are not there. */
const own: Record<string, string> = {};

let container: Container;
let app: ReturnType<typeof buildApp>;
beforeAll(async () => {
  if (!cluster) return;
  await cluster.query('alter system set autovacuum = off');
  // Otherwise the log has a copy of each page that is changed first after a checkpoint.
  await cluster.query('alter system set full_page_writes = off');
  await cluster.query('select pg_reload_conf()');
  const url = await cluster.newDatabase();
  const database = await openDatabase({ url });
  // A sandbox fills it, and goes.
  const sandbox = await createContainer(readConfig({ LOG_LEVEL: 'silent' }), { extensions, database });
  await seedWorld(sandbox, 'demo');
  await sandbox.endWork();
  const config = readConfig({
    ...productionEnv,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_POINTS: '1000000',
  });
  container = await createContainer(config, { extensions, database });
  const { rows } = await sql<Record<string, string>>`
    select domains.name as domain_name, contacts.code as contact_id, api_users.id::text as api_user_id
    from registrars join domains on domains.registrar_id = registrars.id
    join contacts on contacts.registrar_id = registrars.id join api_users on api_users.registrar_id = registrars.id
    where registrars.code = 'ALPHA' limit 1`.execute(database.db);
  Object.assign(own, rows[0]);
  app = buildApp(container);
  await app.ready();
}, 120_000);
afterAll(async () => {
  await app?.close();
  await container?.close();
  cluster?.remove();
});

interface Counters {
  readonly transactions: number;
  readonly written: Readonly<Record<string, number>>;
  readonly log: number;
}

/** What the server has counted, after every connection has told it. */
async function counters(): Promise<Counters> {
  const { db } = container.database.background;
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows: tables } = await sql<{ name: string; rows: number }>`
    select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables`.execute(
    db,
  );
  const { rows } = await sql<{ transactions: number; log: number }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::int as transactions,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as log`.execute(db);
  const [now = { transactions: 0, log: 0 }] = rows;
  return { ...now, written: Object.fromEntries(tables.map((table) => [table.name, table.rows])) };
}

interface Request {
  readonly name: string;
  send(auth: string): Promise<{ statusCode: number; body: string }>;
}

function queries(): Request[] {
  return rootFields('Query')
    .filter(({ name }) => {
      const operation = [...operations.values()].find(({ graphql }) => graphql === `Query.${name}`);
      const user = { kind: 'registrar', roles: ['super'] } as unknown as Parameters<typeof isPermitted>[0];
      return !operation || isPermitted(user, operation.permits);
    })
    .map((field) => {
      const { query, variables } = documentFor('Query', field, plainSelection(field.type, 2));
      return {
        name: field.name,
        send: (authorization) =>
          app.inject({
            method: 'POST',
            url: '/graphql',
            headers: { authorization },
            payload: { query, variables },
          }),
      };
    });
}

function routes(): Request[] {
  const api = describedApis.find(({ security }) => security === 'registrar');
  if (!api) throw new Error('there is no API for registrars');
  const pages = ['/', '/docs', '/guides', '/schema', '/schema.graphql?for=registrar', '/livez', '/metrics'];
  const urls = api.routes.filter(({ method }) => method === 'GET').map(({ path }) => `${api.prefix}${path}`);
  return [...urls, ...urls.map((url) => `${url}?details=true&limit=200`), ...pages].map((url) => ({
    name: `GET ${url.replace(/\?.*/, '')}`,
    send: (authorization) =>
      app.inject({
        url: url.replaceAll(/:(\w+)/g, (_, name: string) => own[name] ?? '1'),
        headers: { authorization },
      }),
  }));
}

describe.runIf(cluster)('a read of a registrar', () => {
  it('writes no row, locks none, and makes no log, whatever it asks for', async () => {
    const users = [alpha, basic('alpha-epp', 'alpha-sandbox')];
    const asked = [...queries(), ...routes()].filter(({ name }) => !(name in exceptions));
    expect(asked.length).toBeGreaterThan(70);
    // They sign in, and everything that is made on a first request is there.
    for (const user of users) for (const { send } of asked) await send(user);
    await container.batch.flush();
    // PostgreSQL counts what a connection has written at the latest ten seconds after it became idle.
    await setTimeout(10_500);
    await sql`vacuum (freeze, analyze)`.execute(container.database.background.db);
    await sql`checkpoint`.execute(container.database.background.db);

    let additions = 0;
    const stop = container.database.onStatement((text) => {
      if (text.includes('insert into rate_budgets')) additions += 1;
    });
    const before = await counters();
    let answered = 0;
    // Some of these are asked while points are added.
    const suspects: string[] = [];
    for (const user of users)
      for (const { name, send } of asked) {
        const [earlier, added] = [await counters(), additions];
        const { statusCode, body } = await send(user);
        if (statusCode === 200 && !body.includes('"errors":')) answered += 1;
        const later = await counters();
        if (later.transactions - earlier.transactions > additions - added) suspects.push(name);
      }
    await container.batch.flush();
    const after = await counters();
    stop();

    // The rest is not there, or not for them.
    expect(answered).toBeGreaterThan(users.length * asked.length * 0.5);
    const changed = Object.keys(after.written).filter((name) => after.written[name] !== before.written[name]);
    expect(changed.filter((name) => name !== 'rate_budgets')).toEqual([]);
    expect(after.transactions - before.transactions, suspects.join(', ')).toBeLessThanOrEqual(additions);
    // A process adds up twice a second, however much is asked.
    expect(after.log - before.log).toBeLessThan(1000 * (additions + 1) + 10_000);
  }, 240_000);
});
