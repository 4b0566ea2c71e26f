import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain } from '../../support/domains.ts';
import { mailsAbout } from '../../support/mail.ts';
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

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-07-05T10:00:00+03:00') });
});

const statuses = async (name: string) => (await domainNow(world, name))?.statuses;

describe('the life of a domain that nobody renews', () => {
  const name = 'mortal.ee';
  let id = 0;

  it('begins for a year and ends at a midnight', async () => {
    await newDomain(world, { name, nameservers: ['ns1.host.example', 'ns2.host.example'] });
    const domain = await domainNow(world, name);
    id = domain?.id ?? 0;
    expect(domain?.statuses).toEqual(['ok']);
    expect(printed(world, domain?.expires_at)).toBe('2027-07-06T00:00:00.000+03:00');
  });

  it('stays as it is until then', async () => {
    expect(await advance(world, { to: '2027-07-05T23:59:59+03:00' })).toEqual([]);
    expect(await statuses(name)).toEqual(['ok']);
  });

  it('expires at that midnight, and knows when it leaves the zone and when it is deleted', async () => {
    expect(await advance(world, { to: '2027-07-06T00:00:00+03:00' })).toEqual([
      { at: '2027-07-06T00:00:00.000+03:00', kind: 'DOMAIN_EXPIRED', subject: name },
    ]);
    const domain = await domainNow(world, name);
    expect(domain?.statuses).toEqual(['expired']);
    expect(printed(world, domain?.outzone_at)).toBe('2027-07-21T00:00:00.000+03:00');
    expect(domain?.delete_date).toBe('2027-08-20');
  });

  it('reminds its registrant two days later, once', async () => {
    const events = await advance(world, { by: 'P5D' });
    expect(events).toEqual([
      { at: '2027-07-08T00:00:00.000+03:00', kind: 'DOMAIN_EXPIRY_REMINDED', subject: name },
    ]);
    const mail = (await mailsAbout(world, name)).at(-1);
    expect(mail?.text).toContain('expired on 2027-07-06');
    expect(mail?.text).toContain('leaves the zone on 2027-07-21');
    expect(mail?.text).toContain('deleted on 2027-08-20');
  });

  it('leaves the zone after the warning', async () => {
    expect(await advance(world, { to: '2027-07-21T00:00:00+03:00' })).toEqual([
      { at: '2027-07-21T00:00:00.000+03:00', kind: 'DOMAIN_OUTZONED', subject: name },
    ]);
    expect(await statuses(name)).toEqual(['expired', 'serverHold']);
  });

  it('cannot be saved any more from its delete day on', async () => {
    expect(await advance(world, { to: '2027-08-20T00:00:00+03:00' })).toEqual([
      { at: '2027-08-20T00:00:00.000+03:00', kind: 'DOMAIN_DELETE_CANDIDATE', subject: name },
    ]);
    expect(await statuses(name)).toEqual(['expired', 'serverHold', 'deleteCandidate']);
    const { body } = await world.request({
      method: 'POST',
      url: `/registry/v1/domains/${name}/renew`,
      payload: { renews: { period: 1, period_unit: 'y', exp_date: '2027-07-06' } },
    });
    expect(body).toEqual({
      code: 2304,
      message: 'Object status prohibits operation',
      data: {
        explanation: 'It cannot be done while it has the status deleteCandidate.',
        statuses: ['deleteCandidate'],
      },
    });
  });

  it('is removed at some moment of that day, and its registrar is notified', async () => {
    const removeAt = (await domainNow(world, name))?.remove_at;
    const events = await advance(world, { to: '2027-08-21T00:00:00+03:00' });
    expect(events).toEqual([{ at: printed(world, removeAt), kind: 'DOMAIN_DELETED', subject: name }]);
    expect(await domainNow(world, name)).toBeUndefined();
    const last = (await lifeOf(world, id)).at(-1);
    expect(await notificationsAbout(world, name)).toEqual([
      {
        text: `Domain deleted!: ${name}`,
        created_at: removeAt,
        attached_obj_type: 'Version::DomainVersion',
        attached_obj_id: last?.id,
      },
    ]);
  });

  it('leaves a history in which every step is dated and signed', async () => {
    const steps = await lifeOf(world, id);
    expect(steps.map(({ operation, actor_name, event }) => [operation, actor_name, event])).toEqual([
      ['domain.register', 'alpha', 'create'],
      ['domain.expire', 'expire', 'update'],
      ['domain.outzone', 'outzone', 'update'],
      ['domain.release', 'release', 'update'],
      ['domain.remove', 'remove', 'destroy'],
    ]);
    expect(steps.slice(1, 4).map(({ at }) => printed(world, at))).toEqual([
      '2027-07-06T00:00:00.000+03:00',
      '2027-07-21T00:00:00.000+03:00',
      '2027-08-20T00:00:00.000+03:00',
    ]);
    expect(steps[1]?.changes.statuses).toEqual({ from: ['ok'], to: ['expired'] });
  });

  it('gives the name back to everybody', async () => {
    await newDomain(world, { name });
    expect((await domainNow(world, name))?.id).not.toBe(id);
  });

  it('happens in one leap as it does in many', async () => {
    const leaper = await newDomain(world, {
      name: 'leaper.ee',
      nameservers: ['ns1.host.example', 'ns2.host.example'],
    });
    const { id: leaperId = 0 } = (await domainNow(world, leaper)) ?? {};
    const events = await advance(world, { by: 'P2Y' });
    expect(kindsOf(events, leaper)).toEqual([
      'DOMAIN_EXPIRED',
      'DOMAIN_EXPIRY_REMINDED',
      'DOMAIN_OUTZONED',
      'DOMAIN_DELETE_CANDIDATE',
      'DOMAIN_DELETED',
    ]);
    const steps = await lifeOf(world, leaperId);
    expect(steps.map(({ operation }) => operation)).toEqual([
      'domain.register',
      'domain.expire',
      'domain.outzone',
      'domain.release',
      'domain.remove',
    ]);
    expect(steps.slice(1, 4).map(({ at }) => printed(world, at))).toEqual([
      '2028-08-22T00:00:00.000+03:00',
      '2028-09-06T00:00:00.000+03:00',
      '2028-10-06T00:00:00.000+03:00',
    ]);
  });
});
