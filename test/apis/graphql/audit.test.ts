import { auditServer } from 'graphql-http';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let url: string;
beforeAll(async () => {
  world = await testWorld();
  url = `${await world.listen()}/graphql`;
});

describe('GraphQL over HTTP', () => {
  it('passes every check of the audit', async () => {
    const results = await auditServer({ url });
    const failed = results.filter(({ status }) => status !== 'ok');
    expect(
      failed.map((result) => `${result.id} ${result.name}: ${'reason' in result ? result.reason : ''}`),
    ).toEqual([]);
    expect(results).toHaveLength(61);
  });
});
