import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../support/graph.ts';
import { salesTypes, serveSales } from '../support/other-subgraph.ts';
import { seed } from '../support/seed.ts';
import { tools, type Workplace, workplace } from '../support/tools.ts';
import { alpha, type TestWorld, testWorld } from '../support/world.ts';

/** Apollo's composition as it is installed, and The Guild's: each makes a supergraph of the schemas in a file. */
const composing = {
  '@apollo/composition': `
    import { composeServices } from '@apollo/composition';
    const composed = ({ subgraphs, parse }) =>
      composeServices(subgraphs.map(({ name, sdl, url }) => ({ name, url, typeDefs: parse(sdl) })));`,
  '@theguild/federation-composition': `
    import { composeServices } from '@theguild/federation-composition';
    const composed = ({ subgraphs, parse }) =>
      composeServices(subgraphs.map(({ name, sdl, url }) => ({ name, url, typeDefs: parse(sdl) })));`,
};

const compose = `
import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
const { errors = [], supergraphSdl } = composed({ subgraphs: JSON.parse(readFileSync('subgraphs.json', 'utf8')), parse });
if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\\n'));
console.log(supergraphSdl);
`;

/** The gateway passes the caller's credentials on, and asks whom it must. */
const gateway = `
import { readFileSync } from 'node:fs';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
const { query, authorization } = JSON.parse(readFileSync('question.json', 'utf8'));
const gateway = createGatewayRuntime({
  supergraph: readFileSync('supergraph.graphql', 'utf8'),
  logging: false,
  maskedErrors: false,
  propagateHeaders: { fromClientToSubgraphs: ({ request }) => ({ authorization: request.headers.get('authorization') }) },
});
const response = await gateway.fetch('http://gateway/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization },
  body: JSON.stringify({ query }),
});
console.log(await response.text());
process.exit();
`;

describe.runIf(tools)('a gateway', () => {
  let world: TestWorld;
  let place: Workplace;
  let registry: { name: string; url: string; sdl: string };
  let sales: typeof registry;

  beforeAll(async () => {
    world = await testWorld({ FEDERATION: 'true' });
    place = workplace();
    const url = `${await world.listen()}/graphql`;
    const { data } = await graph(world, '{ _service { sdl } }', { auth: null });
    registry = { name: 'registry', url, sdl: data._service.sdl as unknown as string };
    const registrant = await seed(world).contact();
    await seed(world).domain('tamm.ee', { registrant });
    const found = await graph(world, `{ contact(code: "${registrant}") { id } }`);
    const contact = { id: String(found.data.contact.id) };
    sales = {
      name: 'sales',
      url: await serveSales([{ id: 'lead-1', about: { name: 'tamm.ee' }, contact }]),
      sdl: salesTypes,
    };
  });

  describe.each(Object.entries(composing))('with a supergraph by %s', (_, composer) => {
    const composed = (...subgraphs: (typeof registry)[]) => {
      place.write('subgraphs.json', JSON.stringify(subgraphs));
      place.write('compose.mjs', composer + compose);
      return place.run('node', 'compose.mjs');
    };

    it('takes our graph alone', async () => {
      expect(await composed(registry)).toContain('domainRegister(');
    });

    it('answers one query from our graph and another, in the name of the caller', async () => {
      place.write('supergraph.graphql', await composed(registry, sales));
      place.write('gateway.mjs', gateway);
      const query = `{
        leads { nodes { id about { name asking expiresAt registrar { code } } contact { name } } pageInfo { hasNextPage } }
        domains(first: 1) { nodes { name asking } pageInfo { hasNextPage } } }`;
      place.write('question.json', JSON.stringify({ query, authorization: alpha }));
      const { data, errors } = JSON.parse(await place.run('node', 'gateway.mjs'));
      expect(errors).toBeUndefined();
      const asking = 'Who wants tamm.ee?';
      expect(data).toEqual({
        leads: {
          nodes: [
            {
              id: 'lead-1',
              about: {
                name: 'tamm.ee',
                asking,
                expiresAt: expect.stringMatching(/^\d{4}-/),
                registrar: { code: 'ALPHA' },
              },
              contact: { name: expect.any(String) },
            },
          ],
          pageInfo: { hasNextPage: false },
        },
        domains: { nodes: [{ name: 'tamm.ee', asking }], pageInfo: { hasNextPage: false } },
      });
    });
  });
});
