import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { takeTicket } from '#src/extensions/facade/store/mirror-order.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { clockAt, domainNow } from '../../support/time.ts';
import { beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** What happened to domains, as a mirror of the registry sees it. */

let world: TestWorld;
const token = 'the-operator-of-the-facade';
const asOperator = async (query: string): Promise<Loose> => {
  const { body } = await facade.request({
    method: 'POST',
    url: '/graphql',
    payload: { query },
    auth: `Bearer ${token}`,
  });
  expect(body.errors).toBeUndefined();
  return body.data as Loose;
};
let facade: TestFacade;
let people: string;
beforeAll(async () => {
  world = await testWorld();
  people = await seed(world).contact();
  await seed(world).domain('met.ee');
  await seed(world).domain('gone.ee');
  const { transferCode } = await seed(world, beta).domain('comes.ee');
  const leaving = await seed(world).domain('leaves.ee');
  facade = await testFacade(await world.listen(), { UPSTREAM_FRESH_FOR: 'PT0S', OPERATOR_TOKENS: token });
  await facade.upstream.mirror.pass();
  await world.request({ method: 'PUT', url: '/registry/v1/domains/met.ee/statuses/clientHold' });
  await world.container.database.db.deleteFrom('domains').where('name', '=', 'gone.ee').execute();
  await seed(world).domain('new.ee');
  const { body } = await world.request({
    method: 'POST',
    url: '/registry/v1/domains/transfer',
    payload: { data: { domain_transfers: [{ domain_name: 'comes.ee', transfer_code: transferCode }] } },
  });
  expect(body).toMatchObject({ code: 1000 });
  const left = await world.request({
    method: 'POST',
    url: '/registry/v1/domains/leaves.ee/transfer',
    payload: { transfer: { transfer_code: leaving.transferCode } },
    auth: beta,
  });
  expect(left.body).toMatchObject({ code: 1000 });
  await facade.upstream.mirror.pass();
});

describe('in front of a registry', () => {
  it('a change that a later pass finds is an event, and the first pass makes none', async () => {
    const { domainEvents } = await facade.ask(
      '{ domainEvents(first: 50) { nodes { name kind direction operation } } }',
    );
    const byName = [...(domainEvents.nodes as unknown as { name: string }[])].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    expect(byName).toEqual([
      { name: 'comes.ee', kind: 'TRANSFERRED', direction: 'IN', operation: 'registry' },
      { name: 'gone.ee', kind: 'DELETED', direction: null, operation: 'registry' },
      { name: 'leaves.ee', kind: 'TRANSFERRED', direction: 'OUT', operation: 'registry' },
      { name: 'met.ee', kind: 'UPDATED', direction: null, operation: 'registry' },
      { name: 'new.ee', kind: 'REGISTERED', direction: null, operation: 'registry' },
    ]);
  });

  it('statistics count what is known, from where history begins', async () => {
    const { mirror, domainStatistics } = await facade.ask(
      `{ mirror { historySince }
         domainStatistics(from: "2020-01-01", to: "2999-01-01", per: YEAR) {
           period registered transferredIn transferredOut deleted atEnd } }`,
    );
    const since = String(mirror.historySince).slice(0, 4);
    for (const row of domainStatistics as unknown as { period: string }[])
      expect(row).toMatchObject(
        String(row.period).startsWith(since)
          ? { registered: 1, transferredIn: 1, transferredOut: 1, deleted: 1, atEnd: 3 }
          : { registered: 0, transferredIn: 0, transferredOut: 0, deleted: 0, atEnd: 0 },
      );
    expect(domainStatistics.length).toBeGreaterThan(1);
  });

  it('statistics of an operator are those of the only known registrar, and add up', async () => {
    const numbers = 'period registered transferredIn transferredOut deleted atEnd';
    const asked = `{ domainStatistics(from: "2020-01-01", to: "2999-01-01", per: YEAR) { ${numbers} } }`;
    expect(await asOperator(asked)).toEqual(await facade.ask(asked));
  });

  it.each([
    [
      'a registration at the registry',
      'paid-there.ee',
      async (name: string) => void (await seed(world).domain(name)),
    ],
    [
      'a registration through this server',
      'paid-here.ee',
      async (name: string) => {
        const query = `mutation { domainRegister(input: { name: "${name}", registrant: "${people}", period: "P1Y" }) {
          userErrors { message } } }`;
        const { body } = await facade.request({ method: 'POST', url: '/graphql', payload: { query } });
        expect(body.data).toEqual({ domainRegister: { userErrors: [] } });
      },
    ],
  ])('what %s cost is known when the movement of the money is read', async (_, name, register) => {
    await register(name);
    await facade.upstream.mirror.pass();
    const asked = `{ domainEvents(first: 9, where: { name: { eq: "${name}" } }) { nodes { kind price } } }`;
    expect((await facade.ask(asked)).domainEvents.nodes).toEqual([{ kind: 'REGISTERED', price: '10.00' }]);
  });

  it('two renewals that a pass sees as one are one event with the price of both', async () => {
    const { db } = world.container.database;
    // Nobody can renew for a second year at once: the clock is put back, as it were.
    const moveExpiry = (by: string) =>
      sql`update domains set expires_at = expires_at + ${by}::interval where name = 'twice.ee'`.execute(db);
    await seed(world).domain('twice.ee');
    await moveExpiry('-340 days');
    await facade.upstream.mirror.pass();
    for (const time of [1, 2]) {
      const { expires_at } = (await domainNow(world, 'twice.ee')) ?? {};
      const expiresOn = world.container.calendar.dateOf(expires_at ?? new Date(0));
      const { body } = await world.request({
        method: 'POST',
        url: '/registry/v1/domains/twice.ee/renew',
        payload: { renews: { period: 1, period_unit: 'y', exp_date: expiresOn } },
      });
      expect(body, String(time)).toMatchObject({ code: 1000 });
      await moveExpiry('-1 year');
    }
    await moveExpiry('2 years');
    await facade.upstream.mirror.pass();
    const asked =
      '{ domainEvents(first: 1, where: { name: { eq: "twice.ee" } }) { nodes { kind months price } } }';
    const { rows } = await sql<{ price: string }>`
      select -sum(sum) as price from ledger where description = 'Renew twice.ee' having count(*) = 2`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
    expect((await facade.ask(asked)).domainEvents.nodes).toEqual([
      { kind: 'RENEWED', months: 24, ...rows[0] },
    ]);
  });

  it('a write through this server names its event, whatever the time is there', async () => {
    // As if the registry were a day behind.
    await sql`update mirror set synced_at = synced_at + interval '1 day'`.execute(
      facade.container.database.db,
    );
    const { data } = (
      await facade.request({
        method: 'POST',
        url: '/graphql',
        payload: {
          query: `mutation { domainRegister(input: { name: "made-here.ee", registrant: "${people}", period: "P1Y" }) {
            userErrors { message } } }`,
        },
      })
    ).body as Loose;
    expect(data.domainRegister).toEqual({ userErrors: [] });
    const { domainEvents } = await facade.ask(
      '{ domainEvents(first: 9, where: { name: { eq: "made-here.ee" } }) { nodes { kind operation actor months } } }',
    );
    expect(domainEvents.nodes).toEqual([
      { kind: 'REGISTERED', operation: 'domain.register', actor: 'alpha', months: 12 },
    ]);
  });

  it('a domain that has left is forgotten without an event, and is one domain when it comes back', async () => {
    const { mirror } = facade.upstream;
    const { db } = facade.container.database;
    await mirror.keep({ asked: await takeTicket(db), othersSince: new Date('2999-01-01') });
    expect(
      (await asOperator('{ domains(where: { name: { eq: "leaves.ee" } }) { totalCount } }')).domains,
    ).toEqual({
      totalCount: 0,
    });
    const now =
      '{ domains(first: 9, asOf: "PT0S", where: { name: { eq: "leaves.ee" } }) { totalCount nodes { registrar { code } } } }';
    expect((await asOperator(now)).domains).toEqual({ totalCount: 0, nodes: [] });
    const code = (await domainNow(world, 'leaves.ee'))?.transfer_code;
    const { body } = await world.request({
      method: 'POST',
      url: '/registry/v1/domains/leaves.ee/transfer',
      payload: { transfer: { transfer_code: code } },
    });
    expect(body).toMatchObject({ code: 1000 });
    await mirror.pass();
    expect((await asOperator(now)).domains).toEqual({
      totalCount: 1,
      nodes: [{ registrar: { code: 'ALPHA' } }],
    });
    const { domainEvents } = await facade.ask(
      '{ domainEvents(first: 9, orderBy: { field: AT }, where: { name: { eq: "leaves.ee" } }) { nodes { kind direction } } }',
    );
    expect(domainEvents.nodes).toEqual([
      { kind: 'TRANSFERRED', direction: 'OUT' },
      { kind: 'TRANSFERRED', direction: 'IN' },
    ]);
  });

  it('a domain that did not change is no event, in whatever order its notes arrive', async () => {
    await seed(world).domain('noted.ee');
    const notes = { serverUpdateProhibited: 'Locked', serverDeleteProhibited: 'Locked' };
    await world.container.database.db
      .updateTable('domains')
      .set({ statuses: Object.keys(notes), status_notes: JSON.stringify(notes) })
      .where('name', '=', 'noted.ee')
      .execute();
    await facade.upstream.mirror.pass();
    await facade.upstream.mirror.pass();
    const { domainEvents } = await facade.ask(
      '{ domainEvents(first: 9, where: { name: { eq: "noted.ee" } }) { nodes { kind } } }',
    );
    expect(domainEvents.nodes).toEqual([{ kind: 'REGISTERED' }]);
  });

  it('a deleted object of others is no event', async () => {
    await seed(world, beta).domain('theirs.ee');
    await facade.ask('{ domain(name: "theirs.ee") { name } }');
    await world.container.database.db.deleteFrom('domains').where('name', '=', 'theirs.ee').execute();
    expect((await facade.ask('{ domain(name: "theirs.ee") { name } }')).domain).toBeNull();
    const { domainEvents } = await asOperator(
      '{ domainEvents(where: { name: { eq: "theirs.ee" } }) { totalCount } }',
    );
    expect(domainEvents).toEqual({ totalCount: 0 });
  });
});

describe('in front of a registry whose clock is years ahead', () => {
  it('the list of a moment has what was known then', async () => {
    const later = await testWorld({}, { clock: clockAt('2036-01-01T00:00:00Z') });
    await seed(later).domain('later.ee');
    const before = await testFacade(await later.listen());
    await before.upstream.mirror.pass();
    const lists = (asOf: string) =>
      before.ask(
        `{ domains(first: 50, orderBy: { field: NAME }${asOf}) { nodes { name } } contacts(where: {}${asOf}) { totalCount } }`,
      );
    const then = await lists(', asOf: "PT0S"');
    expect(then.domains.nodes).toContainEqual({ name: 'later.ee' });
    expect(then).toEqual(await lists(''));
  });
});
