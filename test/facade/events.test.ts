import { beforeAll, describe, expect, it } from 'vitest';
import { type TestFacade, testFacade } from '../support/facade.ts';
import { seed } from '../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../support/world.ts';

/** What happened to domains, as a mirror of the registry sees it. */

let world: TestWorld;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).domain('met.ee');
  await seed(world).domain('gone.ee');
  const { transferCode } = await seed(world, beta).domain('comes.ee');
  facade = await testFacade(await world.listen(), { UPSTREAM_FRESH_FOR: 'PT0S' });
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
  await facade.upstream.mirror.pass();
});

describe('in front of a registry', () => {
  it('what a later pass finds changed is an event, and what the first one met is none', async () => {
    const { domainEvents } = await facade.ask(
      '{ domainEvents(first: 50) { nodes { name kind direction operation } } }',
    );
    const byName = [...(domainEvents.nodes as unknown as { name: string }[])].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    expect(byName).toEqual([
      { name: 'comes.ee', kind: 'TRANSFERRED', direction: 'IN', operation: 'registry' },
      { name: 'gone.ee', kind: 'DELETED', direction: null, operation: 'registry' },
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
          ? { registered: 1, transferredIn: 1, transferredOut: 0, deleted: 1, atEnd: 3 }
          : { registered: 0, transferredIn: 0, transferredOut: 0, deleted: 0, atEnd: 0 },
      );
    expect(domainStatistics.length).toBeGreaterThan(1);
  });
});
