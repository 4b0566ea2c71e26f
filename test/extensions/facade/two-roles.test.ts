import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { excessOf } from '#src/registry/store/driver/migrations/roles.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { servedByRole } from '../../support/two-roles.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

describe.runIf(inject('testDatabase').kind === 'postgres')('a facade with two database roles', () => {
  let world: TestWorld;
  let facade: TestFacade;
  let database: Database;
  beforeAll(async () => {
    world = await testWorld();
    await seed(world).contact({ id: 'holder' });
    await seed(world).domain('kept.ee', { nameservers: twoNameservers });
    await seed(world).domain('gone.ee');
    const served = await servedByRole();
    if (!served) throw new Error('there is one role');
    ({ database } = served);
    facade = await testFacade(await world.listen(), { UPSTREAM_FRESH_FOR: 'PT0S' }, { database });
    await facade.upstream.mirror.pass();
  });

  const bothOf = (url: string) =>
    Promise.all([facade, world].map(async (one) => (await one.request({ url })).body));
  const versionsOf = async (name: string): Promise<boolean[]> => {
    const { rows } = await sql<{ holds: boolean }>`
      select valid_to = 'infinity' as holds from domain_versions where name = ${name} order by valid_from`.execute(
      database.db,
    );
    return rows.map(({ holds }) => holds);
  };

  it('may do no more than any server', async () => {
    expect(await excessOf(database.db)).toEqual([]);
  });

  it('mirrors the registry, and the balance that it reports', async () => {
    for (const url of ['/registry/v1/domains?details=true', '/registry/v1/accounts/balance?detailed=true']) {
      const [here, there] = await bothOf(url);
      expect(here.code).toBe(1000);
      expect(here.data.count ?? here.data.balance).toEqual(there.data.count ?? there.data.balance);
    }
  });

  it('changes what is there: a registration, nameservers, a contact, with an idempotency key for each', async () => {
    const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object) => {
      const { body } = await facade.request({
        method,
        url: `/registry/v1${url}`,
        payload,
        headers: { 'idempotency-key': `${method}-${url.replaceAll(/\W/g, '-')}` },
      });
      expect(body, `${method} ${url}`).toMatchObject({ code: 1000 });
    };
    await send('POST', '/domains', {
      domain: { name: 'new.ee', registrant: 'ALPHA:HOLDER', period: 1, period_unit: 'y' },
    });
    await send('POST', '/domains/new.ee/nameservers', {
      nameservers: twoNameservers.map((hostname) => ({ hostname })),
    });
    await send('PUT', '/contacts/ALPHA:HOLDER', { contact: { phone: '+372.5000001' } });
    const [here, there] = await bothOf('/registry/v1/accounts/balance');
    expect(here.data).toEqual(there.data);
    expect(await versionsOf('new.ee')).toContain(true);
  });

  it('ends the past of what is gone there', async () => {
    expect(await versionsOf('gone.ee')).toEqual([true]);
    await sql`delete from domains where name = 'gone.ee'`.execute(world.container.database.db);
    await facade.upstream.mirror.pass();
    expect(await versionsOf('gone.ee')).not.toContain(true);
    expect((await facade.request({ url: '/registry/v1/domains/gone.ee', auth: alpha })).status).toBe(404);
  });

  it('keeps house', async () => {
    await expect(facade.container.jobs.runJobs(['forget'])).resolves.not.toThrow();
  });
});
