import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshBudgets, spentPoints } from '../../support/budgets.ts';
import { graph } from '../../support/graph.ts';
import { clockAt } from '../../support/time.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** A tenth of a user's points for all who come from one address without a name. */
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld(
    { RATE_LIMIT_POINTS: '200', RATE_LIMIT_WINDOW: '60' },
    { clock: clockAt('2026-05-10T10:00:00Z') },
  );
});
beforeEach(async () => {
  await freshBudgets(world);
});

const budgets = () => spentPoints(world);

/** How many of fifty are answered. */
const answered = async (document: (time: number) => string, auth: string | null = null) => {
  let count = 0;
  for (let time = 0; time < 50; time += 1) {
    const { status, errors, headers } = await graph(world, document(time), { auth });
    if (status !== 429) count += 1;
    else {
      const { code, retryAfterSeconds } = errors?.[0]?.extensions ?? {};
      expect([code, headers['retry-after'], retryAfterSeconds]).toEqual(['THROTTLED', '60', 60]);
    }
  }
  return count;
};

describe('a caller without credentials', () => {
  it.each([
    ['reads', '{ errorCatalogue { code } }'],
    [
      'decides',
      'mutation { registrantDecide(input: { token: "x", decision: APPROVE }) { userErrors { code } } }',
    ],
    ['signs in', 'mutation { signIn(input: { username: "nobody", password: "x" }) { userErrors { code } } }'],
    [
      'tells of a payment',
      'mutation { paymentNotificationReceive(input: { paymentReference: "" }) { userErrors { code } } }',
    ],
  ])('pays by address: who %s', async (_, document) => {
    expect(await answered(() => document)).toBeLessThanOrEqual(20);
    expect(await budgets()).toContainEqual({ caller: 'address:127.0.0.1', used: expect.any(Number) });
  });

  it('reads the schema no cheaper behind a mutation', async () => {
    const document = `mutation { registrantDecide(input: { token: "x", decision: APPROVE }) {
      query { __schema { types { name } } } } }`;
    expect(await answered(() => document)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['cannot be parsed', (time: number) => `{ viewer { name${time} `],
    ['asks for what is not there', (time: number) => `{ viewer { nam${time} } }`],
    [
      'is wrong in many places',
      (time: number) =>
        `query (${Array.from({ length: 390 }, (_, at) => `$v${at}: Domainz${time}x${at}`).join(' ')}) { viewer { kind } }`,
    ],
  ])('pays for having a document read that %s', async (_, document) => {
    expect(await answered(document)).toBe(20);
  });

  it('pays once for having a document read', async () => {
    const used = async () => {
      await freshBudgets(world);
      expect((await graph(world, '{ errorCatalogue { once: code } }', { auth: null })).status).toBe(200);
      return (await budgets())[0]?.used;
    };
    expect([await used(), await used()]).toEqual([2, 1]);
  });

  it('takes nothing from callers that have some', async () => {
    expect(await answered(() => '{ errorCatalogue { code } }')).toBeLessThan(50);
    for (const auth of [alpha, operator])
      expect(await answered((time) => `{ viewer { kind nam${time} } }`, auth)).toBe(50);
    expect(await answered(() => '{ viewer { kind } }', alpha)).toBe(50);
  });
});

describe('the mistakes of a document', () => {
  const document =
    'query ($code: Strin) { errorCatalogue { messag } retainedNames(frist: 1) { totalCount } }';
  const messages = async (auth: string | null) =>
    (await graph(world, document, { auth })).errors?.map(({ message }) => String(message)).sort();
  const plain = [
    'Cannot query field "messag" on type "ErrorDescription".',
    'Unknown argument "frist" on field "Query.retainedNames".',
    'Unknown type "Strin".',
  ];

  it('in what is public are the same for everybody, with hints for signed-in callers, in any order of asking', async () => {
    const nobody = await messages(null);
    const somebody = await messages(alpha);
    const again = await messages(null);
    expect(nobody?.join()).not.toContain('Did you mean');
    expect(again).toEqual(nobody);
    expect(somebody?.filter((message) => message.includes('Did you mean')).length).toBe(3);
    expect(somebody?.map((message) => message.replace(/ Did you mean .*\?$/, ''))).toEqual(nobody);
    for (const one of plain) expect(nobody).toContain(one);
  });
});
