import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { postgresPrograms } from '../../bench/database.ts';

const { TEST_DATABASE_URL } = process.env;
const root = fileURLToPath(new URL('../..', import.meta.url));

const bench = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  promisify(execFile)(
    process.execPath,
    ['--import', './src/run-typescript.mjs', 'bench/run.ts', '--quick', ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        BENCH_DOMAINS: '200',
        ...env,
        ...(TEST_DATABASE_URL !== undefined && { BENCH_DATABASE_URL: TEST_DATABASE_URL }),
      },
    },
  );

/** Only that it runs: what it measures on a machine full of tests says nothing. */
describe.runIf(TEST_DATABASE_URL !== undefined || postgresPrograms() !== undefined)('npm run bench', () => {
  it('lets a production soak, and reports its memory from the start to the end', async () => {
    const { stdout } = await bench(['soak'], {
      BENCH_SECONDS: '0.2',
      BENCH_WARMUP: '0.2',
      BENCH_STREAMS: '10',
    }).catch((error: { readonly stdout: string }) => error);
    for (const moment of [
      'at rest after the start',
      'beginning, warmed up',
      'minute 1',
      'end, everybody gone',
    ])
      expect(stdout).toMatch(new RegExp(`^${moment} +\\d+ +[\\d.]+ +[\\d.]+`, 'm'));
    expect(stdout).toMatch(/^It (?:ends|does not end) where it began/m);
    expect(stdout).not.toContain('surprise');
  }, 300_000);

  it('grows a registry, and asks it', async () => {
    const { stdout } = await bench(['growth'], { BENCH_MATCH: '^that are expired$', BENCH_ENTRIES: '2' });
    expect(stdout).toMatch(/^\| that are expired \| [\d.]+ \| [\d.]+ \| [\d.]+ \|/m);
  }, 300_000);

  it('sends changes to live lists', async () => {
    const { stdout } = await bench(['live'], { BENCH_STREAMS: '10', BENCH_SECONDS: '0.2' });
    expect(stdout).toMatch(/^\d+ changes a second, 100 of 100 events; told after \d+ ms/m);
    expect(stdout).toMatch(/^[\d.-]+ statements for a change/m);
  }, 300_000);

  it('delivers webhooks while many messages wait', async () => {
    const { stdout } = await bench(['webhooks'], { BENCH_MESSAGES: '50', BENCH_SECONDS: '0.2' });
    expect(stdout).toMatch(/^\d+ deliveries a second, \d+ wait at the end$/m);
    expect(stdout).toMatch(/; 0 without a value$/m);
  }, 300_000);

  it('measures every scenario beside its limits, which answer what the product answers', async () => {
    const { stdout } = await bench([], {
      BENCH_SECONDS: '0.05',
      BENCH_WARMUP: '0.02',
      BENCH_CONNECTIONS: '2',
    });
    const lines = stdout.split('\n').map((line) => line.trim());
    expect(lines).toContain('the limits answer what the product answers');
    for (const line of [
      'GraphQL page of 50',
      'limit: JSON aggregation',
      'limit: flat, pipelined',
      'GraphQL single domain',
      'GraphQL groups by month',
      'limit: hand-written SQL',
      'REST page of 200, details',
      'REST registration',
      'GraphQL page of 50 / limit: JSON aggregation',
      'GraphQL page of 50 / limit: flat, pipelined',
      'GraphQL single domain / limit: flat, pipelined',
      'GraphQL groups by month / limit: hand-written SQL',
      'CSV of ',
    ])
      expect(lines.filter((one) => one.startsWith(line))).not.toEqual([]);
  }, 300_000);
});
