import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accessTokenOf, registrarOf } from '#src/base/actor.ts';
import { money } from '#src/base/money.ts';
import { defineExternalCommand, type OperationContext } from '#src/registry/operations/operation.ts';
import { accessTokensById } from '#src/registry/store/runner/access-tokens.ts';
import { secondContainer } from '../../support/containers.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { accountOf, setBalance } from '../../support/money.ts';
import { seed } from '../../support/seed.ts';
import { advance } from '../../support/time.ts';
import { alpha, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let registrant: string;
beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '10000.00');
  registrant = await seed(world).contact();
});

const create = (guards: string, auth = alpha) =>
  graph(
    world,
    `mutation { accessTokenCreate(input: { name: "guarded" scopes: [WRITE] guards: ${guards} }) {
      token accessToken { id guards { domains spendLimit { amount per } maxPrice outcomeNeeded approvalNeeded spent left } }
      userErrors { code path message } } }`,
    { auth },
  );

/** What to send as Authorization from then on. */
async function guarded(guards: string, auth = alpha): Promise<string> {
  const { data, errors } = await create(guards, auth);
  expect({ errors, userErrors: data?.accessTokenCreate.userErrors }).toEqual({ userErrors: [] });
  return `Bearer ${data.accessTokenCreate.token}`;
}

const write = (auth: string, field: string, input: string, args = '') =>
  graph(world, `mutation { ${field}(input: ${input} ${args}) { outcome userErrors { code } } }`, { auth });
const done = { errors: undefined, userErrors: [] };
const became = async (auth: string, field: string, input: string, args = '') => {
  const { data, errors } = await write(auth, field, input, args);
  return { errors: errors?.map(({ extensions }) => extensions), userErrors: data?.[field]?.userErrors };
};
const registration = (name: string) => `{ name: "${name}" registrant: "${registrant}" period: "P1Y" }`;
const forbidden = (guard: string, left?: unknown) => ({
  errors: [expect.objectContaining({ code: 'FORBIDDEN', guard, ...(left !== undefined && { left }) })],
  userErrors: undefined,
});

const shownGuards = async (): Promise<Loose> => {
  const { data } = await graph(
    world,
    '{ accessTokens(first: 1) { nodes { guards { spendLimit { amount per } spent left } } } }',
  );
  return data.accessTokens.nodes[0].guards;
};

describe('the guard domains', () => {
  it('lets a token write to these domains and zones only', async () => {
    await newDomain(world, { name: 'mine.ee' });
    await newDomain(world, { name: 'yours.ee' });
    await newDomain(world, { name: 'any.pri.ee' });
    const auth = await guarded('{ domains: ["MINE.ee", "*.pri.ee"] }');
    expect(await became(auth, 'domainClientHoldSet', '{ name: "mine.ee" }')).toEqual(done);
    expect(await became(auth, 'domainClientHoldSet', '{ name: "any.pri.ee" }')).toEqual(done);
    const outside = forbidden('domains', ['mine.ee', '*.pri.ee']);
    expect(await became(auth, 'domainClientHoldSet', '{ name: "yours.ee" }')).toEqual(outside);
    expect(await became(auth, 'domainClientHoldSet', '{ name: "yours.ee" }', 'dryRun: true')).toEqual(
      outside,
    );
    const bulk = '{ names: ["mine.ee", "yours.ee"] period: "P1Y" }';
    expect(await became(auth, 'domainBulkRenew', bulk)).toEqual(outside);
    const contact =
      '{ name: "Jaan Tamm" email: "jaan@example.com" phone: "+372.5555555" ident: { code: "39708290069" type: PRIV countryCode: "EE" } }';
    expect(await became(auth, 'contactCreate', contact)).toEqual(outside);
  });

  it('holds for objects found on the way', async () => {
    const [current, next] = [await seed(world).contact(), await seed(world).contact()];
    await newDomain(world, { name: 'inside.ee', techs: [current] } as never);
    await newDomain(world, { name: 'outside.ee', techs: [current] } as never);
    const auth = await guarded('{ domains: ["inside.ee"] }');
    const input = `{ currentContact: "${current}" newContact: "${next}" }`;
    expect(await became(auth, 'domainBulkTechContactReplace', input)).toEqual(forbidden('domains'));
  });

  it('leaves poll messages alone: they are no domains', async () => {
    const notice = '{ registrars: ["ALPHA"] text: "Hello" kind: NEWS }';
    expect(await became(operator, 'registrarNotify', notice)).toEqual(done);
    const { data } = await graph(world, '{ notifications(first: 1) { nodes { id } } }');
    const auth = await guarded('{ domains: ["mine.ee"] }');
    const input = `{ id: "${data.notifications.nodes[0].id}" }`;
    expect(await became(auth, 'notificationAcknowledge', input)).toEqual(done);
  });

  it('must name something', async () => {
    const { data } = await create('{ domains: [] }');
    expect(data.accessTokenCreate).toMatchObject({
      token: null,
      userErrors: [{ path: ['guards', 'domains'] }],
    });
  });
});

describe('the guard outcomeNeeded', () => {
  it('lets a token do only what was shown', async () => {
    await newDomain(world, { name: 'asked.ee' });
    const auth = await guarded('{ outcomeNeeded: true }');
    const input = '{ name: "asked.ee" }';
    expect(await became(auth, 'domainClientHoldSet', input)).toEqual(forbidden('outcomeNeeded'));
    const { data } = await write(auth, 'domainClientHoldSet', input, 'dryRun: true');
    const outcome = `ifOutcome: "${data.domainClientHoldSet.outcome}"`;
    expect(await became(auth, 'domainClientHoldSet', input, outcome)).toEqual(done);
  });

  it('says who may do what no dry run can show, and what to send to others', async () => {
    const auth = await guarded('{ outcomeNeeded: true }');
    for (const args of ['', 'dryRun: true', 'ifOutcome: "made-up"']) {
      const { errors } = await write(auth, 'clockAdvance', '{ by: "P1D" }', args);
      expect(errors?.[0]?.message).toContain('use a token without this guard, or sign in');
    }
    const { errors } = await write(auth, 'domainClientHoldSet', '{ name: "asked.ee" }');
    expect(errors?.[0]?.message).toContain('send it with dryRun');
    const { data } = await graph(
      world,
      'mutation { clockAdvance(input: { by: "P1D" } ifOutcome: "made-up") { userErrors { code message } } }',
    );
    expect(data.clockAdvance.userErrors).toEqual([
      {
        code: 'OUTCOME_CHANGED',
        message: expect.stringContaining('send it without ifOutcome'),
      },
    ]);
  });

  it('is the only one that operators have', async () => {
    expect(await guarded('{ outcomeNeeded: true }', operator)).toContain('zgo_');
    const { data } = await create('{ maxPrice: "5.00" }', operator);
    expect(data.accessTokenCreate.userErrors).toMatchObject([{ code: 'PARAMETER_VALUE_POLICY' }]);
  });
});

describe('the guard approvalNeeded', () => {
  it('lets a token show writes, and do none', async () => {
    await newDomain(world, { name: 'person.ee' });
    const auth = await guarded('{ approvalNeeded: true }');
    const input = '{ name: "person.ee" }';
    expect(await became(auth, 'domainClientHoldSet', input, 'dryRun: true')).toEqual(done);
    expect(await became(auth, 'domainClientHoldSet', input)).toEqual({
      errors: undefined,
      userErrors: [{ code: 'APPROVAL_NEEDED' }],
    });
  });
});

describe('the guards of money', () => {
  it('hold for purchases from other services, before those are called', async () => {
    let asked = 0;
    const description = {
      permits: ['registrar'],
      scope: 'WRITE',
      input: z.object({}),
      errors: [],
      ask: async () => {
        asked += 1;
      },
    } as const;
    const pay = ({ charge, actor, now, request }: OperationContext) => {
      const { registrarId } = registrarOf(actor);
      const paid = { activity: 'update_credit', description: 'Outside', sum: money('-7.00') } as const;
      charge({ ...paid, registrarId, requestId: request.id, at: now });
    };
    const buy = defineExternalCommand({
      ...description,
      name: 'test.buy-outside',
      summary: 'Buys something and asks outside.',
      prepare: async (context) => {
        pay(context);
        return {};
      },
      conclude: async () => ({ done: true }),
    });
    const buyLate = defineExternalCommand({
      ...description,
      name: 'test.buy-late',
      summary: 'Asks outside and buys something.',
      prepare: async () => ({}),
      conclude: async (context) => {
        pay(context);
        return { done: true };
      },
    });
    const { data } = await create('{ spendLimit: { amount: "10.00" per: DAY } }');
    const { runner, database, authenticator } = world.container;
    const authorization = `Bearer ${data.accessTokenCreate.token}`;
    const actor = await authenticator.anyone({ authorization, address: '127.0.0.1' } as never);
    const call = { actor, request: { id: 'outside', via: 'rest' } } as const;
    expect(await runner.run(buy, {}, { ...call, dryRun: true })).toMatchObject({ ok: true });
    const bought = await Promise.all([runner.run(buy, {}, call), runner.run(buy, {}, call)]);
    expect(bought.filter(({ ok }) => ok)).toHaveLength(1);
    expect(asked).toBe(1);
    const beyond = { ok: false, failures: [{ details: { guard: 'spendLimit', left: '3.00' } }] };
    expect(bought.find(({ ok }) => !ok)).toMatchObject(beyond);
    expect(await runner.run(buy, {}, { ...call, dryRun: true })).toMatchObject(beyond);
    await expect(runner.run(buyLate, {}, call)).rejects.toThrow('charge in prepare');
    expect(asked).toBe(1);
    const { id } = accessTokenOf(actor) ?? {};
    const [token] = await accessTokensById(database.db, [id ?? 0]);
    expect(token?.spent).toBe('7.00');
  });

  it('do not let a token begin another day by moving the clock', async () => {
    const auth = await guarded('{ spendLimit: { amount: "5.00" per: DAY } }');
    expect(await became(auth, 'clockAdvance', '{ by: "P1D" }')).toEqual(forbidden('spendLimit'));
  });

  it('allow no charge above maxPrice', async () => {
    const auth = await guarded('{ maxPrice: "1.00" }');
    expect(await became(auth, 'domainRegister', registration('dear.ee'))).toEqual(
      forbidden('maxPrice', '1.00'),
    );
  });

  it('count what is spent in a month, show it, and begin again', async () => {
    const before = Number((await accountOf(world)).balance);
    await seed(world).contact();
    const { data } = await graph(
      world,
      `mutation { domainRegister(input: ${registration('price.ee')} dryRun: true) { price } }`,
    );
    const price = Number(data.domainRegister.price);
    const auth = await guarded(`{ spendLimit: { amount: "${(price * 1.5).toFixed(2)}" per: MONTH } }`);
    expect(await became(auth, 'domainRegister', registration('first.ee'), 'dryRun: true')).toEqual(done);
    expect(await shownGuards()).toMatchObject({ spent: '0.00' });
    expect(await became(auth, 'domainRegister', registration('first.ee'))).toEqual(done);
    const left = (price / 2).toFixed(2);
    expect(await shownGuards()).toMatchObject({ spent: price.toFixed(2), left });
    const beyond = forbidden('spendLimit', left);
    expect(await became(auth, 'domainRegister', registration('second.ee'))).toEqual(beyond);
    expect(await became(auth, 'domainRegister', registration('second.ee'), 'dryRun: true')).toEqual(beyond);
    const keyed = 'idempotencyKey: "second"';
    expect(await became(auth, 'domainRegister', registration('second.ee'), keyed)).toEqual(beyond);
    expect(Number((await accountOf(world)).balance)).toBeCloseTo(before - price);
    await advance(world, { by: 'P31D' });
    expect(await became(auth, 'domainRegister', registration('second.ee'), keyed)).toEqual(done);
  });

  it('are never exceeded, however many buy at once over both APIs and two processes', async () => {
    const { data } = await graph(
      world,
      `mutation { domainRegister(input: ${registration('rush.ee')} dryRun: true) { price } }`,
    );
    const price = Number(data.domainRegister.price);
    const auth = await guarded(`{ spendLimit: { amount: "${(price * 5.5).toFixed(2)}" per: DAY } }`);
    const { app } = await secondContainer({ clock: world.clock });
    const before = Number((await accountOf(world)).balance);
    const names = Array.from({ length: 40 }, (_, place) => `rush-${place}.ee`);
    const buy = async (name: string, place: number): Promise<boolean> => {
      const query = `mutation { domainRegister(input: ${registration(name)}) { domain { id } } }`;
      const domain = { name, registrant, period: 1, period_unit: 'y' };
      const isGraph = place % 4 < 2;
      const url = isGraph ? '/graphql' : '/registry/v1/domains';
      const { body } = await (place % 2 === 0 ? world.app : app).inject({
        method: 'POST',
        url,
        payload: isGraph ? { query } : { domain },
        headers: { authorization: auth, 'content-type': 'application/json' },
      });
      const answer: Loose = JSON.parse(body);
      return isGraph ? Boolean(answer.data?.domainRegister?.domain) : Number(answer.code) === 1000;
    };
    const answers = await Promise.all(names.map(buy));
    expect(answers.filter(Boolean)).toHaveLength(5);
    expect(Number((await accountOf(world)).balance)).toBeCloseTo(before - 5 * price);
    expect(await shownGuards()).toMatchObject({ spent: (price * 5).toFixed(2) });
  });
});
