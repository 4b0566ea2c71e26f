import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { isWaiting, secondConnection } from '../../support/database.ts';
import { expectBooksToBalance } from '../../support/money.ts';
import { seed } from '../../support/seed.ts';
import { alpha, type Loose, type TestWorld, testWorld } from '../../support/world.ts';
import { hasLine, type RelayedServer, startRelayedServer } from './relayed-server.ts';

describe.runIf(hasLine)('a registration whose connection is lost', () => {
  let world: TestWorld;
  let relayed: RelayedServer;
  let registrant: string;
  const database = () => world.container.database;

  beforeAll(async () => {
    world = await testWorld();
    registrant = await seed(world).contact();
    relayed = await startRelayedServer();
    await register('before.ee');
  });

  interface Told {
    readonly status: number;
    readonly body: Loose;
  }

  async function register(name: string): Promise<Told> {
    const response = await fetch(`${relayed.url}/registry/v1/domains`, {
      method: 'POST',
      headers: { authorization: alpha, 'content-type': 'application/json' },
      body: JSON.stringify({ domain: { name, registrant, period: 1, period_unit: 'y' } }),
    });
    return { status: response.status, body: (await response.json()) as Loose };
  }

  const traces = async (name: string) => {
    const { rows } = await sql<{ domains: number; entries: number; charges: number }>`select
      (select count(*)::int from domains where name = ${name}) as domains,
      (select count(*)::int from history where object_key = ${name}) as entries,
      (select count(*)::int from ledger where description like ${`%${name}%`}) as charges`.execute(
      database().db,
    );
    return rows[0];
  };
  const none = { domains: 0, entries: 0, charges: 0 };
  const one = { domains: 1, entries: 1, charges: 1 };

  /** Begins one that comes to wait for what somebody else holds, with the statement that begins so. */
  async function whileItWaits(
    name: string,
    held: (tx: Db) => Promise<unknown>,
    statement: string,
    lose: () => Promise<void>,
  ): Promise<() => Promise<Told>> {
    const holder = await secondConnection();
    let registering: Promise<Told> | undefined;
    await holder?.transaction(async (tx) => {
      await held(tx);
      registering = register(name);
      await expect.poll(() => isWaiting(database(), statement)).toBe(true);
      await lose();
    });
    return async () => {
      if (!registering) throw new Error('nothing was registered');
      return registering;
    };
  }

  /** The server ends the connection of who waits for a lock with this statement. */
  const end = (statement: string) => async (): Promise<void> => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`.execute(
      database().health.db,
    );
  };

  const account = (tx: Db) =>
    sql`select from accounts join registrars on registrars.id = registrar_id
      where code = 'ALPHA' for update of accounts`.execute(tx);

  it('before anything is written has not happened, and may be tried again', async () => {
    const zones = (tx: Db) => sql`lock table zones in access exclusive mode`.execute(tx);
    const asking = '%from zones where origin%';
    const told = await (await whileItWaits('first-trip.ee', zones, asking, end(asking)))();
    expect(told).toMatchObject({ status: 503, body: { code: 2400, retryable: true } });
    expect(told.body.message).toBe('Command failed: the registry is not available at the moment; try again');
    expect(await traces('first-trip.ee')).toEqual(none);
    expect((await register('first-trip.ee')).status).toBe(200);
    expect(await traces('first-trip.ee')).toEqual(one);
  });

  it('while it is written has not happened, and says that it may have', async () => {
    const paying = 'insert into ledger%';
    const told = await (await whileItWaits('second-trip.ee', account, paying, end(paying)))();
    expect(told.status).toBe(503);
    expect(told.body.message).toContain('and it may have been saved; check');
    expect(await traces('second-trip.ee')).toEqual(none);
    expect((await register('second-trip.ee')).status).toBe(200);
    expect(await traces('second-trip.ee')).toEqual(one);
  });

  it('once it is committed has happened, and says that it may have', async () => {
    // The answers of the server no longer come through, while it does all that it was told.
    const freeze = async (): Promise<void> => relayed.line.freeze();
    const ending = await whileItWaits('committed.ee', account, 'insert into ledger%', freeze);
    await expect.poll(() => traces('committed.ee')).toEqual(one);
    await relayed.line.cut();
    const told = await ending();
    expect(told.status).toBe(503);
    expect(told.body.message).toContain('and it may have been saved; check');
    relayed.line.thaw();
    await relayed.line.mend();
    await expect.poll(async () => (await fetch(`${relayed.url}/readyz`)).status).toBe(200);
    expect(await register('committed.ee')).toMatchObject({ status: 400, body: { code: 2302 } });
    expect(await traces('committed.ee')).toEqual(one);
    await expectBooksToBalance(world);
  });
});
