import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#src/base/actor.ts';
import { checkDomainNames } from '#src/registry/operations/domains/check-domain-names.ts';
import { quoteRenewals } from '#src/registry/operations/domains/quote-renewal.ts';
import { openDispute, storedDomain } from '../../support/domains.ts';
import { seed } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).domain('taken.ee');
  const { db } = world.container.database;
  const now = world.clock.now();
  await sql`insert into blocked_names (name, name_puny, created_at) values ('blocked.ee', 'blocked.ee', ${now})`.execute(
    db,
  );
  await sql`insert into reserved_names (name, name_puny, password, created_at, updated_at)
    values ('reserved.ee', 'reserved.ee', 'x', ${now}, ${now})`.execute(db);
  await openDispute(world, 'disputed.ee');
});

const registrar: Actor = {
  kind: 'registrar',
  userId: 1,
  username: 'alpha',
  roles: ['super'],
  registrarId: 1,
  registrarCode: 'ALPHA',
};
const request = { id: 'test', via: 'rest' } as const;

async function check(actor: Actor, ...names: readonly string[]) {
  const outcome = await world.container.runner.run(
    checkDomainNames,
    { names: [...names] },
    { actor, request },
  );
  if (!outcome.ok) throw new Error(outcome.failures[0].message);
  return outcome.value.map(({ name, available, reason }) => [name, available, reason]);
}

describe('checking names', () => {
  it('shows which can be registered, in their stored form and in the order asked', async () => {
    expect(
      await check(registrar, 'FREE.ee', 'xn--un-bka.ee', 'taken.ee', 'blocked.ee', 'a_b.ee', 'com.ee'),
    ).toEqual([
      ['free.ee', true, null],
      ['õun.ee', true, null],
      ['taken.ee', false, 'In use'],
      ['blocked.ee', false, 'Blocked'],
      ['a_b.ee', false, 'Domain name is invalid'],
      ['com.ee', false, 'Data management policy violation: Domain name is blocked'],
    ]);
  });

  it('shows a registrar that a name needs a code, and the portal that it is gone', async () => {
    expect(await check(registrar, 'reserved.ee', 'disputed.ee')).toEqual([
      ['reserved.ee', true, 'Reserved; registration needs its code'],
      ['disputed.ee', true, 'Disputed; registration needs its code'],
    ]);
    expect(await check({ kind: 'portal', token: 'x' }, 'reserved.ee', 'disputed.ee')).toEqual([
      ['reserved.ee', false, 'Reserved'],
      ['disputed.ee', false, 'Disputed'],
    ]);
  });

  it('takes no more than a hundred at once', async () => {
    await expect(check(registrar, ...Array<string>(101).fill('a.ee'))).rejects.toThrow(
      'At most 100 names at once',
    );
  });
});

describe('quoting renewals', () => {
  it('shows price and new expiry of each, and null where there is no price', async () => {
    const { zone_id, expires_at } = await storedDomain(world, 'taken.ee');
    const domain = { zoneId: zone_id, expiresAt: expires_at };
    const outcome = await world.container.runner.run(
      quoteRenewals,
      {
        domains: [
          { ...domain, months: 12 },
          { ...domain, months: 3 },
          { ...domain, months: 7 },
        ],
      },
      { actor: registrar, request },
    );
    const { calendar } = world.container;
    expect(outcome).toMatchObject({
      ok: true,
      value: [
        { price: '11.00', currency: 'EUR', expiresAt: calendar.plus(expires_at, { years: 1 }) },
        { price: '3.30', currency: 'EUR', expiresAt: calendar.plus(expires_at, { months: 3 }) },
        null,
      ],
    });
  });
});
