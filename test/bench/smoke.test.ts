import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { postgresPrograms } from '../../bench/database.ts';

const { TEST_DATABASE_URL } = process.env;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Only that it runs: what it measures on a machine full of tests says nothing. */
describe.runIf(TEST_DATABASE_URL !== undefined || postgresPrograms() !== undefined)('npm run bench', () => {
  it('measures every scenario beside its limits, which answer what the product answers', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'bench/run.ts', '--quick'],
      {
        cwd: root,
        env: {
          ...process.env,
          BENCH_DOMAINS: '200',
          BENCH_SECONDS: '0.2',
          BENCH_WARMUP: '0.1',
          BENCH_CONNECTIONS: '2',
          ...(TEST_DATABASE_URL !== undefined && { BENCH_DATABASE_URL: TEST_DATABASE_URL }),
        },
      },
    );
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
  }, 120_000);
});
