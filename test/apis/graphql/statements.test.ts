import { beforeAll, describe, expect, it } from 'vitest';
import { linkDomain, person } from '../../support/contacts.ts';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { type Answer, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  const { db } = world.container.database;
  const alpha = await db
    .selectFrom('registrars')
    .select('id')
    .where('code', '=', 'ALPHA')
    .executeTakeFirstOrThrow();
  const now = world.clock.now();
  const rows = Array.from({ length: 100 }, (_, index) => ({
    code: `ALPHA:${String(index).padStart(3, '0')}`,
    registrar_id: alpha.id,
    name: person.name,
    email: person.email,
    phone: person.phone,
    ident: person.ident.ident,
    ident_type: 'priv' as const,
    ident_country_code: 'EE',
    auth_info: 'x',
    original_id: null,
    unlinked_at: null,
    created_at: now,
    updated_at: now,
  }));
  await db.insertInto('contacts').values(rows).execute();
  for (const index of [97, 98, 99])
    await linkDomain(world, { name: `n${index}.ee`, registrant: `ALPHA:0${index}`, tech: ['ALPHA:000'] });
});

/** How many statements a request takes, once the caller is known and nothing is asked for the first time. */
async function statementsOf(ask: () => Promise<Answer>, size: number): Promise<number> {
  await ask();
  const { count } = await countStatements(world.container.database, async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.text.match(/"code":"ALPHA:\d\d\d"/g) ?? answer.text.match(/"ALPHA:\d\d\d"/g)).toHaveLength(
      size,
    );
  });
  return count;
}

const sizes = [1, 10, 100];
const each = async (ask: (size: number) => Promise<Answer>): Promise<number[]> => {
  const counts = [];
  for (const size of sizes) counts.push(await statementsOf(() => ask(size), size));
  return counts;
};

describe('a page of 1, 10 or 100 contacts costs the same number of SQL statements', () => {
  it('as codes over REST: the page and the count', async () => {
    expect(await each((limit) => world.request({ url: `/registry/v1/contacts?limit=${limit}` }))).toEqual([
      2, 2, 2,
    ]);
  });

  it('as full objects with registrar and domains over REST', async () => {
    const url = (limit: number) => `/registry/v1/contacts?details=true&domains=true&limit=${limit}`;
    expect(await each((limit) => world.request({ url: url(limit) }))).toEqual([4, 4, 4]);
  });

  it('as full objects without their domains over REST', async () => {
    const url = (limit: number) => `/registry/v1/contacts?details=true&limit=${limit}`;
    expect(await each((limit) => world.request({ url: url(limit) }))).toEqual([2, 2, 2]);
  });

  it('with their registrars, statuses, domain counts and the total in the graph', async () => {
    const document = /* GraphQL */ `
      query ($first: Int!) {
        contacts(first: $first) {
          totalCount
          nodes { code name statuses { name } domainsCount registrar { name website email } }
        }
      }
    `;
    expect(await each((first) => graph(world, document, { variables: { first } }))).toEqual([4, 4, 4]);
  });

  it('and does not count what nobody asked for', async () => {
    const document = 'query ($first: Int!) { contacts(first: $first) { nodes { code } } }';
    expect(await each((first) => graph(world, document, { variables: { first } }))).toEqual([1, 1, 1]);
  });
});

describe('one contact', () => {
  it('costs three statements over REST: itself, its domains, their number', async () => {
    expect(await statementsOf(() => world.request({ url: '/registry/v1/contacts/ALPHA:000' }), 1)).toBe(3);
    expect(
      await statementsOf(() => world.request({ url: '/registry/v1/contacts/ALPHA:000?simple=true' }), 1),
    ).toBe(1);
  });
});
