import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { postgresPrograms } from '../../bench/database.ts';

const { TEST_DATABASE_URL } = process.env;

/** Every form but `start`, which builds and starts the packed product again and again. */
const everything =
  'page,domain,groups,rest domain,rest page,registration,file,capacity,facade,growth,live,soak,webhooks';
/** As short as it can be: what it measures on a machine full of tests says nothing. */
const settings = {
  BENCH_ONLY: everything,
  BENCH_DOMAINS: '200',
  BENCH_SECONDS: '0.1',
  BENCH_WARMUP: '0.02',
  BENCH_CONNECTIONS: '2',
  BENCH_STREAMS: '10',
  BENCH_MATCH: '^that are expired$',
  BENCH_PEERS: 'yes',
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
  }, 600_000);

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

  it('says how much of a registry fits, and reads another registry first', () => {
    expect(stdout).toMatch(/^\| together, for each domain \| \| \d+ \| \|$/m);
    expect(stdout).toMatch(/^first pass over 200 domains: /m);
    expect(stdout).toMatch(/^page of 50: facade +[\d.]+/m);
  });

  it('has all forms that the command has', () => {
    const [, forms = ''] =
      /BENCH_ONLY +a comma list out of ([\w ,\n*]+?)\(/.exec(readFileSync('bench/run.ts', 'utf8')) ?? [];
    expect(everything.split(',').toSorted()).toEqual(
      forms
        .replaceAll(/\s*\n \* +/g, ' ')
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== 'start')
        .toSorted(),
    );
  });

  it('delivers webhooks while many messages wait', () => {
    expect(stdout).toMatch(/^\d+ deliveries a second, \d+ wait at the end$/m);
    expect(stdout).toMatch(/; 0 without a value$/m);
  });

  it('measures every scenario beside its limits, which answer what the product answers', () => {
    const lines = stdout.split('\n').map((line) => line.trim());
    expect(lines).toContain('limits and peers answer what the product answers');
    const hasPostGraphile =
      existsSync('bench/peers/graphs/node_modules/postgraphile') && !/PostGraphile 5 needs/.test(stdout);
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
      'peer: Yoga with DataLoader',
      ...(hasPostGraphile ? ['peer: PostGraphile 5'] : []),
      'GraphQL page of 50 / peer: Yoga with DataLoader',
      'CSV of ',
    ])
      expect(lines.filter((one) => one.startsWith(line))).not.toEqual([]);
  });
});
