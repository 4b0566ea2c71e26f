import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { advance, clockAt, domainNow, kindsOf, notificationsAbout } from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-05-10T12:00:00+03:00') });
});

const forced = ['serverForceDelete', 'serverRenewProhibited', 'serverTransferProhibited'];
const statuses = async (name: string) => (await domainNow(world, name))?.statuses;
const texts = async (name: string) => (await notificationsAbout(world, name)).map(({ text }) => text);
const force = (name: string, kind: 'SOFT' | 'FAST_TRACK', more: object = {}) =>
  mutate('domainForceDelete', { name, kind, ...more }, 'domain { forceDeleteDate statuses { name } }');
const cancel = (name: string) => mutate('domainForceDeleteCancel', { name }, 'domain { forceDeleteDate }');

describe('force delete on the fast track', () => {
  const name = 'fast.ee';

  it('begins tomorrow, holds the domain after 15 days and deletes it after 45', async () => {
    await seed(world).domain(name, { nameservers: twoNameservers, period: 5 });
    const set = await force(name, 'FAST_TRACK');
    expect(set.domain).toEqual({
      forceDeleteDate: '2026-06-25',
      statuses: forced.map((one) => ({ name: one })),
    });
    expect(await texts(name)).toEqual([
      `Force delete set on domain ${name}. Outzone date: 2026-05-26 00:00:00 +0300. Purge date: 2026-06-25 00:00:00 +0300`,
    ]);
    const events = await advance(world, { to: '2026-06-24T23:59:59+03:00' });
    expect(events.filter(({ subject }) => subject === name)).toEqual([
      { at: '2026-05-11T00:00:00.000+03:00', kind: 'DOMAIN_FORCE_DELETE_STARTED', subject: name },
      { at: '2026-05-26T00:00:00.000+03:00', kind: 'DOMAIN_CLIENT_HOLD_SET', subject: name },
    ]);
    expect(await statuses(name)).toEqual([...forced, 'clientHold']);
    expect((await texts(name)).slice(1)).toEqual([
      `clientHold status set on domain ${name}. Outzone date: 2026-05-26 00:00:00 +0300. Purge date: 2026-06-25 00:00:00 +0300`,
    ]);
    expect(kindsOf(await advance(world, { to: '2026-06-26T00:00:00+03:00' }), name)).toEqual([
      'DOMAIN_DELETE_CANDIDATE',
      'DOMAIN_DELETED',
    ]);
  });
});

describe('a soft force delete', () => {
  it('waits for the next anniversary of the expiry when a year or more is left', async () => {
    const name = 'soft.ee';
    await seed(world).domain(name, { nameservers: twoNameservers, period: 3 });
    await advance(world, { by: 'P10D' });
    const set = await force(name, 'SOFT');
    // Expires 2029-06-27: two whole years are left on 2026-07-06, so it begins on 2027-06-27.
    expect(set.domain.forceDeleteDate).toBe('2027-08-11');
    const events = await advance(world, { to: '2027-08-13T00:00:00+03:00' });
    expect(
      events.filter(({ subject }) => subject === name).map(({ at, kind }) => [at.slice(0, 10), kind]),
    ).toEqual([
      ['2027-06-27', 'DOMAIN_FORCE_DELETE_STARTED'],
      ['2027-07-12', 'DOMAIN_CLIENT_HOLD_SET'],
      ['2027-08-11', 'DOMAIN_DELETE_CANDIDATE'],
      [expect.stringMatching('2027-08-1[12]'), 'DOMAIN_DELETED'],
    ]);
    expect((await texts(name))[1]).toBe(
      `For domain ${name} started 45-days redemption grace period, ForceDelete will be in effect from 2027-06-27 00:00:00 +0300`,
    );
  });

  it('only waits for the ordinary end when less is left', async () => {
    const name = 'soft-short.ee';
    await seed(world).domain(name, { nameservers: twoNameservers, period: 6, unit: 'm' });
    expect((await force(name, 'SOFT')).domain.forceDeleteDate).toBeNull();
    expect(kindsOf(await advance(world, { by: 'P1Y' }), name)).toEqual([
      'DOMAIN_EXPIRED',
      'DOMAIN_EXPIRY_REMINDED',
      'DOMAIN_OUTZONED',
      'DOMAIN_DELETE_CANDIDATE',
      'DOMAIN_DELETED',
    ]);
  });
});

describe('cancelling a force delete', () => {
  it('takes away what it brought, also the hold, and nothing else', async () => {
    const name = 'pardoned.ee';
    await seed(world).domain(name, { nameservers: twoNameservers, period: 5 });
    await mutate('domainStatusesSet', { name, add: ['serverTransferProhibited'] }, 'domain { name }');
    await force(name, 'FAST_TRACK');
    await advance(world, { by: 'P20D' });
    expect(await statuses(name)).toContain('clientHold');
    expectDone(await cancel(name));
    expect(await statuses(name)).toEqual(['serverTransferProhibited']);
    expect((await texts(name)).at(-1)).toBe(`Force delete is cancelled on domain ${name}`);
    expect(kindsOf(await advance(world, { by: 'P60D' }), name)).toEqual([]);
  });

  it('leaves a hold alone that the registrar had set itself', async () => {
    const name = 'held-before.ee';
    await seed(world).domain(name, { nameservers: twoNameservers, period: 5 });
    await world.request({ method: 'PUT', url: `/registry/v1/domains/${name}/statuses/clientHold` });
    await force(name, 'FAST_TRACK');
    expect(kindsOf(await advance(world, { by: 'P20D' }), name)).toEqual(['DOMAIN_FORCE_DELETE_STARTED']);
    await cancel(name);
    expect(await statuses(name)).toEqual(['clientHold']);
  });

  it('is refused where there is none', async () => {
    const { name } = await seed(world).domain('innocent.ee');
    expectRefused(await cancel(name), 2304);
    expectRefused(await cancel('nothing.ee'), 2303);
    expectDone(await force(name, 'SOFT'));
    expectRefused(await force(name, 'FAST_TRACK'), 2304);
  });
});

describe('the message of a force delete', () => {
  it('says which address or number was invalid', async () => {
    const registrant = await seed(world).organisation({ email: 'gone@tamm.example' });
    const admins = [await seed(world).contact()];
    const mails = 'bad-mail.ee';
    const firm = 'bad-firm.ee';
    for (const name of [mails, firm]) await seed(world).domain(name, { registrant, admins, period: 5 });
    await force(mails, 'FAST_TRACK', { reason: 'invalid_email' });
    await force(firm, 'FAST_TRACK', { reason: 'invalid_company', notes: 'Struck off.' });
    expect((await texts(mails))[0]).toMatch(/\. Invalid email: gone@tamm\.example$/);
    expect((await texts(firm))[0]).toMatch(
      /^Force delete set on domain bad-firm\.ee\. Force Delete Type: Fast Track\. Force Delete Start Date: \d\d\.\d\d\.\d{4}\. Outzone date: .*\. Purge date: .*\. Invalid ident 12345678\. Struck off\.$/,
    );
  });

  it('removes what would hold it up', async () => {
    const { name } = await seed(world).domain('waiting.ee', { nameservers: twoNameservers });
    await mutate(
      'domainStatusesSet',
      { name, add: ['clientDeleteProhibited', 'pendingUpdate'] },
      'domain { name }',
    );
    await force(name, 'SOFT');
    expect(await statuses(name)).toEqual(forced);
  });
});
