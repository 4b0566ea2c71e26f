import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, person } from '../caller.ts';
import { proveLedger, type Scenario, type Stage } from '../stage.ts';

/** Creates contacts until told to end; gives the codes that were acknowledged. */
function keepCreating(caller: Caller, prefix: string): () => Promise<string[]> {
  let isOver = false;
  const acknowledged: string[] = [];
  const work = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const contact = { ...person, id: `${prefix}-${turn}` };
      const answer = await caller.rest('alpha', 'POST /contacts', { contact });
      if (answer?.code === 1000) acknowledged.push(String(answer.data.contact?.code));
      else await sleep(20);
    }
  };
  const working = work();
  return async () => {
    isOver = true;
    await working;
    return acknowledged;
  };
}

async function withCreators(stage: Stage, name: string, trouble: () => Promise<void>): Promise<number> {
  const ends = [0, 1, 2, 3].map((worker) =>
    keepCreating(stage.callers[worker % 2] ?? stage.callers[0], `${name}${worker}`),
  );
  await trouble();
  const acknowledged = (await Promise.all(ends.map((end) => end()))).flat();
  const listed = await stage.callers[0].rest('alpha', 'GET /contacts?limit=');
  const kept = new Set(listed?.data.contacts as unknown as string[]);
  const lost = acknowledged.filter((code) => !kept.has(code));
  if (lost.length > 0) throw new Error(`acknowledged and lost: ${lost.join(', ')}`);
  if (acknowledged.length === 0) throw new Error('nothing was acknowledged');
  await proveLedger(stage.callers[1]);
  return acknowledged.length;
}

export const killServer: Scenario = {
  name: 'kill-server',
  play: async (stage) => {
    const rounds = stage.scale;
    const count = await withCreators(stage, 'S', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(500 + stage.random.below(1000));
        const server = stage.random.of(stage.servers);
        await server.end('SIGKILL');
        await server.start();
      }
    });
    return `${rounds} times kill -9 of a server, ${count} acknowledged, none lost`;
  },
};

export const killDatabase: Scenario = {
  name: 'kill-database',
  play: async (stage) => {
    const rounds = stage.scale;
    const count = await withCreators(stage, 'D', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(500 + stage.random.below(1000));
        await stage.cluster.kill();
        stage.cluster.up();
        // The servers find it again by themselves.
        for (const { url } of stage.servers)
          while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(100);
      }
    });
    return `${rounds} times kill -9 of PostgreSQL, ${count} acknowledged, none lost`;
  },
};

export const shutdown: Scenario = {
  name: 'shutdown',
  play: async (stage) => {
    let ended = '';
    const count = await withCreators(stage, 'T', async () => {
      await sleep(1000);
      ended = await stage.servers[1].end('SIGTERM');
      await stage.servers[1].start();
    });
    if (ended !== '0') throw new Error(`SIGTERM ended the server with ${ended}`);
    return `SIGTERM under load ended with 0, ${count} acknowledged, none lost`;
  },
};
