import { setTimeout as sleep } from 'node:timers/promises';
import { withCreators } from '../creators.ts';
import { becomesReady } from '../health.ts';
import type { Scenario } from '../stage.ts';

export const killServer: Scenario = {
  name: 'kill-server',
  play: async (stage) => {
    const rounds = stage.scale;
    const { acknowledged } = await withCreators(stage, 'S', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(500 + stage.random.below(1000));
        const server = stage.random.of(stage.servers);
        await server.end('SIGKILL');
        await server.start();
      }
    });
    return `${rounds} times kill -9 of a server, ${acknowledged} acknowledged, none lost`;
  },
};

export const killDatabase: Scenario = {
  name: 'kill-database',
  play: async (stage) => {
    const rounds = stage.scale;
    const { acknowledged } = await withCreators(stage, 'D', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(500 + stage.random.below(1000));
        await stage.cluster.kill();
        stage.cluster.up();
        // The servers find it again by themselves.
        for (const { url } of stage.servers) await becomesReady(url);
      }
    });
    return `${rounds} times kill -9 of PostgreSQL, ${acknowledged} acknowledged, none lost`;
  },
};
