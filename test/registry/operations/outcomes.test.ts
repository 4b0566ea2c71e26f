import { beforeAll, describe, expect, it } from 'vitest';
import { forgetOldOutcomes, insertShownOutcome } from '#src/registry/store/runner/shown-outcomes.ts';
import { newDomain } from '../../support/domains.ts';
import { accountOf, setBalance } from '../../support/money.ts';
import { changed, done, invalid, outcomesOf } from '../../support/outcomes.ts';
import { seed } from '../../support/seed.ts';
import { advance, domainNow } from '../../support/time.ts';
import { beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '1000.00');
});

const { mutate, tried, confirmed } = outcomesOf(() => world);

/** A domain that can be renewed, and the input that does it. */
async function renewable(name: string): Promise<string> {
  await newDomain(world, { name });
  const { calendar } = world.container;
  const day = calendar.plusDays(calendar.dateOf(world.clock.now()), 20);
  await seed(world).alter(name, { expires_at: calendar.startOf(day) });
  return `{ name: "${name}" period: "P1Y" expiresOn: "${day}" }`;
}

const priceOf = (price: string) =>
  mutate('priceSet', `{ zone: "ee" operation: RENEW period: "P1Y" price: "${price}" }`, { auth: operator });

describe('an outcome', () => {
  it('is shown by a dry run alone', async () => {
    const input = await renewable('told.ee');
    expect(await tried('domainRenew', input)).toMatch(/^oc_[0-9A-Za-z]{41}$/);
    expect(await mutate('domainRenew', input)).toEqual(done);
    expect(await mutate('domainRenew', input, { args: 'dryRun: true' })).toMatchObject({ outcome: null });
  });

  it('does what was shown', async () => {
    const input = await renewable('shown.ee');
    expect(await confirmed('domainRenew', input, await tried('domainRenew', input))).toEqual(done);
  });

  it('with a typo is not an outcome, over both APIs, and nothing is kept under the key', async () => {
    const input = await renewable('typo.ee');
    const outcome = await tried('domainRenew', input);
    const typo = outcome.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    const args = 'idempotencyKey: "typo"';
    expect(await confirmed('domainRenew', input, typo, { args })).toEqual(invalid);
    expect(await confirmed('domainRenew', input, typo, { args: 'dryRun: true' })).toEqual(invalid);
    const rest = await world.request({
      method: 'PUT',
      url: '/registry/v1/domains/typo.ee/statuses/clientHold',
      headers: { 'if-outcome': typo },
    });
    expect([rest.status, rest.body.code]).toEqual([400, 2005]);
    expect(rest.body.message).toContain('This is no outcome');
    expect(await confirmed('domainRenew', input, outcome, { args })).toEqual(done);
    // A key that was used answers as it did, whatever outcome comes with it.
    expect(await confirmed('domainRenew', input, 'none', { args })).toEqual(done);
  });

  it('has its parts stored for a day, without what they say, and not readable by others', async () => {
    const input = await renewable('stored.ee');
    const outcome = await tried('domainRenew', input);
    const { db } = world.container.database;
    const rows = await db.selectFrom('shown_outcomes').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('stored.ee');
    expect(JSON.stringify(rows)).not.toContain(outcome);
    expect(await confirmed('domainRenew', input, outcome, { auth: beta })).not.toMatchObject(done);
    await forgetOldOutcomes(db, new Date(world.clock.now().getTime() + 24 * 60 * 60 * 1000));
    expect(await db.selectFrom('shown_outcomes').selectAll().execute()).toEqual([]);
    // It still proves that nothing has changed.
    expect(await confirmed('domainRenew', input, outcome)).toEqual(done);
  });

  it('has at most a few thousand of one registrar stored', async () => {
    const { db } = world.container.database;
    const row = (place: number) => ({
      hash: `f${place.toString(16).padStart(63, '0')}`,
      owner: 'registrar:77',
      shown_at: new Date(place),
      parts: '{}',
      items_count: 0,
      items: Buffer.alloc(0),
    });
    await db
      .insertInto('shown_outcomes')
      .values(Array.from({ length: 2_500 }, (_, place) => row(place)))
      .execute();
    await insertShownOutcome(db, { ...row(3_000), parts: {}, hash: `00${'a'.repeat(62)}` });
    const left = await db
      .selectFrom('shown_outcomes')
      .select('shown_at')
      .where('owner', '=', 'registrar:77')
      .execute();
    expect(left.length).toBe(2_000);
    expect(Math.min(...left.map(({ shown_at }) => shown_at.getTime()))).toBe(501);
  });

  it('does nothing at another price', async () => {
    const input = await renewable('priced.ee');
    const outcome = await tried('domainRenew', input);
    const before = await domainNow(world, 'priced.ee');
    const { balance } = await accountOf(world);
    await priceOf('77.00');
    expect(await confirmed('domainRenew', input, outcome)).toEqual(changed('price'));
    expect(await confirmed('domainRenew', input, outcome, { args: 'dryRun: true' })).toEqual(
      changed('price'),
    );
    expect(await domainNow(world, 'priced.ee')).toEqual(before);
    expect((await accountOf(world)).balance).toBe(balance);
  });

  it('does nothing to a domain that has changed', async () => {
    const input = await renewable('held.ee');
    const outcome = await tried('domainRenew', input);
    await mutate('domainClientHoldSet', '{ name: "held.ee" }');
    expect(await confirmed('domainRenew', input, outcome)).toMatchObject(changed('statuses'));
    await mutate('domainClientHoldRemove', '{ name: "held.ee" }');
    expect(await confirmed('domainRenew', input, outcome)).toEqual(done);
  });

  it('is not voided by other purchases', async () => {
    const [one, other] = [await renewable('one.ee'), await renewable('other.ee')];
    const outcome = await tried('domainRenew', one);
    await mutate('domainRenew', other);
    expect(await confirmed('domainRenew', one, outcome)).toEqual(done);
  });

  it('counts the balance where an operator adjusts it', async () => {
    const input = '{ registrar: "ALPHA" amount: "5.00" description: "Gift" }';
    const asked = { auth: operator };
    const outcome = await tried('accountAdjust', input, asked);
    await mutate('accountAdjust', input, asked);
    expect(await confirmed('accountAdjust', input, outcome, asked)).toEqual(changed('balance'));
  });

  it('is for its operation, input and registrar alone', async () => {
    const input = await renewable('own.ee');
    const outcome = await tried('domainRenew', input);
    const twoYears = input.replace('P1Y', 'P2Y');
    expect((await confirmed('domainRenew', twoYears, outcome)).userErrors[0].details.changed).toContain(
      'input',
    );
    expect(await confirmed('domainClientHoldSet', '{ name: "own.ee" }', outcome)).toEqual(
      changed('operation'),
    );
    const contact =
      '{ name: "Jaan Tamm" email: "jaan@example.com" phone: "+372.5555555" ident: { code: "39708290069" type: PRIV countryCode: "EE" } }';
    expect(
      await confirmed('contactCreate', contact, await tried('contactCreate', contact), { auth: beta }),
    ).toEqual(changed('outcome'));
  });

  it('that was made up is not an outcome, and neither is one of yesterday', async () => {
    const hold = '{ name: "hold.ee" }';
    await newDomain(world, { name: 'hold.ee' });
    const outcome = await tried('domainClientHoldSet', hold);
    for (const wrong of [
      '',
      'x',
      `${outcome}A`,
      `${outcome.startsWith('A') ? 'B' : 'A'}${outcome.slice(1)}`,
      outcome.slice(0, -4),
    ])
      expect(await confirmed('domainClientHoldSet', hold, wrong)).toEqual(invalid);
    await advance(world, { by: 'PT23H59M' });
    expect(await confirmed('domainClientHoldSet', hold, outcome, { args: 'dryRun: true' })).toMatchObject({
      userErrors: [],
    });
    await advance(world, { by: 'PT1M' });
    expect(await confirmed('domainClientHoldSet', hold, outcome)).toEqual(changed('outcome'));
  });

  it('counts the day, not the time of day', async () => {
    const { calendar } = world.container;
    // Two days on: of today the two hours before midnight may have begun.
    const day = calendar.plusDays(calendar.dateOf(world.clock.now()), 2);
    const midnight = calendar.startOf(day).getTime();
    await advance(world, { to: new Date(midnight - 7_200_000).toISOString() });
    const registrant = await seed(world).contact();
    const registration = (name: string) => `{ name: "${name}" registrant: "${registrant}" period: "P1Y" }`;
    const [one, other] = ['day.ee', 'night.ee'].map(registration) as [string, string];
    const outcomes = [await tried('domainRegister', one), await tried('domainRegister', other)];
    await advance(world, { by: 'PT1H' });
    expect(await confirmed('domainRegister', one, String(outcomes[0]))).toEqual(done);
    await advance(world, { by: 'PT2H' });
    expect(await confirmed('domainRegister', other, String(outcomes[1]))).toEqual(changed('expiresAt'));
  });
});
