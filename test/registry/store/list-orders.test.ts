import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { alpha, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** Whoever takes a whole list away asks for as many pages as it has: none of them may look at all rows. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

/** How the database would go about it if looking at all rows and sorting them were the last resort. */
async function planOf(statement: string): Promise<string> {
  const values = Array.from({ length: statement.match(/\$\d+/g)?.length ?? 0 }, () => 'null').join(', ');
  return world.container.database.transaction(async (tx) => {
    for (const setting of [
      'enable_seqscan = off',
      'enable_sort = off',
      'plan_cache_mode = force_generic_plan',
    ])
      await sql.raw(`set local ${setting}`).execute(tx);
    await sql.raw(`prepare page as ${statement}`).execute(tx);
    const { rows } = await sql
      .raw<Record<string, string>>(`explain (costs off) execute page${values && `(${values})`}`)
      .execute(tx);
    await sql`deallocate page`.execute(tx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
}

describe('a page of a list', () => {
  it.each([
    ['domains', '', alpha],
    ['domains', ', orderBy: { field: NAME, direction: DESC }', alpha],
    ['domains', ', orderBy: { field: CREATED_AT, direction: DESC }', alpha],
    ['domains', ', orderBy: { field: UPDATED_AT }', alpha],
    ['contacts', '', alpha],
    ['contacts', ', orderBy: { field: UPDATED_AT, direction: DESC }', alpha],
    ['contacts', ', orderBy: { field: CODE }', alpha],
    ['contacts', ', orderBy: { field: NAME }', alpha],
    ['notifications', '', alpha],
    ['notifications', ', where: { readAt: { isNull: true } }', alpha],
    ['account { transactions', '', alpha],
    ['domains', '', operator],
    ['domains', ', orderBy: { field: NAME, direction: DESC }', operator],
    ['domains', ', orderBy: { field: CREATED_AT, direction: DESC }', operator],
    ['domains', ', orderBy: { field: UPDATED_AT }', operator],
    ['contacts', '', operator],
    ['contacts', ', orderBy: { field: CODE }', operator],
    ['contacts', ', orderBy: { field: NAME, direction: DESC }', operator],
    ['domains', ', orderBy: { field: REGISTRANT_NAME }', operator],
    ['ledger', '', operator],
    ['invoices', '', operator],
    ['reservations', '', operator],
    ['reservations', '', portal],
  ])('comes out of an index: %s%s', async (list, args, auth) => {
    const document = `{ ${list}(first: 100${args}) { nodes { id } } ${list.includes('{') ? '}' : ''} }`;
    const { statements } = await countStatements(world.container.database, async () => {
      expect((await graph(world, document, { auth })).errors).toBeUndefined();
    });
    const pages = statements.filter((statement) => /\border by\b.*\blimit\b/s.test(statement));
    expect(pages).toHaveLength(1);
    const plan = await planOf(pages[0] ?? '');
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toMatch(/(?<!Incremental )Sort\b(?! Key)/);
    expect(plan).not.toContain('hashed SubPlan');
  });

  it('deep in a list has the same rows, and those that are skipped are not read', async () => {
    await manyDomains(world, { prefix: 'deep', count: 1020, apart: '1 hour' });
    await sql`vacuum domains`.execute(world.container.database.db);
    const page = async (limit: number, offset: number) => {
      const { body } = await world.request({ url: `/registry/v1/domains?limit=${limit}&offset=${offset}` });
      return body.data.domains as unknown as string[];
    };
    let names: string[] = [];
    const { statements } = await countStatements(world.container.database, async () => {
      names = await page(10, 1000);
    });
    const before = await page(200, 900);
    expect(names).toHaveLength(10);
    expect(names).toEqual(before.slice(100, 110));
    expect(await page(10, 2000)).toEqual([]);
    const skipping = statements.find((statement) => /\boffset\b/.test(statement)) ?? '';
    expect(await planOf(skipping)).toMatch(/Index Only Scan using domains_registrar\b/);
  });
});
