import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../support/database.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  const maker = seed(world);
  const registrants = [await maker.contact(), await maker.contact({ ident: people.mari })];
  const tech = await maker.contact({ ident: people.peeter });
  for (let index = 0; index < 100; index += 1)
    await maker.domain(`statement-${index}.ee`, {
      registrant: registrants[index % 2],
      period: 3,
      unit: 'm',
      admins: [tech],
      techs: [tech],
      nameservers: twoNameservers,
      keys: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }],
    });
});

const page = `query ($first: Int!) {
  domains(first: $first) {
    nodes {
      name expiresAt transferCode
      registrar { code name }
      registrant { code name email }
      adminContacts { code name }
      techContacts { code name }
      nameservers { hostname ipv4 ipv6 }
      dnssecKeys { keyTag publicKey }
      statuses { name }
    }
  }
}`;

const ask = async (query: string, variables: object): Promise<number> => {
  const { count } = await countStatements(world.container.database, async () => {
    const { body } = await world.request({ method: 'POST', url: '/graphql', payload: { query, variables } });
    expect(body.errors).toBeUndefined();
  });
  return count;
};

describe('a page of domains with everything that hangs on them', () => {
  it('costs at most six statements, whether it holds 1, 10, 50 or 100', async () => {
    await ask(page, { first: 1 });
    for (const first of [1, 10, 50, 100]) expect(await ask(page, { first })).toBeLessThanOrEqual(6);
  });

  it('gives each domain its own', async () => {
    const { body } = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: page, variables: { first: 100 } },
    });
    const nodes = body.data.domains.nodes as unknown as {
      nameservers: unknown[];
      adminContacts: unknown[];
    }[];
    expect(nodes).toHaveLength(100);
    for (const node of nodes) {
      expect(node.nameservers).toHaveLength(2);
      expect(node.adminContacts).toHaveLength(1);
    }
  });

  it('costs the same below contacts, however many there are', async () => {
    const nested = `query ($first: Int!) {
      contacts(first: $first) {
        nodes { code domainsCount domains(first: 5) { totalCount nodes { name registrant { code } nameservers { hostname } } }
          history(first: 2) { nodes { operation changes { field } } } }
      }
    }`;
    await ask(nested, { first: 1 });
    expect(await ask(nested, { first: 3 })).toBe(await ask(nested, { first: 1 }));
  });
});
