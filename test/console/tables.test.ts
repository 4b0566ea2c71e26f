import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../support/database.ts';
import { askOf, mutateOf } from '../support/operator.ts';
import { alpha, type Loose, operator, portal, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
});

const nodesOf = async (list: string, select: string, args = '') => {
  const { data, errors } = await ask(`{ ${list}(first: 100${args && `, ${args}`}) { nodes { ${select} } } }`);
  expect(errors).toBeUndefined();
  return data[list].nodes as unknown as Loose[];
};
const groupsOf = async (list: string, by: string, select: string) => {
  const { data, errors } = await ask(`{ ${list} { groups(by: ${by}) { ${select} } } }`);
  expect(errors).toBeUndefined();
  return data[list].groups as unknown as Loose[];
};
const csv = (query: string) =>
  world.request({
    method: 'POST',
    url: '/graphql?all=true',
    auth: operator,
    headers: { 'content-type': 'application/json', accept: 'text/csv' },
    payload: { query },
  });

describe('registrarList', () => {
  it('chooses, sorts, counts and adds up registrars, with what is on their accounts', async () => {
    expect(await nodesOf('registrarList', 'code balance', 'where: { balance: { gte: "1000.00" } }')).toEqual([
      { code: 'ALPHA', balance: '1000.00' },
      { code: 'BETA', balance: '1000.00' },
    ]);
    expect(await nodesOf('registrarList', 'code', 'where: { balance: { gt: "1000.00" } }')).toEqual([]);
    const sorted = await nodesOf('registrarList', 'code', 'orderBy: { field: NAME, direction: DESC }');
    expect(sorted.map(({ code }) => String(code))).toEqual(['BETA', 'ALPHA']);
    await mutate('registrarSuspend', { code: 'BETA', reason: 'For a test' }, '');
    expect(
      await nodesOf('registrarList', 'code suspensionReason', 'where: { suspendedAt: { isNull: false } }'),
    ).toEqual([{ code: 'BETA', suspensionReason: 'For a test' }]);
    const groups = await groupsOf('registrarList', '{ field: SUSPENDED }', 'suspended count sum');
    expect(groups).toHaveLength(2);
    expect(groups).toContainEqual({ suspended: false, count: 1, sum: '1000.00' });
    await mutate('registrarReinstate', { code: 'BETA' }, '');
    const { text } = await csv('{ registrarList { nodes { code balance } } }');
    expect(text).toContain('code,balance\nALPHA,1000.00\n');
  });

  it('asks for the balances of a page in one statement', async () => {
    const page = (first: number) => ask(`{ registrarList(first: ${first}) { nodes { code balance } } }`);
    await page(1);
    const { count: one } = await countStatements(world.container.database, () => page(1));
    const { count: all } = await countStatements(world.container.database, () => page(100));
    expect(all).toBe(one);
  });

  it('shows a balance to nobody but operators', async () => {
    const { data } = await ask('{ registrars { code balance } }', {}, alpha);
    expect(data.registrars).toEqual([{ code: 'ALPHA', balance: null }]);
  });
});

describe('priceList', () => {
  it('has what was, what holds and what is to come', async () => {
    const { calendar } = world.container;
    const later = calendar.plusDays(calendar.dateOf(world.clock.now()), 20);
    const set = { zone: 'ee', operation: 'RENEW', period: 'P1Y', price: '33.00' };
    await mutate('priceSet', { ...set, validFrom: later }, '');
    const select = 'price validFrom validTo';
    const ofRenewal = 'zone: { eq: "ee" }, operation: { eq: RENEW }, months: { eq: 12 }';
    expect(await nodesOf('priceList', select, `where: { ${ofRenewal}, validFrom: { gt: "PT0S" } }`)).toEqual([
      { price: '33.00', validFrom: later, validTo: null },
    ]);
    const all = await nodesOf('priceList', select, `where: { ${ofRenewal} }`);
    expect(all).toHaveLength(2);
    expect(all[1]).toMatchObject({ validTo: calendar.plusDays(later, -1) });
    expect(await groupsOf('priceList', '{ field: OPERATION }', 'operation count')).toHaveLength(2);
    expect((await csv('{ priceList { nodes { zone operation period price validFrom } } }')).text).toContain(
      `ee,RENEW,P1Y,33.00,${later}`,
    );
    const cheap = await nodesOf('priceList', 'price', 'orderBy: { field: PRICE }');
    const sums = cheap.map(({ price }) => Number(price));
    expect(sums).toEqual([...sums].sort((one, other) => one - other));
  });
});

describe('outboxItems and jobRuns', () => {
  it('tell what left the house, and what jobs have done', async () => {
    await ask('mutation { accountTopUp(input: { amount: "100.00" }) { userErrors { message } } }', {}, alpha);
    const waiting = await nodesOf(
      'outboxItems',
      'kind state: doneAt subject',
      'where: { state: { eq: "pending" } }',
    );
    expect(waiting.length).toBeGreaterThan(0);
    await ask('mutation { clockAdvance(input: { by: "P20D" }) { now } }');
    await world.container.outbox.drain();
    const sent = await nodesOf('outboxItems', 'kind doneAt deadAt', 'where: { state: { eq: "done" } }');
    expect(sent.length).toBeGreaterThan(0);
    expect(sent[0]).toEqual({ kind: expect.any(String), doneAt: expect.any(String), deadAt: null });
    const byNext = await nodesOf('outboxItems', 'id', 'orderBy: { field: NEXT_ATTEMPT_AT }');
    expect(byNext).toHaveLength((await nodesOf('outboxItems', 'id')).length);
    expect(await groupsOf('outboxItems', '{ field: STATE }', 'state count')).toContainEqual({
      state: 'done',
      count: sent.length,
    });
    const wrong = await ask('{ outboxItems(first: 1, where: { state: { eq: "gone" } }) { nodes { id } } }');
    expect(wrong.errors).toBeDefined();

    // The top-up was not paid in time.
    const runs = await nodesOf(
      'jobRuns',
      'job startedAt finishedAt taken error',
      'where: { failed: { eq: false } }',
    );
    expect(runs).not.toEqual([]);
    for (const run of runs) expect(run).toMatchObject({ error: null, finishedAt: expect.any(String) });
    expect(runs.every(({ taken }) => Number(taken) > 0)).toBe(true);
    expect((await groupsOf('jobRuns', '{ field: JOB }', 'job count')).length).toBeGreaterThan(0);
    expect((await csv('{ jobRuns { nodes { job taken } } }')).text).toContain('job,taken\n');
  });

  it('are for operators only', async () => {
    for (const list of ['registrarList', 'priceList', 'outboxItems', 'jobRuns'])
      for (const auth of [alpha, portal, null]) {
        const { errors } = await ask(`{ ${list} { totalCount } }`, {}, auth);
        expect(errors?.[0]?.extensions, list).toMatchObject({ code: auth ? 'FORBIDDEN' : 'UNAUTHENTICATED' });
      }
  });
});

describe('lists that come whole', () => {
  const reported = async (query: string, auth = operator): Promise<Loose> => {
    const { data, errors } = await ask(query, {}, auth);
    expect(errors).toBeUndefined();
    return data;
  };

  it('are narrowed down as the others are: registrars, to operators and to one of them', async () => {
    const query =
      '{ registrars(where: { or: [{ code: { startsWith: "BE" } }, { name: { eq: "x" } }] }) { code } }';
    expect(await reported(query)).toEqual({ registrars: [{ code: 'BETA' }] });
    expect(await reported(query, alpha)).toEqual({ registrars: [] });
    expect(await reported('{ registrars(where: { code: { ne: "BETA" } }) { code } }', alpha)).toEqual({
      registrars: [{ code: 'ALPHA' }],
    });
  });

  it('prices: of those that hold today, and never one that another has followed', async () => {
    const { calendar } = world.container;
    const today = calendar.dateOf(world.clock.now());
    const set = { zone: 'ee', operation: 'CREATE', period: 'P2Y' };
    const [before] = (
      await reported('{ prices(where: { operation: { eq: CREATE }, months: { eq: 24 } }) { price } }')
    ).prices as unknown as { price: string }[];
    await mutate('priceSet', { ...set, price: '77.00', validFrom: today }, '');
    expect(
      await reported(
        '{ prices(zone: "ee", where: { price: { gte: "70.00" }, months: { eq: 24 } }) { price period } }',
      ),
    ).toEqual({
      prices: [{ price: '77.00', period: 'P2Y' }],
    });
    expect(
      await reported(
        `{ prices(where: { zone: { eq: "ee" }, operation: { eq: CREATE }, months: { eq: 24 }, price: { eq: "${before?.price}" } }) { price } }`,
      ),
    ).toEqual({ prices: [] });
  });

  it('jobs, by all that is told of them', async () => {
    expect(await reported('{ jobs(where: { name: { in: ["remind", "expire"] } }) { name } }')).toEqual({
      jobs: [{ name: 'expire' }, { name: 'remind' }],
    });
    const { jobs } = await reported('{ jobs { name nextDueAt lagSeconds lastStartedAt } }');
    const all = jobs as unknown as { name: string; nextDueAt: string | null; lagSeconds: number }[];
    const names = (chosen: typeof all) => chosen.map(({ name }) => ({ name }));
    expect(await reported('{ jobs(where: { nextDueAt: { lte: "PT0S" } }) { name } }')).toEqual({
      jobs: names(all.filter(({ lagSeconds }) => lagSeconds > 0)),
    });
    expect(await reported('{ jobs(where: { not: { nextDueAt: { isNull: false } } }) { name } }')).toEqual({
      jobs: names(all.filter(({ nextDueAt }) => nextDueAt === null)),
    });
    expect(await reported('{ jobs(where: { lastError: { isNull: false } }) { name } }')).toEqual({
      jobs: [],
    });
  });

  it('the outbox: items and numbers alike', async () => {
    const now = new Date();
    const item = { payload: JSON.stringify({}), attempts: 1, next_attempt_at: now, created_at: now };
    await world.container.database.db
      .insertInto('outbox')
      .values([
        { ...item, kind: 'mail', subject: 'chosen.ee' },
        { ...item, kind: 'mail', subject: 'chosen.ee', dead_at: now, last_error: 'no such mailbox' },
        { ...item, kind: 'accounting', subject: 'other.ee' },
      ])
      .execute();
    const fields = 'pendingCount deadLetterCount pending { subject } deadLetters { subject }';
    expect(await reported(`{ outbox(where: { subject: { eq: "chosen.ee" } }) { ${fields} } }`)).toEqual({
      outbox: {
        pendingCount: 1,
        deadLetterCount: 1,
        pending: [{ subject: 'chosen.ee' }],
        deadLetters: [{ subject: 'chosen.ee' }],
      },
    });
    expect(
      await reported(`{ outbox(where: { subject: { eq: "none.ee" } }) { ${fields} lagSeconds } }`),
    ).toEqual({
      outbox: { pendingCount: 0, deadLetterCount: 0, pending: [], deadLetters: [], lagSeconds: 0 },
    });
  });
});
