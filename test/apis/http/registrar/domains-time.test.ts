import { beforeAll, describe, expect, it } from 'vitest';
import { restApi } from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { clockFrom } from '../../../support/time.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let jaan: string;
beforeAll(async () => {
  world = await testWorld({}, { clock: clockFrom('2026-12-01T12:00:00+02:00') });
  jaan = await seed(world).contact();
});

const call = restApi(() => world);
const register = (name: string, period: number, period_unit: string) =>
  call('POST /domains', { domain: { name, registrant: jaan, period, period_unit } });
const expiryOf = async (name: string) =>
  String((await call(`GET /domains/${name}`)).body.data.domain.expire_time);
const renew = async (name: string, period: number, period_unit: string) => {
  const renews = { period, period_unit, exp_date: (await expiryOf(name)).slice(0, 10) };
  expect((await call(`POST /domains/${name}/renew`, { renews })).body.code).toBe(1000);
  return expiryOf(name);
};
const at = (local: string) => world.clock.moveTo(new Date(local));

// The simulated clock only goes forward, so these follow one another.
describe('the expiry of a domain is a local midnight', () => {
  it('the midnight after the day on which the period ends', async () => {
    at('2027-01-15T12:00:00+02:00');
    await register('winter.ee', 1, 'y');
    expect(await expiryOf('winter.ee')).toBe('2028-01-16T00:00:00.000+02:00');
  });

  it('also when it is still yesterday in Greenwich', async () => {
    at('2027-02-10T00:30:00+02:00');
    await register('night.ee', 1, 'y');
    expect(await expiryOf('night.ee')).toBe('2028-02-11T00:00:00.000+02:00');
  });

  it('also when summer time begins before it', async () => {
    await register('spring.ee', 3, 'm');
    expect(await expiryOf('spring.ee')).toBe('2027-05-11T00:00:00.000+03:00');
  });

  it('also for a registration in the last minute of a month', async () => {
    at('2027-02-28T23:59:00+02:00');
    await register('leap.ee', 1, 'y');
    expect(await expiryOf('leap.ee')).toBe('2028-02-29T00:00:00.000+02:00');
  });
});

describe('a renewal keeps the local hour', () => {
  it('when it crosses into winter time', async () => {
    at('2027-04-01T12:00:00+03:00');
    expect(await renew('spring.ee', 6, 'm')).toBe('2027-11-11T00:00:00.000+02:00');
  });

  it('when it crosses into summer time', async () => {
    at('2027-11-01T12:00:00+02:00');
    expect(await renew('spring.ee', 6, 'm')).toBe('2028-05-11T00:00:00.000+03:00');
  });

  it('and takes the last day of February when there is no 29th', async () => {
    at('2028-02-01T12:00:00+02:00');
    expect(await renew('leap.ee', 1, 'y')).toBe('2029-02-28T00:00:00.000+02:00');
  });
});

describe('on 29 February', () => {
  it('a year ends on the 28th, and the domain on 1 March', async () => {
    at('2028-02-29T12:00:00+02:00');
    await register('leapling.ee', 1, 'y');
    expect(await expiryOf('leapling.ee')).toBe('2029-03-01T00:00:00.000+02:00');
    await register('leapling4.ee', 4, 'y');
    expect(await expiryOf('leapling4.ee')).toBe('2032-03-01T00:00:00.000+02:00');
  });
});

describe('on the night without a second three o’clock', () => {
  it('a domain is registered as on any other', async () => {
    at('2028-03-26T04:30:00+03:00');
    await register('changing.ee', 1, 'y');
    expect(await expiryOf('changing.ee')).toBe('2029-03-27T00:00:00.000+03:00');
    await register('changing6.ee', 6, 'm');
    expect(await expiryOf('changing6.ee')).toBe('2028-09-27T00:00:00.000+03:00');
    await register('changing9.ee', 9, 'm');
    expect(await expiryOf('changing9.ee')).toBe('2028-12-27T00:00:00.000+02:00');
  });
});
