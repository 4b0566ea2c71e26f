import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshBudgets, spentPoints } from '../../support/budgets.ts';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { seed } from '../../support/seed.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../support/world.ts';

/** A write costs by what is in its input, the same at both APIs (docs/rules/graph.md#cost). */

let world: TestWorld;
let registrant: string;
const fresh = () => freshBudgets(world);

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100', RATE_LIMIT_REGISTRAR_POINTS: '150' });
  registrant = await seed(world).contact();
});
beforeEach(fresh);

const names = (count: number) => Array.from({ length: count }, (_, at) => `made-up-${at}.ee`);
const nameservers = (count: number, addresses: number) =>
  Array.from({ length: count }, (_, at) => ({
    hostname: `ns${at}.register-me.ee`,
    ipv4: Array.from({ length: addresses }, (__, byte) => `192.0.2.${byte + 1}`),
  }));
const post = (url: string, payload: object, dryRun = true) =>
  world.request({ method: 'POST', url, payload, headers: { 'dry-run': String(dryRun) } });

const rest = {
  transfers: (count: number) =>
    post('/registry/v1/domains/transfer', {
      data: { domain_transfers: names(count).map((domain_name) => ({ domain_name, transfer_code: 'x' })) },
    }),
  registration: (count: number, addresses = 0) =>
    post('/registry/v1/domains', {
      domain: {
        name: 'register-me.ee',
        registrant,
        period: 1,
        period_unit: 'y',
        nameservers_attributes: nameservers(count, addresses),
      },
    }),
  user: (dryRun: boolean) =>
    post(
      '/registry/v1/api_users',
      { api_user: { username: `rest-${dryRun}`, plain_text_password: 'a-password-of-mine', roles: ['epp'] } },
      dryRun,
    ),
};
const inGraph = {
  transfers: (count: number) =>
    graph(
      world,
      'mutation ($transfers: [DomainTransferItem!]!) { domainBulkTransfer(input: { transfers: $transfers }, dryRun: true) { userErrors { message } } }',
      { variables: { transfers: names(count).map((name) => ({ name, transferCode: 'x' })) } },
    ),
  registration: (count: number, addresses = 0) =>
    graph(
      world,
      'mutation ($input: DomainRegisterInput!) { domainRegister(input: $input, dryRun: true) { userErrors { resultCode message } } }',
      {
        variables: {
          input: {
            name: 'register-me.ee',
            registrant,
            period: 'P1Y',
            nameservers: nameservers(count, addresses),
          },
        },
      },
    ),
  user: (dryRun: boolean) =>
    graph(
      world,
      'mutation ($input: ApiUserCreateInput!, $dryRun: Boolean!) { apiUserCreate(input: $input, dryRun: $dryRun) { userErrors { message } } }',
      {
        variables: {
          input: { username: `graph-${dryRun}`, password: 'a-password-of-mine', roles: ['EPP'] },
          dryRun,
        },
      },
    ),
};

/** What it took from the user's budget. */
async function price(call: () => Promise<unknown>): Promise<number> {
  await fresh();
  await call();
  return (await spentPoints(world)).find(({ caller }) => caller.startsWith('user:'))?.used ?? 0;
}

describe.each([
  ['REST', rest],
  ['the graph', inGraph],
])('at %s', (_, api) => {
  it('a bulk costs one point more for each 25 items or part of it, in dry runs too', async () => {
    const least = (await price(() => api.transfers(1))) - 1;
    expect(await price(() => api.transfers(25))).toBe(least + 1);
    expect(await price(() => api.transfers(26))).toBe(least + 2);
    expect(await price(() => api.transfers(1000))).toBe(least + 40);
  });

  it('lists inside lists count as well', async () => {
    const few = await price(() => api.registration(10, 1));
    expect(await price(() => api.registration(10, 4))).toBe(few + 1);
  });

  it('a password that is hashed costs, and in a dry run none is', async () => {
    const dry = await price(() => api.user(true));
    expect(await price(() => api.user(false))).toBe(dry + 5);
  });

  it('a request that costs more than the remaining points is refused, does nothing, and costs nothing', async () => {
    await fresh();
    expect((await api.transfers(2500)).status).toBe(429);
    const answer = await api.transfers(1000);
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['ratelimit-remaining'])).toBeGreaterThan(50);
  });

  it('a list that is too long is refused before anything is looked up', async () => {
    const statements: string[] = [];
    const stop = world.container.database.onStatement((text) => void statements.push(text));
    const answer = await api.registration(101);
    stop();
    expect(answer.text).toContain('Must have at most 100 items');
    expect(answer.text).toContain('2004');
    expect(statements.filter((text) => /\b(contacts|domains|zones)\b/.test(text))).toEqual([]);
  });
});

it('of the graph, nobody asks for more than 200 nodes at once, and of more none is looked for', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => btoa(`Domain:${at + 1}`));
  const ask = (count: number) =>
    graph(world, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { variables: { ids: ids(count) } });
  expect((await ask(200)).data.nodes).toHaveLength(200);
  const statements: string[] = [];
  const stop = world.container.database.onStatement((text) => void statements.push(text));
  expect((await ask(201)).errors).toMatchObject([
    { message: 'ids must be at most 200', extensions: { code: 'BAD_USER_INPUT', resultCode: 2004 } },
  ]);
  stop();
  expect(statements.filter((text) => text.includes('domains'))).toEqual([]);
});

describe('all users of a registrar', () => {
  const balance = (auth: string) => world.request({ url: '/registry/v1/accounts/balance', auth });
  const other = basic('alpha-epp', 'alpha-sandbox');

  it('share a budget, beside a budget of their own', async () => {
    await Promise.all(Array.from({ length: 100 }, () => balance(alpha)));
    const answers = await Promise.all(Array.from({ length: 51 }, () => balance(other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.message).toBe('Session limit exceeded. Current limit is 150 in 3600 seconds');
    expect(refused?.headers['ratelimit-limit']).toBe('150');
    expect((await balance(beta)).headers).toMatchObject({
      'ratelimit-limit': '100',
      'ratelimit-remaining': '99',
    });
  });

  it('do not pay for requests that one of them could not afford itself', async () => {
    await Promise.all(Array.from({ length: 200 }, () => balance(alpha)));
    expect((await balance(other)).headers).toMatchObject({
      'ratelimit-limit': '150',
      'ratelimit-remaining': '49',
    });
  });

  it('get back what was not used', async () => {
    await graph(world, '{ domains(first: 100) { nodes { name } } }');
    const rows = await spentPoints(world);
    expect(rows.map(({ used }) => used)).toEqual([1, 1]);
  });
});

describe('a write over REST', () => {
  const charges = async (write: () => Promise<{ status: number }>): Promise<number> => {
    const { statements } = await countStatements(world.container.database, async () => {
      expect((await write()).status).toBe(200);
    });
    return statements.filter((statement) => statement.includes('insert into rate_budgets')).length;
  };

  it('is charged in the database once, whatever is in its input', async () => {
    expect(await charges(() => rest.registration(2, 1))).toBe(1);
    expect(await charges(() => rest.registration(10, 3))).toBe(1);
  });
});
