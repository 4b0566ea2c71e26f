import { beforeAll, describe, expect, it } from 'vitest';
import { deleteDomains } from '#src/registry/store/registry/domain-writer.ts';
import { paymentsOf } from '../../../support/paid-reservations.ts';
import { day, portalOf, wait } from '../../../support/portal.ts';
import { type Seed, seed } from '../../../support/seed.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
let payments: ReturnType<typeof paymentsOf>;
let registrar: Seed;
let registrant: string;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
  payments = paymentsOf(world, portal);
  registrar = seed(world);
  registrant = await registrar.contact();
});

/** As a registrar's client would send it. */
const register = (name: string, reserved_pw?: string) =>
  world.request({
    method: 'POST',
    url: '/registry/v1/domains',
    payload: {
      domain: { name, registrant, period: 1, period_unit: 'y', ...(reserved_pw && { reserved_pw }) },
    },
  });

const reservedRow = (name: string) =>
  world.container.database.db
    .selectFrom('reserved_names')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();

async function remove(name: string): Promise<void> {
  const { db } = world.container.database;
  const { id } = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  await deleteDomains(db, [id]);
}

describe('a reserved name', () => {
  it('is not registered without its code, nor with another', async () => {
    const { password } = await portal.reserved('kaitstud.ee');
    const other = await portal.reserved('teine.ee');
    expect((await register('kaitstud.ee')).body).toMatchObject({
      code: 2003,
      message: 'Required parameter missing; reserved_pw element required for reserved domains',
    });
    expect((await register('kaitstud.ee', other.password)).body).toMatchObject({ code: 2202 });
    expect((await register('kaitstud.ee', password.toUpperCase())).body).toMatchObject({ code: 2202 });
  });

  it('is registered with its code, leaves the reserved list and shows as registered', async () => {
    const { id, password } = await portal.reserved('kood.ee');
    expect((await register('kood.ee', password)).body).toMatchObject({ code: 1000 });
    expect(await reservedRow('kood.ee')).toBeUndefined();
    expect(await portal.entries(id)).toEqual([{ name: 'kood.ee', status: 'registered' }]);
  });

  it('stays registered to its holder when the domain is deleted later, and can be had by others', async () => {
    const { id, password } = await portal.reserved('kustutatud.ee');
    await register('kustutatud.ee', password);
    await remove('kustutatud.ee');
    expect(await portal.entries(id)).toEqual([{ name: 'kustutatud.ee', status: 'registered' }]);
    const next = await portal.reserved('kustutatud.ee');
    expect(next.password).not.toBe(password);
    expect(await portal.entries(id)).toEqual([{ name: 'kustutatud.ee', status: 'registered' }]);
  });

  it('asks for no code once its time is over, and then shows as registered to the old holder too', async () => {
    const { id, password } = await portal.reserved('läbi.ee');
    wait(world, 8 * day);
    expect((await register('läbi.ee')).body).toMatchObject({ code: 1000 });
    expect(await portal.entries(id)).toEqual([{ name: 'läbi.ee', status: 'registered' }]);
    expect(JSON.stringify(await portal.entries(id))).not.toContain(password);
    await remove('läbi.ee');
    expect(await portal.entries(id)).toEqual([{ name: 'läbi.ee', status: 'expired' }]);
  });

  it('keeps the other names of the same reservation as they were', async () => {
    const { body } = await portal.reserve('üks.ee', 'kaks.ee');
    const [first] = body.reserved_domains as [{ password: string }];
    await register('üks.ee', first.password);
    expect(await portal.entries(String(body.user_unique_id))).toMatchObject([
      { name: 'üks.ee', status: 'registered' },
      { name: 'kaks.ee', status: 'reserved' },
    ]);
  });
});

describe('a registered name', () => {
  it('is neither suggested nor reserved', async () => {
    await registrar.domain('olemas.ee');
    expect(await portal.suggest('Olemas')).toMatchObject({
      variants: expect.not.arrayContaining(['olemas.ee']),
    });
    for (const path of ['/reserve_domains', '/long_reserve_domains'])
      expect(await portal.post(path, { domain_names: ['olemas.ee'] })).toMatchObject({
        status: 422,
        body: { error: 'No available domains' },
      });
  });

  it('is lost to callers that have not paid yet', async () => {
    const pending = await payments.pending('kiirem.ee');
    await registrar.domain('kiirem.ee');
    await payments.pay(pending);
    expect((await payments.reported(pending)).reserved_domains).toEqual([
      { name: 'kiirem.ee', status: 'registered' },
    ]);
    expect(await payments.disagreements()).toMatchObject([{ kind: 'namesLost' }]);
  });
});

describe('a name that was paid for', () => {
  it('cannot be registered by anybody before the codes were asked for', async () => {
    const pending = await payments.pending('ootel.ee');
    await payments.pay(pending);
    expect((await register('ootel.ee')).body).toMatchObject({ code: 2003 });
  });

  it('is registered with its code and not reserved anew by later questions', async () => {
    const pending = await payments.pending('tasutud.ee');
    await payments.pay(pending);
    const [entry] = (await payments.reported(pending)).reserved_domains;
    expect((await register('tasutud.ee', entry.password)).body).toMatchObject({ code: 1000 });
    const registered = [{ name: 'tasutud.ee', status: 'registered' }];
    expect((await payments.reported(pending)).reserved_domains).toEqual(registered);
    await remove('tasutud.ee');
    expect((await payments.reported(pending)).reserved_domains).toEqual(registered);
    expect(await reservedRow('tasutud.ee')).toBeUndefined();
  });
});
