import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { stopwatch } from '../src/base/clock.ts';
import { Cluster } from './cluster.ts';
import { Random } from './random.ts';
import { bank, keys, names } from './scenarios/bank.ts';
import { drains, shutdown } from './scenarios/drains.ts';
import { frozen } from './scenarios/frozen.ts';
import { fullDisk } from './scenarios/full-disk.ts';
import { killDatabase, killServer } from './scenarios/kills.ts';
import { playPatroni } from './scenarios/patroni.ts';
import { refunds } from './scenarios/refunds.ts';
import { transfers } from './scenarios/transfers.ts';
import { inTestbed, type Scenario, type Testbed } from './testbed.ts';

/**
 * What must hold whatever happens: real servers on a PostgreSQL of our own, which is killed with them. Those in one row
 * play at the same time, and touch nothing of each other's.
 */
const rows: readonly (readonly Scenario[])[] = [
  [bank],
  [names],
  [transfers],
  [keys],
  [refunds],
  [shutdown],
  [drains],
  [killServer],
  [killDatabase],
  [frozen, fullDisk],
];
/** On an idle machine it takes a fraction of that. */
const limitMs = { quick: 6 * 60_000, whole: 12 * 60_000 };

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  console.log(`chaos: seed ${seed} (repeat with --seed ${seed})`);
  setTimeout(
    () => {
      console.error('chaos: out of time');
      process.exit(1);
    },
    values.quick ? limitMs.quick : limitMs.whole,
  ).unref();
  // A cluster of its own, and programs that few machines have: only where it is asked for.
  if (positionals.includes('patroni')) await playPatroni((text) => console.log(`chaos: patroni: ${text}`));
  if (positionals.join() !== 'patroni') await playScenarios({ ...values, seed, positionals });
  console.log('chaos: everything holds');
}

interface Choice {
  readonly quick: boolean;
  readonly seed: number;
  readonly positionals: readonly string[];
}

async function playScenarios({ quick, seed, positionals }: Choice): Promise<void> {
  const cluster = await Cluster.start();
  if (!cluster) throw new Error('no PostgreSQL is installed here (apt-get install postgresql)');
  const isChosen = ({ name, onlyWhole }: Scenario): boolean =>
    positionals.length === 0 ? !(quick && onlyWhole) : positionals.includes(name);
  const parts = { random: new Random(seed), scale: quick ? 1 : 10 };
  // One testbed for all: what one leaves behind is what the next one finds.
  await inTestbed(cluster, parts, async (testbed) => {
    for (const row of rows)
      await Promise.all(row.filter(isChosen).map((scenario) => tell(scenario, testbed)));
  });
}

async function tell(scenario: Scenario, testbed: Testbed): Promise<void> {
  const elapsed = stopwatch();
  const reported = await scenario.play(testbed);
  console.log(`chaos: ${scenario.name}: ${reported} (${Math.round(elapsed() / 1000)} s)`);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error('chaos: FAILED', error);
    process.exit(1);
  },
);
