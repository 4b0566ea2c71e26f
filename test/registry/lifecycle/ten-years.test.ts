import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../support/database.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { advance, clockAt, type Happened } from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-01-10T12:00:00+02:00') });
});

const count = 1000;

describe('ten years over a thousand domains', () => {
  // The time it takes depends on the machine, the number of statements does not: ten or so for the bills of each month,
  // and a few hundred for all the domains, not a few thousand.
  it('pass in so many statements for each month, and leave each domain its whole story', async () => {
    await manyDomains(world, { prefix: 'many', count: count - 1, apart: '3 days' });
    let events: Happened[] = [];
    const { count: statements } = await countStatements(world.container.database, async () => {
      events = await advance(world, { by: 'P10Y' });
    });
    expect(statements).toBeLessThan(1500);
    const kinds: Record<string, number> = {};
    for (const { kind } of events) kinds[kind] = (kinds[kind] ?? 0) + 1;
    expect(kinds).toEqual({
      DOMAIN_EXPIRED: count,
      DOMAIN_EXPIRY_REMINDED: count,
      DOMAIN_OUTZONED: count,
      DOMAIN_DELETE_CANDIDATE: count,
      DOMAIN_DELETED: count,
      CONTACT_ARCHIVED: 1,
    });
    const moments = events.map(({ at }) => Date.parse(at));
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  });

  it('leave every history in its order', async () => {
    const { rows } = await sql<{ wrong: number }>`
      select count(*) as wrong from (
        select at < lag(at) over (partition by object_id order by id) as backwards from history
        where object_type = 'domain') steps where backwards`.execute(world.container.database.db);
    expect(rows[0]?.wrong).toBe(0);
  });
});
