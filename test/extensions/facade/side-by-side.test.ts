import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMovements, readMirror } from '#src/extensions/facade/store/mirror.ts';
import { type Between, between, holdBack } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
let line: Between;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  line = await between(world);
  facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT1H' });
});
beforeEach(() => {
  line.fault = undefined;
});

describe('two changes at the same time', () => {
  /** The first one looks, the second one is sent and looks, and the first one is answered before the second. */
  async function overlapping(
    mutations: readonly [string, string],
    question: RegExp,
  ): Promise<[Loose, Loose]> {
    await facade.upstream.mirror.pass();
    const send = async (query: string): Promise<Loose> =>
      (await facade.request({ method: 'POST', url: '/graphql', payload: { query } })).body;
    const [one, other] = [1, 2].map(() => holdBack((asked) => question.test(asked), 1));
    if (!one || !other) throw new Error('two are held');
    line.fault = one.fault;
    const first = send(mutations[0]);
    await expect.poll(one.waiting).toBe(1);
    line.fault = other.fault;
    const second = send(mutations[1]);
    await expect.poll(other.waiting).toBe(1);
    one.release();
    const answer = await first;
    other.release();
    return [answer, await second];
  }

  it('of one domain: the answer that shows it as it was before says so', async () => {
    const { name } = await seed(world).domain('both.ee', { transferCode: 'before' });
    const update = (code: string) =>
      `mutation { domainUpdate(input: { name: "${name}", transferCode: "${code}" }) { domain { transferCode } } }`;
    const [first, second] = await overlapping([update('one'), update('two')], /GET .*\/domains\/both\.ee$/);
    expect(first).toMatchObject({ extensions: { stale: [`domain ${name}`] } });
    expect(second).toMatchObject({ data: { domainUpdate: { domain: { transferCode: 'two' } } } });
    expect(second.extensions?.stale).toBeUndefined();
  });

  it('of one account: each shows its price, and the first says that the balance is stale', async () => {
    const register = (name: string) => `mutation { domainRegister(input: { name: "${name}", period: "P1Y",
      registrant: "ALPHA:HOLDER" }) { price domain { name } userErrors { code } } }`;
    const [first, second] = await overlapping(
      [register('paid-1.ee'), register('paid-2.ee')],
      /GET .*\/accounts\/balance/,
    );
    const priced = (name: string) => ({
      domainRegister: { price: expect.stringMatching(/^\d+\.\d\d$/), domain: { name }, userErrors: [] },
    });
    expect(first).toMatchObject({ data: priced('paid-1.ee'), extensions: { stale: ['account'] } });
    expect(second).toMatchObject({ data: priced('paid-2.ee') });
    expect(second.extensions?.stale).toBeUndefined();
  });
});

it('a movement that two answers report at the same time is written once', async () => {
  const { database } = facade.container;
  const registrar_id = (await readMirror(database.db))?.registrar_id ?? 0;
  const movement = {
    registrar_id,
    activity: 'add_credit',
    description: 'told twice',
    sum: '5.00',
    balance: '5.00',
    domain: null,
    created_at: new Date('2026-01-01T00:00:00Z'),
  } as const;
  const tell = (until?: Promise<unknown>) =>
    database.transaction(async (db) => {
      await addMovements(db, [movement as never]);
      await until;
    });
  const first = tell(sleep(500));
  await sleep(100);
  await Promise.all([first, tell()]);
  const written = database.db.selectFrom('ledger').select('id').where('description', '=', 'told twice');
  expect(await written.execute()).toHaveLength(1);
});
