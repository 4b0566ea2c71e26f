import { beforeAll, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import { countStatements } from '../../../support/database.ts';
import { askOf, mutateOf } from '../../../support/operator.ts';
import { alpha, type Loose, operator, portal, type TestWorld, testWorld } from '../../../support/world.ts';

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

describe('registrars', () => {
  it('chooses, sorts, counts and adds up registrars, with what is on their accounts', async () => {
    expect(await nodesOf('registrars', 'code balance', 'where: { balance: { gte: "1000.00" } }')).toEqual([
      { code: 'ALPHA', balance: '1000.00' },
      { code: 'BETA', balance: '1000.00' },
    ]);
    expect(await nodesOf('registrars', 'code', 'where: { balance: { gt: "1000.00" } }')).toEqual([]);
    const sorted = await nodesOf('registrars', 'code', 'orderBy: { field: NAME, direction: DESC }');
    expect(sorted.map(({ code }) => String(code))).toEqual(['BETA', 'ALPHA']);
    await mutate('registrarSuspend', { code: 'BETA', reason: 'For a test' }, '');
    expect(
      await nodesOf('registrars', 'code suspensionReason', 'where: { suspendedAt: { isNull: false } }'),
    ).toEqual([{ code: 'BETA', suspensionReason: 'For a test' }]);
    const groups = await groupsOf('registrars', '{ field: SUSPENDED }', 'suspended count sum');
    expect(groups).toHaveLength(2);
    expect(groups).toContainEqual({ suspended: false, count: 1, sum: '1000.00' });
    await mutate('registrarReinstate', { code: 'BETA' }, '');
    const { text } = await csv('{ registrars { nodes { code balance } } }');
    expect(text).toContain('code,balance\nALPHA,1000.00\n');
  });

  it('asks for the balances of a page in one statement', async () => {
    const page = (first: number) => ask(`{ registrars(first: ${first}) { nodes { code balance } } }`);
    await page(1);
    const { count: one } = await countStatements(world.container.database, () => page(1));
    const { count: all } = await countStatements(world.container.database, () => page(100));
    expect(all).toBe(one);
  });

  it('shows a balance to nobody but operators', async () => {
    const { data } = await ask(
      `{ registrars(first: 5) { nodes { code } groups(by: { field: SUSPENDED }) { count sum max } }
        rich: registrars(where: { balance: { gt: "0.00" } }) { totalCount } }`,
      {},
      alpha,
    );
    expect(data).toEqual({
      registrars: {
        nodes: [{ code: 'ALPHA' }],
        groups: [{ count: 1, sum: '0.00', max: '0.00' }],
      },
      rich: { totalCount: 0 },
    });
    const { errors } = await ask('{ registrars(first: 5) { nodes { balance } } }', {}, alpha);
    expect(errors).toMatchObject([{ message: 'Cannot query field "balance" on type "Registrar".' }]);
  });
});

describe('prices', () => {
  it('has what was, what holds and what is to come', async () => {
    const { calendar } = world.container;
    const later = calendar.plusDays(calendar.dateOf(world.clock.now()), 20);
    const set = { zone: 'ee', operation: 'RENEW', period: 'P1Y', price: '33.00' };
    await mutate('priceSet', { ...set, validFrom: later }, '');
    const select = 'price validFrom validTo';
    const ofRenewal = 'zone: { eq: "ee" }, operation: { eq: RENEW }, months: { eq: 12 }';
    expect(await nodesOf('prices', select, `where: { ${ofRenewal}, validFrom: { gt: "PT0S" } }`)).toEqual([
      { price: '33.00', validFrom: later, validTo: null },
    ]);
    const all = await nodesOf('prices', select, `where: { ${ofRenewal} }`);
    expect(all).toHaveLength(2);
    expect(all[1]).toMatchObject({ validTo: calendar.plusDays(later, -1) });
    expect(await groupsOf('prices', '{ field: OPERATION }', 'operation count')).toHaveLength(2);
    expect((await csv('{ prices { nodes { zone operation period price validFrom } } }')).text).toContain(
      `ee,RENEW,P1Y,33.00,${later}`,
    );
    const cheap = await nodesOf('prices', 'price', 'orderBy: { field: PRICE }');
    const sums = cheap.map(({ price }) => Number(price));
    expect(sums).toEqual([...sums].sort((one, other) => one - other));
  });
});

describe('outbox and jobRuns', () => {
  it('list what was sent, and what jobs have done', async () => {
    await ask('mutation { accountTopUp(input: { amount: "100.00" }) { userErrors { message } } }', {}, alpha);
    const waiting = await nodesOf(
      'outbox',
      'kind state: doneAt subject',
      'where: { state: { eq: PENDING } }',
    );
    expect(waiting.length).toBeGreaterThan(0);
    await ask('mutation { clockAdvance(input: { by: "P20D" }) { now } }');
    await world.container.outbox.drain();
    const sent = await nodesOf('outbox', 'kind doneAt deadAt', 'where: { state: { eq: DONE } }');
    expect(sent.length).toBeGreaterThan(0);
    expect(sent[0]).toEqual({ kind: expect.any(String), doneAt: expect.any(String), deadAt: null });
    const byNext = await nodesOf('outbox', 'id', 'orderBy: { field: NEXT_ATTEMPT_AT }');
    expect(byNext).toHaveLength((await nodesOf('outbox', 'id')).length);
    expect(await groupsOf('outbox', '{ field: STATE }', 'state count')).toContainEqual({
      state: 'DONE',
      count: sent.length,
    });
    const wrong = await ask('{ outbox(first: 1, where: { state: { eq: "gone" } }) { nodes { id } } }');
    expect(wrong.errors?.[0]?.message).toContain('OutboxItemState');

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
    for (const list of ['outbox', 'jobRuns'])
      for (const auth of [alpha, portal, null]) {
        const { errors } = await ask(`{ ${list} { totalCount } }`, {}, auth);
        expect(errors?.[0]?.extensions, list).toMatchObject({
          code: 'GRAPHQL_VALIDATION_FAILED',
        });
      }
  });
});

describe('where', () => {
  const reported = async (query: string, auth = operator): Promise<Loose> => {
    const { data, errors } = await ask(query, {}, auth);
    expect(errors).toBeUndefined();
    return data;
  };

  it('chooses among the registrars that the caller sees', async () => {
    const query =
      '{ registrars(first: 5, where: { or: [{ code: { startsWith: "BE" } }, { name: { eq: "x" } }] }) { nodes { code } } }';
    expect(await reported(query)).toEqual({ registrars: { nodes: [{ code: 'BETA' }] } });
    expect(await reported(query, alpha)).toEqual({ registrars: { nodes: [] } });
    expect(
      await reported('{ registrars(first: 5, where: { code: { ne: "BETA" } }) { nodes { code } } }', alpha),
    ).toEqual({ registrars: { nodes: [{ code: 'ALPHA' }] } });
  });

  it('chooses the prices of today, which are all that registrars see, and never one that another has followed', async () => {
    const { calendar } = world.container;
    const today = calendar.dateOf(world.clock.now());
    const chosen = 'zone: { eq: "ee" }, operation: { eq: CREATE }, months: { eq: 24 }';
    const prices = async (where: string, auth = operator): Promise<unknown> =>
      (await reported(`{ prices(first: 5, where: { ${where} }) { nodes { price period } } }`, auth)).prices
        .nodes;
    const set = { zone: 'ee', operation: 'CREATE', period: 'P2Y' };
    const later = calendar.plusDays(today, 3);
    const before = { price: '20.00', period: 'P2Y' };
    const now = { price: '77.00', period: 'P2Y' };
    const next = { price: '78.00', period: 'P2Y' };
    expect(await prices(chosen)).toEqual([before]);
    await mutate('priceSet', { ...set, price: '77.00', validFrom: today }, '');
    await mutate('priceSet', { ...set, price: '78.00', validFrom: later }, '');
    expect(await prices(chosen)).toEqual([next, now, before]);
    expect(await prices(`${chosen}, current: { eq: true }`)).toEqual([now]);
    expect(await prices(`${chosen}, current: { eq: false }`)).toEqual([next, before]);
    for (const where of [chosen, `${chosen}, current: { eq: true }`])
      expect(await prices(where, alpha)).toEqual([now]);
    expect(await prices(`${chosen}, price: { ne: "77.00" }`, alpha)).toEqual([]);
    // A row that overlaps, as an import may leave it: the last to begin is valid.
    const { database } = world.container;
    await database.db
      .updateTable('prices')
      .set({ valid_to: null })
      .where('price', '=', money('20.00'))
      .where('months', '=', 24)
      .execute();
    expect(await prices(chosen, alpha)).toEqual([now]);
    expect((await reported('{ prices { totalCount } }', alpha)).prices).toEqual({ totalCount: 156 });
  });

  it('chooses jobs by each of their fields', async () => {
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

  it('chooses outbox items, and with them their count and lag', async () => {
    const now = world.clock.now();
    const hourAgo = new Date(now.getTime() - 3_600_000);
    const item = { payload: JSON.stringify({}), attempts: 1, next_attempt_at: now, created_at: hourAgo };
    await world.container.database.db
      .insertInto('outbox')
      .values([
        { ...item, kind: 'mail', subject: 'chosen.ee' },
        { ...item, kind: 'mail', subject: 'chosen.ee', dead_at: now, last_error: 'no such mailbox' },
        { ...item, kind: 'accounting', subject: 'other.ee' },
      ])
      .execute();
    const outbox = async (where: string) =>
      (
        await reported(
          `{ outbox(first: 5, where: { ${where} }) { totalCount lagSeconds nodes { subject lastError } } }`,
        )
      ).outbox;
    const { lagSeconds, ...pending } = await outbox('subject: { eq: "chosen.ee" }, state: { eq: PENDING }');
    expect(pending).toEqual({ totalCount: 1, nodes: [{ subject: 'chosen.ee', lastError: null }] });
    expect(Number(lagSeconds)).toBeGreaterThanOrEqual(3600);
    expect(await outbox('subject: { eq: "chosen.ee" }, state: { eq: DEAD }')).toEqual({
      totalCount: 1,
      lagSeconds: 0,
      nodes: [{ subject: 'chosen.ee', lastError: 'no such mailbox' }],
    });
    expect(await outbox('subject: { eq: "none.ee" }')).toEqual({ totalCount: 0, lagSeconds: 0, nodes: [] });
  });
});
