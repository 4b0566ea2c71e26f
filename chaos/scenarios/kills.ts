import { setTimeout as sleep } from 'node:timers/promises';
import { withCreators } from '../creators.ts';
import { becomesReady } from '../health.ts';
import type { Scenario } from '../testbed.ts';

export const killServer: Scenario = {
  name: 'kill-server',
  play: async (testbed) => {
    const rounds = testbed.scale;
    const { acknowledged } = await withCreators(testbed, 'S', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(500 + testbed.random.below(1000));
        const server = testbed.random.of(testbed.servers);
        await server.end('SIGKILL');
        await server.start();
      }
    });
    return `${rounds} times kill -9 of a server, ${acknowledged} acknowledged, none lost`;
  },
};

export const killDatabase: Scenario = {
  name: 'kill-database',
  play: async (testbed) => {
    const rounds = testbed.scale;
    const { acknowledged } = await withCreators(testbed, 'D', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(500 + testbed.random.below(1000));
        await testbed.cluster.kill();
        testbed.cluster.up();
        // The servers find it again by themselves.
        for (const { url } of testbed.servers) await becomesReady(url);
      }
    });
    return `${rounds} times kill -9 of PostgreSQL, ${acknowledged} acknowledged, none lost`;
  },
};
