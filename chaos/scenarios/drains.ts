import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '../caller.ts';
import { withCreators } from '../creators.ts';
import { becomesReady, ready } from '../health.ts';
import type { Server } from '../server.ts';
import { expectEqual, type Scenario, type Testbed } from '../testbed.ts';

/** Told to end without warning to anybody: what it had acknowledged is kept, and it ends by itself. */
export const shutdown: Scenario = {
  name: 'shutdown',
  onlyWhole: true,
  play: async (testbed) => {
    let ended = '';
    const { acknowledged } = await withCreators(testbed, 'T', async () => {
      await sleep(1000);
      ended = await testbed.servers[1].end('SIGTERM');
      await testbed.servers[1].start();
    });
    expectEqual(ended, '0', 'how SIGTERM ended the server');
    return `SIGTERM under load ended with 0, ${acknowledged} acknowledged, none lost`;
  },
};

/** One server after the other is replaced behind a balancer that asks /readyz: no caller notices anything. */
export const drains: Scenario = {
  name: 'drains',
  play: async (testbed) => {
    const rotations = Math.ceil(testbed.scale / 2);
    const balancer = new Balancer(testbed);
    const work = await withCreators(
      testbed,
      'R',
      async () => {
        for (let turn = 0; turn < rotations * 2; turn += 1) {
          await sleep(300 + testbed.random.below(500));
          const server = testbed.servers[turn % 2] ?? testbed.servers[0];
          expectEqual(await server.end('SIGTERM'), '0', 'how SIGTERM ended the server');
          await server.start();
          await becomesReady(server.url);
          await balancer.looked();
        }
      },
      [new Caller(() => balancer.url())],
    );
    await balancer.stop();
    expectEqual([...work.others], [], 'answers other than success, by status');
    return `two servers replaced ${rotations} times, ${work.acknowledged} acknowledged, none refused, reset or lost`;
  },
};

const lookEveryMs = 100;

/** Sends requests to whoever says that it is ready. */
class Balancer {
  readonly #testbed: Testbed;
  #ready: readonly Server[];
  #isOver = false;
  readonly #looking: Promise<void>;

  constructor(testbed: Testbed) {
    this.#testbed = testbed;
    this.#ready = testbed.servers;
    this.#looking = this.#keepLooking();
    this.#looking.catch(() => {});
  }

  url(): string {
    const server = this.#ready[this.#testbed.random.below(this.#ready.length)];
    if (!server) throw new Error('nobody is ready');
    return server.url;
  }

  /** Once it has seen everybody ready. */
  async looked(): Promise<void> {
    while (this.#ready.length < this.#testbed.servers.length) await sleep(lookEveryMs);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#looking;
  }

  async #keepLooking(): Promise<void> {
    while (!this.#isOver) {
      const statuses = await Promise.all(this.#testbed.servers.map(({ url }) => ready(url)));
      this.#ready = this.#testbed.servers.filter((_, index) => statuses[index] === 200);
      await sleep(lookEveryMs);
    }
  }
}
