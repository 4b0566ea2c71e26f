import { describe, expect, it } from 'vitest';
import { askOf } from '../support/operator.ts';
import { ownOperator as operator, productionEnv } from '../support/production.ts';
import { testWorld } from '../support/world.ts';

const world = await testWorld(productionEnv);
const ask = askOf(() => world);

describe('production', () => {
  it('serves the operator, and knows the same nodes', async () => {
    const { data } = await ask(
      '{ viewer { kind } registrars(first: 5) { nodes { id code } } jobs { name } }',
      {},
      operator,
    );
    expect(data).toMatchObject({
      viewer: { kind: 'OPERATOR' },
      registrars: { nodes: [{ code: 'ALPHA' }, { code: 'BETA' }] },
    });
    const [{ id } = { id: '' }] = data.registrars.nodes as unknown as { id: string }[];
    const found = await ask(
      'query ($id: ID!) { node(id: $id) { __typename ... on Registrar { code } } }',
      { id },
      operator,
    );
    expect(found.data.node).toEqual({ __typename: 'Registrar', code: 'ALPHA' });
  });

  it('does not know the fields of the sandbox', async () => {
    const { errors } = await ask('mutation { clockAdvance(input: { by: "P1D" }) { now } }', {}, operator);
    expect(errors?.[0]?.message).toContain('Cannot query field "clockAdvance"');
  });

  it('cannot move its clock by any other way', async () => {
    await expect(world.container.jobs.advanceTo(new Date('2100-01-01'))).rejects.toThrow('Only the sandbox');
    await expect(world.container.jobs.reset('bare')).rejects.toThrow('Only the sandbox');
  });
});
