import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../support/graph.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

describe('a period that cannot be had', () => {
  const wanted = /P99Y.* 1 to 10 years \(P1Y to P10Y\)$/;

  it.each([
    ['domainRegister', '{ name: "pikk.ee", registrant: "ALPHA:TAMM", period: "P99Y" }', 'BILLING_FAILURE'],
    ['domainBulkRenew', '{ names: ["pikk.ee"], period: "P99Y" }', 'PARAMETER_VALUE_SYNTAX'],
  ])('is refused by %s with those that can', async (mutation, input, code) => {
    const { data } = await graph(
      world,
      `mutation { done: ${mutation}(input: ${input}, dryRun: true) { userErrors { code path message } } }`,
      { auth: alpha },
    );
    const about = (data.done.userErrors as unknown as { path: string[] | null }[]).filter(
      ({ path }) => path?.[0] === 'period',
    );
    expect(about).toEqual([{ code, path: ['period'], message: expect.stringMatching(wanted) }]);
  });

  it('is refused with them where it is only asked what it would cost', async () => {
    const { errors } = await graph(world, '{ domainCheck(names: ["pikk.ee"]) { price(period: "P99Y") } }');
    expect(errors?.[0]?.message).toMatch(/ 1 to 10 years \(P1Y to P10Y\)$/);
  });
});
