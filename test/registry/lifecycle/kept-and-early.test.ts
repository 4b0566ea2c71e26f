import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { advance, clockAt, domainNow, kindsOf, printed } from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-01-10T12:00:00+02:00') });
});

const statuses = async (name: string) => (await domainNow(world, name))?.statuses;
const set = async (name: string, change: object) =>
  expectDone(await mutate('domainStatusesSet', { name, ...change }, 'domain { name }'));

describe('a domain that an operator keeps in the zone', () => {
  it('stays there after its warning has run out, until the operator lets go', async () => {
    const { name } = await seed(world).domain('lighthouse.ee', { nameservers: twoNameservers });
    const { name: usual } = await seed(world).domain('usual.ee', { nameservers: twoNameservers });
    await set(name, { add: ['serverManualInzone'], note: 'public service' });
    const events = await advance(world, { to: '2027-02-05T00:00:00+02:00' });
    expect(kindsOf(events, usual)).toContain('DOMAIN_OUTZONED');
    expect(kindsOf(events, name)).toEqual(['DOMAIN_EXPIRED', 'DOMAIN_EXPIRY_REMINDED']);
    expect(await statuses(name)).toEqual(['serverManualInzone', 'expired']);
    await set(name, { remove: ['serverManualInzone'] });
    expect(kindsOf(await advance(world, { by: 'PT1M' }), name)).toEqual(['DOMAIN_OUTZONED']);
    expect(await statuses(name)).toEqual(['expired', 'serverHold']);
  });

  it('stays there while a force delete runs its warning, too', async () => {
    const { name } = await seed(world).domain('disputed-light.ee', { nameservers: twoNameservers });
    const { name: usual } = await seed(world).domain('disputed-usual.ee', { nameservers: twoNameservers });
    await set(name, { add: ['serverManualInzone'] });
    for (const one of [name, usual])
      expectDone(
        await mutate(
          'domainForceDelete',
          { name: one, kind: 'FAST_TRACK', reason: 'invalid_phone' },
          'domain { name }',
        ),
      );
    const events = await advance(world, { by: 'P20D' });
    expect(await statuses(usual)).toContain('clientHold');
    expect(kindsOf(events, name)).toEqual(['DOMAIN_FORCE_DELETE_STARTED']);
    expect(await statuses(name)).not.toContain('clientHold');
  });
});

describe('a deletion that was asked for before the expiry', () => {
  it('keeps its earlier dates when the domain expires', async () => {
    const { name } = await seed(world).domain('leaving.ee', { nameservers: twoNameservers });
    const { expires_at = new Date(0) } = (await domainNow(world, name)) ?? {};
    const { calendar } = world.container;
    await advance(world, { to: printed(world, calendar.minus(expires_at, { days: 5 })) ?? '' });
    const answer = await world.request({
      method: 'DELETE',
      url: `/registry/v1/domains/${name}`,
      payload: { domain: { delete: { verified: true } } },
    });
    expect(answer.body).toMatchObject({ code: 1000 });
    const { outzone_at, delete_date } = (await domainNow(world, name)) ?? {};
    expect(outzone_at).toEqual(world.container.clock.now());
    expect(delete_date).toBe(calendar.plusDays(calendar.dateOf(world.container.clock.now()), 31));

    expect(kindsOf(await advance(world, { by: 'P6D' }), name)).toEqual(['DOMAIN_EXPIRED']);
    expect(await domainNow(world, name)).toMatchObject({ outzone_at, delete_date });
    expect(kindsOf(await advance(world, { to: `${delete_date}T23:59:59+02:00` }), name)).toContain(
      'DOMAIN_DELETE_CANDIDATE',
    );
  });
});
