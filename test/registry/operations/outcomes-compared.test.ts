import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '#src/base/events.ts';
import { summarise } from '#src/registry/operations/runner/effects-compared.ts';
import { graph } from '../../support/graph.ts';
import { setBalance } from '../../support/money.ts';
import { changed, done, invalid, outcomesOf } from '../../support/outcomes.ts';
import { people, seed } from '../../support/seed.ts';
import { advance } from '../../support/time.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '1000.00');
  await setBalance(world, 'BETA', '5000.00');
});
const { mutate, tried, confirmed } = outcomesOf(() => world);
const asked = { auth: operator };

const transfers = (names: readonly string[]) =>
  `{ transfers: [${names.map((name) => `{ name: "${name}" transferCode: "open-sesame" }`).join(' ')}] }`;

/** A domain of another registrar, with as many technical contacts. */
async function theirs(name: string, techs: number): Promise<string[]> {
  const others = seed(world).by(beta);
  const codes: string[] = [];
  for (let index = 0; index < techs; index += 1)
    codes.push(await others.contact({ name: `Tech ${name} ${index}`, ident: people.mari }));
  await others.domain(name, { techs: codes, transferCode: 'open-sesame' });
  return codes;
}

describe('the comparison of outcomes', () => {
  it('has no order where contacts are copied', async () => {
    for (let round = 0; round < 4; round += 1) {
      await theirs(`copied-${round}.ee`, 5);
      const input = transfers([`copied-${round}.ee`]);
      expect(await confirmed('domainBulkTransfer', input, await tried('domainBulkTransfer', input))).toEqual(
        done,
      );
    }
  });

  it('names the item whose contact has changed', async () => {
    const names = ['item-0.ee', 'item-1.ee', 'item-2.ee'];
    const codes = [];
    for (const name of names) codes.push(await theirs(name, 1));
    const outcome = await tried('domainBulkTransfer', transfers(names));
    await mutate('contactUpdate', `{ code: "${codes[1]?.[0]}" name: "Somebody Else" }`, { auth: beta });
    expect(await confirmed('domainBulkTransfer', transfers(names), outcome)).toEqual(changed('results.1'));
  });

  it('keeps an outcome of many items short enough for a header', async () => {
    await theirs('short.ee', 0);
    for (const count of [250, 1000, 5000]) {
      const nowhere = Array.from({ length: count - 1 }, (_, index) => `nowhere-${index}.ee`);
      const { headers } = await world.request({
        method: 'POST',
        url: '/registry/v1/domains/transfer',
        headers: { 'dry-run': 'true' },
        payload: {
          data: {
            domain_transfers: ['short.ee', ...nowhere].map((name) => ({
              domain_name: name,
              transfer_code: 'open-sesame',
            })),
          },
        },
      });
      expect(String(headers.outcome)).toMatch(/^oc_[0-9A-Za-z]{41}$/);
    }
  });

  it('distinguishes a field of an object from the operation', async () => {
    const price = (operation: string) =>
      `{ zone: "ee" operation: ${operation} period: "P3Y" price: "41.00" }`;
    const outcome = await tried('priceSet', price('RENEW'), asked);
    expect(await confirmed('priceSet', price('CREATE'), outcome, asked)).toEqual(
      changed('input', 'price', 'operation'),
    );
    await mutate('priceSet', '{ zone: "ee" operation: RENEW period: "P3Y" price: "40.00" }', asked);
    expect(await confirmed('priceSet', price('RENEW'), outcome, asked)).toMatchObject({
      userErrors: [{ details: { changed: expect.arrayContaining(['price']) } }],
    });
  });

  it('is not the moment at which it is done', async () => {
    await mutate('registrarNotify', '{ registrars: ["ALPHA"] kind: NEWS text: "Hello" }', asked);
    const { data } = await graph(world, '{ notifications(first: 1) { nodes { id } } }');
    const input = `{ id: "${data.notifications.nodes[0].id}" }`;
    const outcome = await tried('notificationAcknowledge', input);
    await advance(world, { by: 'PT23H' });
    expect(await confirmed('notificationAcknowledge', input, outcome)).toEqual(done);
  });

  it('is the session that ends', async () => {
    const signIn = async () => {
      const { body } = await world.request({
        method: 'POST',
        url: '/graphql',
        auth: null,
        payload: {
          query: 'mutation { signIn(input: { username: "alpha", password: "alpha-sandbox" }) { token } }',
        },
      });
      return `Bearer ${body.data.signIn.token}`;
    };
    const end = async (auth: string, args: string) =>
      (
        await world.request({
          method: 'POST',
          url: '/graphql',
          auth,
          payload: { query: `mutation { signOut(${args}) { outcome userErrors { code details } } }` },
        })
      ).body.data.signOut;
    const [one, other] = [await signIn(), await signIn()];
    const { outcome } = await end(one, 'dryRun: true');
    expect(await end(other, `ifOutcome: "${outcome}"`)).toMatchObject({
      userErrors: [{ code: 'OUTCOME_CHANGED', details: { changed: ['session'] } }],
    });
    expect(await end(one, `ifOutcome: "${outcome}"`)).toEqual({ outcome: null, userErrors: [] });
  });
});

describe('an outcome', () => {
  it('that no header can hold is none', async () => {
    await seed(world).domain('arrow.ee');
    for (const wrong of ['\u2192', 'a b', 'x'.repeat(12_001)])
      expect(await confirmed('domainClientHoldSet', '{ name: "arrow.ee" }', wrong)).toEqual(invalid);
  });

  it('is not given for an operation whose result cannot be foreseen', async () => {
    expect(await mutate('jobsRun', '{}', { ...asked, args: 'dryRun: true' })).toEqual(done);
    expect(await confirmed('jobsRun', '{}', 'x', asked)).toEqual(changed('outcome'));
  });

  it('is for writes by GET as well', async () => {
    const set = '{ amount: "100.00" threshold: "10.00" }';
    const reload = async () =>
      (
        await sql<{ amount: string | null }>`select auto_reload_amount as amount from registrars
          where code = 'ALPHA'`.execute(world.container.database.db)
      ).rows[0]?.amount;
    expect(await mutate('accountAutoReloadSet', set)).toEqual(done);
    const disable = (headers: Readonly<Record<string, string>>) =>
      world.request({ url: '/registry/v1/accounts/disable_auto_reload_balance', auth: alpha, headers });
    const { headers } = await disable({ 'dry-run': 'true' });
    expect(await reload()).toBe('100.00');
    await mutate('accountAutoReloadSet', '{ amount: "200.00" threshold: "10.00" }');
    expect(await disable({ 'if-outcome': String(headers.outcome) })).toMatchObject({ status: 412 });
    expect(await reload()).toBe('200.00');
    await mutate('accountAutoReloadSet', set);
    expect(await disable({ 'if-outcome': String(headers.outcome) })).toMatchObject({ status: 200 });
    expect(await reload()).toBeNull();
  });
});

describe('an object that changes several times in one write', () => {
  it('is compared as it was before and is in the end', async () => {
    const picture = (...changes: Change[]) =>
      summarise(
        {
          effects: { changes, messages: [], charges: [], outbox: [], facts: [], made: [] },
          now: new Date('2026-11-17T10:00:00Z'),
          calendar: world.container.calendar,
        },
        {},
        { operation: { name: 'domain.update' }, input: {}, value: {} },
      );
    const change = { type: 'domain', id: 1, key: 'twice.ee' } as const;
    const twice = await picture(
      { ...change, before: { period: 1, note: 'a' }, after: { period: 2, note: 'a' } },
      { ...change, before: { period: 2, note: 'a' }, after: { period: 3, note: 'b' } },
    );
    const once = await picture({
      ...change,
      before: { period: 1, note: 'a' },
      after: { period: 3, note: 'b' },
    });
    expect([...twice.parts]).toEqual([...once.parts]);
    expect(twice.parts.get('field period')).toBe('[1,3]');
    const undone = await picture({ ...change, after: { period: 1 } }, { ...change, before: { period: 1 } });
    expect([...undone.parts]).toEqual([...(await picture()).parts]);
    const parts = async (note: string) =>
      (
        await picture(
          { ...change, before: { period: 1 }, after: { period: 2 } },
          { ...change, before: { note: 'a' }, after: { note } },
        )
      ).parts.get('object domain');
    expect(await parts('b')).not.toBe(await parts('c'));
  });
});
