import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import {
  advance,
  clockAt,
  domainNow,
  kindsOf,
  lifeOf,
  notificationsAbout,
  printed,
} from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-01-10T12:00:00+02:00') });
});

const statuses = async (name: string) => (await domainNow(world, name))?.statuses;
const texts = async (name: string) => (await notificationsAbout(world, name)).map(({ text }) => text);
const renew = (name: string, expiresOn: string) =>
  world.request({
    method: 'POST',
    url: `/registry/v1/domains/${name}/renew`,
    payload: { renews: { period: 1, period_unit: 'y', exp_date: expiresOn } },
  });

describe('a domain that is renewed in its grace', () => {
  const name = 'saved.ee';

  it('comes back from the zone it has left, and lives another year', async () => {
    await seed(world).domain(name, { nameservers: twoNameservers });
    const { id = 0 } = (await domainNow(world, name)) ?? {};
    await advance(world, { to: '2027-02-05T00:00:00+02:00' });
    expect(await statuses(name)).toEqual(['expired', 'serverHold']);
    expect((await renew(name, '2027-01-11')).body).toMatchObject({ code: 1000 });
    expect(await domainNow(world, name)).toMatchObject({
      statuses: ['ok'],
      outzone_at: null,
      delete_date: null,
    });
    expect(kindsOf(await advance(world, { to: '2028-01-10T23:00:00+02:00' }), name)).toEqual([]);
    expect(await statuses(name)).toEqual(['ok']);
    expect(kindsOf(await advance(world, { to: '2028-01-12T00:00:00+02:00' }), name)).toEqual([
      'DOMAIN_EXPIRED',
    ]);
    expect((await lifeOf(world, id)).map(({ operation }) => operation)).toEqual([
      'domain.register',
      'domain.expire',
      'domain.outzone',
      'domain.renew',
      'domain.expire',
    ]);
  });

  it('is not reminded of an expiry that is over', async () => {
    await seed(world).domain('quick.ee', {});
    await advance(world, { to: '2029-01-13T00:00:01+02:00' });
    expect((await renew('quick.ee', '2029-01-13')).body).toMatchObject({ code: 1000 });
    expect(kindsOf(await advance(world, { by: 'P10D' }), 'quick.ee')).toEqual([]);
  });
});

describe('a domain that is deleted by its registrar', () => {
  it('is gone after the grace, or saved by a renewal', async () => {
    const { name } = await seed(world).domain('unwanted.ee', { nameservers: twoNameservers });
    await world.request({
      method: 'DELETE',
      url: `/registry/v1/domains/${name}`,
      payload: { domain: { delete: { verified: true } } },
    });
    expect(await statuses(name)).toEqual(['pendingDelete', 'serverHold']);
    const deleteDate = (await domainNow(world, name))?.delete_date ?? '';
    const events = await advance(world, { by: 'P33D' });
    expect(kindsOf(events, name)).toEqual(['DOMAIN_DELETE_CANDIDATE', 'DOMAIN_DELETED']);
    expect(events.find(({ subject }) => subject === name)?.at.slice(0, 10)).toBe(deleteDate);
    expect(await texts(name)).toEqual([`Domain deleted!: ${name}`]);
  });

  it('is kept while its release is prohibited', async () => {
    const { name } = await seed(world).domain('kept.ee', { nameservers: twoNameservers });
    await mutate(
      'domainStatusesSet',
      { name, add: ['serverReleaseProhibited'], note: 'court' },
      'domain { name }',
    );
    await advance(world, { by: 'P3Y' });
    expect(await statuses(name)).toEqual(['serverReleaseProhibited', 'expired', 'serverHold']);
    await mutate('domainStatusesSet', { name, remove: ['serverReleaseProhibited'] }, 'domain { name }');
    expect(kindsOf(await advance(world, { by: 'P2D' }), name)).toEqual([
      'DOMAIN_DELETE_CANDIDATE',
      'DOMAIN_DELETED',
    ]);
  });
});

describe('a delete candidate that an operator keeps', () => {
  it('is not removed at the hour that was set for it', async () => {
    const { name } = await seed(world).domain('keeper.ee', { nameservers: twoNameservers });
    const { expires_at } = (await domainNow(world, name)) ?? {};
    const deleteDay = world.container.calendar.plus(expires_at ?? new Date(0), { days: 45 });
    await advance(world, { to: printed(world, deleteDay) ?? '' });
    expect(await statuses(name)).toContain('deleteCandidate');
    expectDone(
      await mutate(
        'domainStatusesSet',
        { name, remove: ['deleteCandidate'], add: ['serverReleaseProhibited'] },
        'domain { name }',
      ),
    );
    expect(kindsOf(await advance(world, { by: 'P30D' }), name)).toEqual([]);
    expect(await statuses(name)).toEqual(['expired', 'serverHold', 'serverReleaseProhibited']);
  });
});

describe('a change that nobody confirms', () => {
  it('lapses after 48 hours, to the minute', async () => {
    const { name } = await seed(world).domain('asked.ee', { nameservers: twoNameservers });
    const other = await seed(world).contact({ name: 'Mari Mets', ident: people.mari });
    const answer = await world.request({
      method: 'PUT',
      url: `/registry/v1/domains/${name}`,
      payload: { domain: { registrant: { code: other } } },
    });
    expect(answer.body).toMatchObject({ code: 1001 });
    expect(await statuses(name)).toEqual(['pendingUpdate']);
    const asked = world.container.clock.now();
    expect(kindsOf(await advance(world, { by: 'PT47H59M59S' }), name)).toEqual([]);
    const events = await advance(world, { by: 'P1D' });
    expect(events.filter(({ subject }) => subject === name)).toEqual([
      {
        at: printed(world, new Date(asked.getTime() + 48 * 3_600_000)),
        kind: 'DOMAIN_UPDATE_LAPSED',
        subject: name,
      },
    ]);
    expect(await statuses(name)).toEqual(['ok']);
    expect(await notificationsAbout(world, name)).toMatchObject([
      { text: `Registrant did not confirm domain update: ${name}`, attached_obj_type: 'Domain' },
    ]);
  });

  it('lapses too when it is a deletion, and the domain stays', async () => {
    const { name } = await seed(world).domain('asked-to-die.ee', { nameservers: twoNameservers });
    await world.request({
      method: 'DELETE',
      url: `/registry/v1/domains/${name}`,
      payload: { domain: { delete: { verified: false } } },
    });
    expect(await statuses(name)).toEqual(['pendingDeleteConfirmation']);
    expect(kindsOf(await advance(world, { by: 'P3D' }), name)).toEqual(['DOMAIN_DELETION_LAPSED']);
    expect(await statuses(name)).toEqual(['ok']);
    expect(await texts(name)).toEqual([`Registrant did not confirm domain deletion: ${name}`]);
  });
});

describe('a dispute', () => {
  it('marks the domain from its first day on and lets go of it after its last', async () => {
    const { name } = await seed(world).domain('fought-over.ee', { nameservers: twoNameservers });
    const today = world.container.calendar.dateOf(world.container.clock.now());
    const day = (days: number) => world.container.calendar.plusDays(today, days);
    expectDone(
      await mutate('disputeOpen', { name, startsAt: day(5), expiresAt: day(10) }, 'dispute { name }'),
    );
    expect(await statuses(name)).toEqual(['ok']);
    const events = await advance(world, { by: 'P20D' });
    expect(events.filter(({ subject }) => subject === name)).toEqual([
      { at: `${day(5)}T00:00:00.000${offset(day(5))}`, kind: 'DISPUTE_STARTED', subject: name },
      { at: `${day(11)}T00:00:00.000${offset(day(11))}`, kind: 'DISPUTE_ENDED', subject: name },
    ]);
    expect(await statuses(name)).toEqual(['ok']);
  });

  it('marks and unmarks at once by hand', async () => {
    const { name } = await seed(world).domain('fought-at-once.ee', { nameservers: twoNameservers });
    expectDone(await mutate('disputeOpen', { name, password: 'winner' }, 'dispute { name }'));
    expect(await statuses(name)).toEqual(['disputed']);
    expectDone(await mutate('disputeClose', { name }, 'dispute { closedAt }'));
    expect(await statuses(name)).toEqual(['ok']);
  });
});

const offset = (day: string) => printed(world, world.container.calendar.startOf(day))?.slice(23);
