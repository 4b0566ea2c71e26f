import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '#src/registry/store/driver/migrations/migrate.ts';
import { tableNames } from '#src/registry/store/driver/migrations/tables.ts';
import { secondConnection } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { seed } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

/** A newer build migrates the database while this one serves from it. */
describe('a process whose tables change under it', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await testWorld();
  });

  let changes = 0;
  const changeAllTables = async (): Promise<void> => {
    changes += 1;
    const { db } = world.container.database;
    for (const table of await tableNames(db))
      await sql`alter table ${sql.table(table)} add column ${sql.ref(`later_${changes}`)} text`.execute(db);
  };

  const rest = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const { status, body } = await world.request({ method, url: `/registry/v1/${path}`, payload });
    return { status, code: body.code };
  };
  let turn = 0;
  /** A bit of everything that reads whole rows: at both APIs, in and outside of transactions. */
  const askAround = async (): Promise<unknown[]> => {
    turn += 1;
    const name = await newDomain(world);
    const code = await seed(world).contact();
    return [
      await rest('GET', `domains/${name}`),
      await rest('GET', 'domains?details=true'),
      await rest('POST', `domains/${name}/renew`, { renews: { exp_date: '2000-01-01' } }),
      await rest('PUT', `contacts/${code}`, { contact: { email: `turn-${turn}@example.com` } }),
      await rest('DELETE', `contacts/${code}`),
      await rest('GET', 'notifications'),
      await graph(
        world,
        `mutation { domainRenew(input: { name: "${name}", period: 1, unit: YEAR, currentExpiry: "2000-01-01" }) {
          userErrors { code } } }`,
      ).then(({ status, errors }) => ({ status, errors })),
      await graph(
        world,
        '{ domains(first: 5) { nodes { name registrant { email } } } notifications(first: 5) { totalCount } }',
      ).then(({ status, errors }) => ({ status, errors })),
      await world
        .request({
          method: 'POST',
          url: '/graphql?all=true',
          headers: { accept: 'text/csv' },
          payload: { query: '{ domains(first: 5) { nodes { name registrant { email } } } }' },
        })
        .then(({ status, text }) => ({ status, stopped: /# stopped/.test(text) })),
    ];
  };

  it('prepares its statements again, and answers as before', async () => {
    // Once to be seen, once to be prepared, once to be used.
    for (const _ of [1, 2]) await askAround();
    const before = await askAround();
    await changeAllTables();
    expect(await askAround()).toEqual(before);
    await changeAllTables();
    const together = await Promise.all([1, 2].map(askAround));
    expect(together).toEqual([before, before]);
  });

  it.runIf(inject('testDatabase').kind === 'postgres')(
    'asks again when a migration locks the tables of one statement in another order',
    async () => {
      const other = await secondConnection();
      if (!other) throw new Error('there is a server');
      const { db } = world.container.database;
      const name = await newDomain(world);
      const { reading } = await other.transaction(async (tx) => {
        // The server ends whoever looks for the deadlock first.
        await sql`set local deadlock_timeout = '60s'`.execute(tx);
        await sql`lock table contacts in access exclusive mode`.execute(tx);
        const reading = graph(world, `{ domain(name: "${name}") { name registrant { name } } }`);
        const waiting = () =>
          sql`select from pg_locks join pg_stat_activity using (pid)
                where not granted and relation = 'contacts'::regclass and datname = current_database()`
            .execute(db)
            .then(({ rows }) => rows.length);
        await expect.poll(waiting, { interval: 20 }).toBeGreaterThan(0);
        await sql`lock table domains in access exclusive mode`.execute(tx);
        return { reading };
      });
      expect(await reading).toMatchObject({ data: { domain: { name } }, errors: undefined });
    },
  );

  it.runIf(inject('testDatabase').kind === 'postgres')(
    'is not held up by a migration that waits for somebody else',
    async () => {
      const other = await secondConnection();
      if (!other) throw new Error('there is a server');
      const directory = mkdtempSync(join(tmpdir(), 'zonegraph-migrations-'));
      const { db } = world.container.database;
      await sql`delete from schema_migrations`.execute(db);
      writeFileSync(join(directory, '0001_next.sql'), 'alter table zones add column next text;');
      const reading = await other.snapshot();
      await reading.db.selectFrom('zones').select('origin').execute();
      const migrating = migrate(other, directory);
      try {
        const waiting = () =>
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table zones%'`
            .execute(db)
            .then(({ rows }) => rows.length);
        await expect.poll(waiting, { interval: 20 }).toBe(1);
        expect((await db.selectFrom('zones').select('origin').execute()).length).toBeGreaterThan(0);
      } finally {
        await reading.end();
      }
      expect(await migrating).toEqual(['0001_next']);
      rmSync(directory, { recursive: true });
    },
  );
});
