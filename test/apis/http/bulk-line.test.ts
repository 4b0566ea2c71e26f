import { expect, it } from 'vitest';
import { manyDomains } from '../../support/many-domains.ts';
import { testWorld } from '../../support/world.ts';

it('one registrar has one write of very many items in progress: others are not kept waiting by several', async () => {
  const world = await testWorld();
  const sets = [];
  for (const prefix of ['one', 'two', 'three']) sets.push(await manyDomains(world, { prefix, count: 201 }));
  const { database } = world.container;
  let answered = 0;
  const answeredBefore: number[] = [];
  const stop = database.onStatement((sql) => {
    if (/for (no key )?update/i.test(sql)) answeredBefore.push(answered);
  });
  await Promise.all(
    sets.map(async (domains) => {
      await world.request({
        method: 'POST',
        url: '/registry/v1/domains/renew/bulk',
        headers: { 'dry-run': 'true' },
        payload: { domains, renew_period: '1y' },
      });
      answered += 1;
    }),
  );
  stop();
  expect([...new Set(answeredBefore)]).toEqual([0, 1, 2]);
});
