import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../support/contacts.ts';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** Shares, conditions on groups, and domains by their registrants. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  await manyDomains(world, { prefix: 'many', count: 6 });
  await manyDomains(world, { prefix: 'few', count: 2 });
  await newContact(world);
  const { db } = world.container.database;
  const [one, two] = await db.selectFrom('contacts').select(['id', 'registrar_id']).orderBy('id').execute();
  if (!one || !two) throw new Error('two registrants are needed');
  await db.updateTable('domains').set({ registrant_id: one.id }).where('name', 'not like', 'few-%').execute();
  await db.updateTable('domains').set({ registrant_id: two.id }).where('name', 'like', 'few-%').execute();
  await db.updateTable('contacts').set({ name: 'Many OÜ' }).where('id', '=', one.id).execute();
  await db.updateTable('contacts').set({ name: 'Few OÜ' }).where('id', '=', two.id).execute();
});

interface Group {
  readonly registrantName: string | null;
  readonly count: number;
  readonly share: number;
}
const groups = async (args = '', auth?: string): Promise<Group[]> => {
  const { data, errors } = await graph(
    world,
    `{ domains { groups(by: [{ field: REGISTRANT_NAME }] ${args}) { registrantName count share } } }`,
    { ...(auth !== undefined && { auth }) },
  );
  expect(errors).toBeUndefined();
  return data.domains?.groups as unknown as Group[];
};

describe('groups', () => {
  it('of domains are made by registrant and by their name', async () => {
    const found = await groups('orderBy: { field: COUNT, direction: DESC }');
    expect(found.map(({ registrantName }) => registrantName)).toEqual(['Many OÜ', 'Few OÜ']);
    const { data } = await graph(
      world,
      '{ domains { groups(by: [{ field: REGISTRANT }]) { registrant { code name } count } } }',
    );
    expect(data.domains?.groups).toEqual([
      { registrant: { code: expect.any(String), name: 'Few OÜ' }, count: 2 },
      { registrant: { code: expect.any(String), name: 'Many OÜ' }, count: found[0]?.count },
    ]);
  });

  it('have a share of the whole, whatever having and first leave out', async () => {
    const all = await groups();
    const total = all.reduce((sum, { count }) => sum + count, 0);
    for (const { count, share } of all) expect(share).toBe(Math.round((count / total) * 10_000) / 100);
    const few = await groups('first: 1');
    expect(few).toEqual(all.slice(0, 1));
    expect(await groups('having: { count: { gte: 5 } }')).toEqual(all.filter(({ count }) => count >= 5));
    expect(await groups('having: { count: { lt: 5 } }, first: 1')).toEqual(
      all.filter(({ count }) => count < 5),
    );
  });

  it('that having leaves out, all of them, are no groups, and were read nevertheless', async () => {
    const query = '{ domains { groups(by: [{ field: ZONE }], having: { count: { gte: 5000 } }) { count } } }';
    const statements = await countStatements(world.container.database, async () => {
      const { data } = await graph(world, query, { auth: operator });
      expect(data.domains?.groups).toEqual([]);
    });
    expect(statements.statements.filter((text) => text.includes('with made as')).length).toBe(1);
  });

  it('of money have a share of the sum', async () => {
    const { data } = await graph(
      world,
      '{ account { transactions { groups(by: [{ field: KIND }]) { kind sum sumShare } } } }',
      { auth: beta },
    );
    const found = data.account?.transactions?.groups as unknown as { sum: string; sumShare: number }[];
    const whole = found.reduce((sum, one) => sum + Number(one.sum), 0);
    for (const { sum, sumShare } of found) expect(sumShare).toBeCloseTo((Number(sum) / whole) * 100, 1);
  });
});
