import { isInterfaceType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { token } from '../../support/billing.ts';
import { graph } from '../../support/graph.ts';
import { buildSchema } from '../../support/schema.ts';
import { alpha, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const schema = buildSchema();
const nodeType = schema.getType('Node');
const types = isInterfaceType(nodeType) ? schema.getPossibleTypes(nodeType).map(({ name }) => name) : [];
const missing = ['999999', '0', '-1', '2147483648', '9007199254740993', 'abc', '1.5', "1'--", '1:2'];
const idOf = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64');

describe('an object that is not there', () => {
  it.each(types)('is null and no fault, for every kind of caller: %s', async (type) => {
    for (const auth of [alpha, portal, operator, await token('registry'), null])
      for (const id of missing) {
        const one = await graph(world, 'query ($id: ID!) { node(id: $id) { id } }', {
          variables: { id: idOf(type, id) },
          auth,
        });
        expect({ auth, id, data: one.data, errors: one.errors }).toEqual({
          auth,
          id,
          data: { node: null },
          errors: undefined,
        });
      }
  });

  it.each(types)('is null among others, for every kind of caller: %s', async (type) => {
    for (const auth of [alpha, portal, operator, await token('registry'), null]) {
      const { data, errors } = await graph(world, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        variables: { ids: missing.map((id) => idOf(type, id)) },
        auth,
      });
      expect({ auth, data, errors }).toEqual({
        auth,
        data: { nodes: missing.map(() => null) },
        errors: undefined,
      });
    }
  });
});
