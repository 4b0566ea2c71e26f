import { beforeAll, describe, expect, it, vi } from 'vitest';
import { postgresPrograms } from '../../bench/database.ts';

const { TEST_DATABASE_URL } = process.env;

const everything = 'page,domain,groups,rest domain,rest page,registration,file,growth,live,soak,webhooks';
/** As short as it can be: what it measures on a machine full of tests says nothing. */
const settings = {
  BENCH_ONLY: everything,
  BENCH_DOMAINS: '200',
  BENCH_SECONDS: '0.1',
  BENCH_WARMUP: '0.02',
  BENCH_CONNECTIONS: '2',
  BENCH_STREAMS: '10',
  BENCH_MATCH: '^that are expired$',
  BENCH_ENTRIES: '2',
  BENCH_MESSAGES: '50',
  ...(TEST_DATABASE_URL !== undefined && { BENCH_DATABASE_URL: TEST_DATABASE_URL }),
};

describe.runIf(TEST_DATABASE_URL !== undefined || postgresPrograms() !== undefined)('npm run bench', () => {
  let stdout = '';
  let stderr = '';
  beforeAll(async () => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    process.argv.push('--quick');
    const [said, complained]: [string[], string[]] = [[], []];
    const spies = [
      vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line)),
      vi.spyOn(console, 'error').mockImplementation((line: string) => void complained.push(line)),
    ];
    // In this process, which loads the product anyway.
    const { closeAll, runBench } = await import('../../bench/bench.ts');
    try {
      // False where the soak does not end where it began.
      await runBench();
    } finally {
      await closeAll();
      for (const spy of spies) spy.mockRestore();
      [stdout, stderr] = [said.join('\n'), complained.join('\n')];
      process.argv.pop();
      vi.unstubAllEnvs();
    }
  }, 300_000);

  it('comes to its end', () => {
    // What its servers complain of.
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stdout).toContain(' deliveries a second, ');
  });

  it('runs a production under load, and reports its memory from start to end', () => {
    for (const moment of [
      'at rest after the start',
      'beginning, warmed up',
      'minute 1',
      'end, everybody gone',
    ])
      expect(stdout).toMatch(new RegExp(`^${moment} +\\d+ +[\\d.]+ +[\\d.]+`, 'm'));
    expect(stdout).toMatch(/^It (?:ends|does not end) where it began/m);
    expect(stdout).not.toContain('surprise');
  });

  it('grows a registry, and asks it', () => {
    expect(stdout).toMatch(/^\| that are expired \| [\d.]+ \| [\d.]+ \| [\d.]+ \|/m);
  });

  it('reports changes to live lists', () => {
    expect(stdout).toMatch(/^\d+ changes a second, 50 of 50 events; told after \d+ ms/m);
    expect(stdout).toMatch(/^[\d.-]+ statements for a change/m);
  });

  it('delivers webhooks while many messages wait', () => {
    expect(stdout).toMatch(/^\d+ deliveries a second, \d+ wait at the end$/m);
    expect(stdout).toMatch(/; 0 without a value$/m);
  });

  it('measures every scenario beside its limits, which answer what the product answers', () => {
    const lines = stdout.split('\n').map((line) => line.trim());
    expect(lines).toContain('the limits answer what the product answers');
    for (const line of [
      'GraphQL page of 50',
      'limit: JSON aggregation',
      'limit: flat, pipelined',
      'GraphQL single domain',
      'GraphQL groups by month',
      'limit: hand-written SQL',
      'REST single domain',
      'REST page of 200, details',
      'REST registration',
      'GraphQL page of 50 / without budgets',
      'GraphQL single domain / without budgets',
      'REST single domain / without budgets',
      'REST page of 200, details / without budgets',
      'GraphQL page of 50 / limit: JSON aggregation',
      'GraphQL page of 50 / limit: flat, pipelined',
      'GraphQL single domain / limit: flat, pipelined',
      'GraphQL groups by month / limit: hand-written SQL',
      'CSV of ',
    ])
      expect(lines.filter((one) => one.startsWith(line))).not.toEqual([]);
  });
});
