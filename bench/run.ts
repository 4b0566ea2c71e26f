/**
 * npm run bench [-- --quick] [-- capacity | facade | growth | live | soak | webhooks ...]: how fast the product answers, beside what is possible at all on the same database.
 * What is measured, and how to read it: docs/bench.md. By environment:
 *
 * BENCH_DATABASE_URL  a PostgreSQL server, on which a database is made and dropped again; without it a throw-away
 *                     cluster from Debian's programs
 * BENCH_DOMAINS       how many domains are loaded (100000; quick: 2000)
 * BENCH_SECONDS       how long each cell is measured (5; quick: 0.5)
 * BENCH_WARMUP        seconds of warming up for each scenario (3; quick: 0.3)
 * BENCH_ROUNDS        into how many rounds a cell is cut, taken in turn with the others' (3; quick: 1)
 * BENCH_CONNECTIONS   a comma list of numbers of connections (1,16,64; quick: 1,4)
 * BENCH_WORKERS       beside the product in one process, so many workers on one port (none)
 * BENCH_PEERS         anything: beside the page and the single domain, PostGraphile 5 and Yoga with DataLoader; `-- peers` is the same
 * BENCH_ONLY          a comma list out of page, domain, groups, rest domain, rest page, registration, file, start, capacity, facade, growth, live, soak, webhooks (all but
 *                     the last six; quick: not start, which is never quick); `-- facade` is BENCH_ONLY=facade, and so on
 * BENCH_DOMAIN_MS     of facade: how long the registry takes for each domain that it shows; only the first pass is measured then (0)
 * BENCH_STREAMS       of live and soak: how many follow live at the same time (500)
 * BENCH_ENTRIES       of growth and capacity: how many entries the history of each domain has (10)
 * BENCH_MESSAGES      of webhooks: how many messages wait (100000; quick: 1000)
 */
import { closeAll, runBench } from './bench.ts';

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true;
    void closeAll().finally(() => process.exit(1));
  });

try {
  if (!(await runBench())) process.exitCode = 1;
} catch (error) {
  if (!isStopped) console.error(error);
  process.exitCode = 1;
} finally {
  await closeAll();
}
