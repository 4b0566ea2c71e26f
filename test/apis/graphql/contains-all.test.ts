import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshBudgets } from '../../support/budgets.ts';
import { countStatements } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** `contains` of values that stand in other rows: each of them must be there, and be the viewer's to see. */

let world: TestWorld;
let name: string;
let [own, other, stranger] = ['', '', ''];

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  own = await seed(world).contact({ ident: people.jaan });
  other = await seed(world).contact({ ident: people.mari });
  stranger = await seed(world, beta).contact({ ident: people.peeter });
  name = await newDomain(world, {
    registrant: own,
    admins: [other],
    techs: [own, stranger],
    nameservers: twoNameservers,
  });
});
beforeEach(async () => {
  await freshBudgets(world);
});

const found = async (where: object, auth = alpha): Promise<boolean> => {
  const { data, errors } = await graph(
    world,
    'query ($where: DomainWhere) { domains(first: 5, where: $where) { totalCount nodes { name } } }',
    { variables: { where: { ...where, name: { eq: name } } }, auth },
  );
  expect(errors).toBeUndefined();
  const { totalCount, nodes } = data.domains as unknown as { totalCount: number; nodes: unknown[] };
  expect(nodes).toHaveLength(totalCount);
  return totalCount === 1;
};

describe('contains', () => {
  it('holds when each of them is there, however often it is named', async () => {
    expect(await found({ contactCodes: { contains: [own, other, stranger] } })).toBe(true);
    expect(await found({ contactCodes: { contains: [own, own] } })).toBe(true);
    expect(await found({ contactCodes: { contains: [own, 'NOBODY'] } })).toBe(false);
    expect(await found({ contactCodes: { contains: ['NOBODY', own] } })).toBe(false);
    expect(await found({ contactCodes: { contains: [] } })).toBe(true);
    expect(await found({ not: { contactCodes: { contains: [own, 'NOBODY'] } } })).toBe(true);
    expect(await found({ nameserverHostnames: { contains: twoNameservers } })).toBe(true);
    expect(await found({ nameserverHostnames: { contains: [...twoNameservers, 'ns9.there.example'] } })).toBe(
      false,
    );
  });

  it('takes the numbers of others for not there, wherever they stand in the list', async () => {
    const hidden = people.peeter;
    for (const idents of [[people.jaan, hidden], [hidden, people.jaan], [hidden]]) {
      expect(await found({ contactIdents: { contains: idents } })).toBe(false);
      expect(await found({ contactIdents: { contains: idents } }, operator)).toBe(true);
    }
    expect(await found({ contactIdents: { contains: [people.mari, people.jaan] } })).toBe(true);
  });

  it.each(['contactCodes', 'contactIdents', 'nameserverHostnames'])(
    'of %s is the same statement for two values and for a thousand',
    async (field) => {
      const statements = async (count: number) => {
        const contains = Array.from({ length: count }, (_, index) => `n${index}.example`);
        const asked = () => found({ [field]: { contains } });
        return (await countStatements(world.container.database, asked)).statements.filter((text) =>
          text.includes('@>'),
        );
      };
      const two = await statements(2);
      expect(two.length).toBeGreaterThan(0);
      expect(await statements(1000)).toEqual(two);
    },
  );

  it('in a hundred conditions is answered, and rightly', async () => {
    const each = async (values: readonly string[]) => {
      const conditions = Array.from({ length: 99 }, (_, index) => ({
        contactCodes: { contains: [values[index % values.length]] },
      }));
      return found({ and: conditions });
    };
    expect(await each([own, other, stranger])).toBe(true);
    expect(await each([own, other, stranger, 'NOBODY'])).toBe(false);
  });
});
