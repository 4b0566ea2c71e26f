import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '../../src/base/clock.ts';
import { withCreators } from '../creators.ts';
import { becomesReady, ready } from '../health.ts';
import { expectEqual, type Scenario, type Testbed } from '../testbed.ts';

const longestShutdownMs = 40_000;

/** PostgreSQL stands still and says nothing: no connection breaks, and nothing is answered. */
export const frozen: Scenario = {
  name: 'frozen',
  play: async (testbed) => {
    const seconds = testbed.scale === 1 ? 5 : 30;
    const { acknowledged, others } = await withCreators(testbed, 'F', async () => {
      await sleep(500);
      await whileFrozen(testbed, async () => {
        const elapsed = stopwatch();
        while (elapsed() < seconds * 1000) {
          const statuses = await Promise.all(testbed.servers.map(({ url }) => ready(url)));
          expectEqual(statuses, [503, 503], '/readyz of a frozen database');
          await sleep(200);
        }
      });
      for (const { url } of testbed.servers) await becomesReady(url, 10_000);
      await sleep(500);
    });
    const refusals = [...others.keys()].filter((status) => status !== 503);
    expectEqual(refusals, [], 'answers other than success and 503');
    const endedInMs = await endFrozen(testbed);
    return (
      `still for ${seconds} s, ${acknowledged} acknowledged, none lost, ${others.get(503) ?? 0} told to come again; ` +
      `SIGTERM while frozen took ${Math.round(endedInMs / 1000)} s`
    );
  },
};

async function endFrozen({ cluster, servers }: Testbed): Promise<number> {
  const endedInMs = await whileFrozen({ cluster }, async () => {
    // Time for its workers to ask for work, and to wait for the answer.
    await sleep(1500);
    const elapsed = stopwatch();
    await servers[1].end('SIGTERM');
    return elapsed();
  });
  if (endedInMs > longestShutdownMs) throw new Error(`SIGTERM while frozen took ${endedInMs} ms`);
  await servers[1].start();
  for (const { url } of servers) await becomesReady(url);
  return endedInMs;
}

async function whileFrozen<T>({ cluster }: Pick<Testbed, 'cluster'>, work: () => Promise<T>): Promise<T> {
  cluster.signal('SIGSTOP');
  try {
    return await work();
  } finally {
    cluster.signal('SIGCONT');
  }
}
