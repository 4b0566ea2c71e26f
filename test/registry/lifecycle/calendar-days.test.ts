import { describe, expect, it } from 'vitest';
import { newDomain } from '../../support/domains.ts';
import { seed } from '../../support/seed.ts';
import { advance, clockAt, domainNow, printed } from '../../support/time.ts';
import { testWorld } from '../../support/world.ts';

const world = await testWorld({}, { clock: clockAt('2026-03-12T15:00:00+02:00') });
const steps = async (name: string, by: string) =>
  (await advance(world, { by }))
    .filter(({ subject, kind }) => subject === name && kind !== 'DOMAIN_DELETED')
    .map(({ at }) => at);

describe('a life over days that are not 24 hours long', () => {
  it('keeps to local midnights when clocks go forward in the middle of it', async () => {
    // Summer time begins on 2027-03-28: the expiry lies before it, the rest after it.
    const name = await newDomain(world, { name: 'spring.ee' });
    expect(await steps(name, 'P14M')).toEqual([
      '2027-03-13T00:00:00.000+02:00',
      '2027-03-15T00:00:00.000+02:00',
      '2027-03-28T00:00:00.000+02:00',
      '2027-04-27T00:00:00.000+03:00',
    ]);
  });

  it('keeps to local midnights when clocks go back in the middle of it', async () => {
    // Winter time begins on 2027-10-31.
    await advance(world, { to: '2027-07-15T15:00:00+03:00' });
    await seed(world).domain('autumn.ee', { period: 3, unit: 'm' });
    expect(await steps('autumn.ee', 'P6M')).toEqual([
      '2027-10-16T00:00:00.000+03:00',
      '2027-10-18T00:00:00.000+03:00',
      '2027-10-31T00:00:00.000+03:00',
      '2027-11-30T00:00:00.000+02:00',
    ]);
  });
});

describe('a life that meets 29 February', () => {
  it('registered on it, ends a year later on the day after the last of February', async () => {
    await advance(world, { to: '2028-02-29T12:00:00+02:00' });
    await seed(world).domain('leap.ee');
    expect(printed(world, (await domainNow(world, 'leap.ee'))?.expires_at)).toBe(
      '2029-03-01T00:00:00.000+02:00',
    );
    expect((await steps('leap.ee', 'P14M')).map((at) => at.slice(0, 10))).toEqual([
      '2029-03-01',
      '2029-03-03',
      '2029-03-16',
      '2029-04-15',
    ]);
  });

  it('counts it as a day of the grace', async () => {
    await advance(world, { to: '2031-01-20T12:00:00+02:00' });
    await seed(world).domain('grace.ee');
    // Expires 2032-01-21, leaves the zone 2032-02-05; 30 days later it is 2032-03-06, over 29 February.
    expect((await steps('grace.ee', 'P14M')).map((at) => at.slice(0, 10))).toEqual([
      '2032-01-21',
      '2032-01-23',
      '2032-02-05',
      '2032-03-06',
    ]);
  });
});

describe('settings', () => {
  it('move the dates of domains that expire from then on', async () => {
    const set = (name: string, value: string) =>
      world.container.database.db
        .insertInto('settings')
        .values({ name, value, updated_at: world.container.clock.now() })
        .execute();
    await set('expire_warning_period', '1');
    await set('redemption_grace_period', '2');
    await set('expiration_reminder_mail', '0');
    await seed(world).domain('short-grace.ee');
    const { expires_at } = (await domainNow(world, 'short-grace.ee')) ?? {};
    const day = (days: number) =>
      printed(world, world.container.calendar.plus(expires_at ?? new Date(0), { days }));
    expect(await steps('short-grace.ee', 'P13M')).toEqual([day(0), day(0), day(1), day(3)]);
  });
});
