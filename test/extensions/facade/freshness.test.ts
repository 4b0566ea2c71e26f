import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Between, between, holdBack } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { letPass } from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
let line: Between;
beforeAll(async () => {
  world = await testWorld();
  const tech = await seed(world).contact({ id: 'tech', ident: people.mari });
  const [registrant] = await Promise.all([seed(world).contact()]);
  for (let index = 0; index < 50; index += 1)
    await seed(world).domain(`d-${index}.ee`, { registrant, nameservers: twoNameservers, techs: [tech] });
  line = await between(world);
  facade = await testFacade(line.url);
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.seen.length = 0;
});

const isOld = (...keys: string[]): Promise<unknown> =>
  facade.container.database.db
    .updateTable('mirror_objects')
    .set({ read_at: new Date('2020-01-01') })
    .where('key', 'in', keys)
    .execute();

describe('the registry is asked nothing', () => {
  it('for an object that was read within UPSTREAM_FRESH_FOR, by any way to it', async () => {
    const { domains } = await facade.ask(
      '{ domains(first: 1, where: { name: { eq: "d-1.ee" } }) { nodes { id } } }',
    );
    await facade.ask(`{ domain(name: "d-1.ee") { name } contact(code: "ALPHA:TECH") { name } account { balance }
      latestNotification { text } node(id: "${domains.nodes[0].id}") { id } }`);
    for (const url of [
      '/domains/d-1.ee',
      '/domains/d-1.ee/nameservers',
      '/contacts/ALPHA:TECH',
      '/accounts/balance',
    ])
      expect((await facade.request({ url: `/registry/v1${url}` })).status).toBe(200);
    expect(line.seen).toEqual([]);
  });

  it('for a page of 50 with people and servers, over either API', async () => {
    const { domains } = await facade.ask(
      `{ domains(first: 50) { nodes { name registrar { name } registrant { name email } adminContacts { code }
          techContacts { name } nameservers { hostname ipv4 } dnssecKeys { publicKey } history(first: 1) { nodes { at } } } } }`,
    );
    expect(domains.nodes).toHaveLength(50);
    const { body } = await facade.request({ url: '/registry/v1/domains?limit=50&details=true' });
    expect(body.data.domains).toHaveLength(50);
    expect(line.seen).toEqual([]);
  });
});

describe('an old object', () => {
  it.each(['ALPHA:\0', 'ALPHA:\ud800'])('is read again beside a code that nothing has: %j', async (code) => {
    await isOld('ALPHA:TECH');
    const { body } = await facade.request({
      method: 'POST',
      url: '/graphql',
      payload: {
        query:
          'query ($code: String!) { good: contact(code: "ALPHA:TECH") { code } bad: contact(code: $code) { code } }',
        variables: { code },
      },
    });
    expect(body.data).toEqual({ good: { code: 'ALPHA:TECH' }, bad: null });
    expect(line.seen).toEqual(['GET /registry/v1/contacts/ALPHA%3ATECH']);
  });

  it('is asked for once by all that come at the same moment, and by one who comes while that is under way', async () => {
    await isOld('d-2.ee');
    let late: Promise<unknown> | undefined;
    const ask = () => facade.ask('{ domain(name: "d-2.ee") { name } }');
    line.fault = async (_, __, pass) => {
      late ??= ask();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return pass();
    };
    await Promise.all([ask(), ask(), ask(), facade.request({ url: '/registry/v1/domains/d-2.ee' })]);
    await late;
    line.fault = undefined;
    expect(line.seen).toEqual(['GET /registry/v1/domains/d-2.ee']);
  });

  it('is requested again for a caller for whom the answer on its way may be too old', async () => {
    await isOld('d-7.ee');
    const ask = () => facade.ask('{ domain(name: "d-7.ee") { name } }');
    const held = holdBack((asked) => asked.endsWith('/domains/d-7.ee'));
    line.fault = held.fault;
    const first = ask();
    await expect.poll(held.waiting).toBe(1);
    // The default of UPSTREAM_FRESH_FOR is a minute.
    const { back } = letPass(61_000);
    const second = ask();
    await expect.poll(held.waiting).toBe(2);
    back();
    held.release();
    line.fault = undefined;
    const shown = { domain: { name: 'd-7.ee' } };
    expect(await Promise.all([first, second])).toEqual([shown, shown]);
  });

  it('is not asked for once more where another process has read it since it was asked for', async () => {
    const one = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' }, { beside: facade });
    const other = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' }, { beside: facade });
    line.seen.length = 0;
    const query = '{ domain(name: "d-8.ee") { name } }';
    const held = holdBack((asked) => asked.endsWith('/domains/d-8.ee'), 1);
    line.fault = held.fault;
    const late = one.ask(query);
    await expect.poll(held.waiting).toBe(1);
    await other.ask(query);
    held.release();
    await late;
    line.fault = undefined;
    expect(line.seen.filter((asked) => asked.endsWith('/domains/d-8.ee'))).toHaveLength(2);
  });

  it('is read again alone: others of the page cost nothing', async () => {
    await isOld('d-3.ee');
    const { domains } = await facade.ask(
      '{ domains(first: 10, where: { name: { in: ["d-3.ee", "d-4.ee", "d-5.ee"] } }) { nodes { id } } }',
    );
    const ids = (domains.nodes as unknown as { id: string }[]).map(({ id }) => id);
    const { nodes } = await facade.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Domain { name } } }',
      { ids },
    );
    expect(nodes).toHaveLength(3);
    expect(line.seen).toEqual(['GET /registry/v1/domains/d-3.ee']);
  });

  it('is gone once the registry says so, also for callers with its id', async () => {
    const { domains } = await facade.ask(
      '{ domains(first: 1, where: { name: { eq: "d-6.ee" } }) { nodes { id } } }',
    );
    await world.container.database.db.deleteFrom('domains').where('name', '=', 'd-6.ee').execute();
    await isOld('d-6.ee');
    expect(await facade.ask(`{ node(id: "${domains.nodes[0].id}") { id } }`)).toEqual({ node: null });
  });
});
