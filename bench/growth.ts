import pg from 'pg';
import { openCountingRelay } from './counting-relay.ts';
import { type Ask, asksOf, type Caller, callers } from './growth-asks.ts';
import { jobsOf } from './growth-jobs.ts';
import { loadGrown } from './growth-load.ts';
import { measureTime } from './growth-time.ts';
import { largeTables, type Plan, planOf } from './plans.ts';
import { startSandbox } from './processes.ts';
import type { BenchRequest } from './scenarios.ts';
import { readStatements, type Sent } from './statements.ts';

interface Surroundings {
  readonly say: (text: string) => void;
  readonly closeLater: (close: () => unknown) => void;
}

interface Measured {
  readonly ms: number;
  /** What the caller's budget was charged with. */
  readonly points: number | undefined;
  readonly refusal: string | undefined;
  readonly plans: readonly Plan[];
}

/** How often each is asked, the first time not counted; what takes long, once. */
const times = 3;
const longMs = 1000;

/**
 * What the lists, searches and jobs of a large registry take, and how PostgreSQL goes about them: the statements are
 * taken off the wire and explained. `BENCH_MATCH` asks only what it matches, and `BENCH_GROWN` a database that was
 * loaded before.
 */
export async function measureGrowth(
  freshUrl: string,
  { domains }: { readonly domains: number },
  { say, closeLater }: Surroundings,
): Promise<void> {
  const { BENCH_MATCH = '', BENCH_GROWN } = process.env;
  const started = performance.now();
  if (BENCH_GROWN === undefined) await loadGrown(freshUrl, domains);
  const databaseUrl = BENCH_GROWN ?? freshUrl;
  say(`${domains} domains loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  closeLater(() => client.end());
  let sent: Sent[] = [];
  const relay = await openCountingRelay(databaseUrl, () => readStatements((one) => void sent.push(one)));
  closeLater(() => relay.close());
  const product = await startSandbox(relay.url);
  closeLater(() => product.stop());
  const large = await largeTables(client, domains / 20);

  const measure = async (caller: Caller, request: () => BenchRequest, again = times): Promise<Measured> => {
    sent = [];
    const first = await timed(product.url, caller, request());
    const statements = sent;
    const later: number[] = [];
    while (first.ms < longMs && later.length < again)
      later.push((await timed(product.url, caller, request())).ms);
    const plans = [];
    for (const statement of distinct(statements)) plans.push(await planOf(client, statement, large));
    return { ...first, ms: median(later.length > 0 ? later : [first.ms]), plans };
  };

  const chosen = new RegExp(BENCH_MATCH);
  say('\n| | few: ms | half: ms | all: ms | points (half) | way |\n|---|---|---|---|---|---|');
  for (const one of (await asksOf(client)).filter(({ title }) => chosen.test(title))) {
    const cells = new Map<Caller, Measured>();
    for (const caller of one.by) {
      const measured = await measure(caller, one.request);
      if (!isNotForThem(measured)) cells.set(caller, measured);
    }
    if (cells.size > 0) say(row(one, cells));
  }
  say('\n| job | ms | way |\n|---|---|---|');
  for (const { name, makeDue, request } of jobsOf()) {
    if (!chosen.test(name)) continue;
    await client.query(makeDue);
    // The first time has something to do.
    const measured = await measure('operator', request, 0);
    say(`| ${name} | ${shownMs(measured)} | ${way(measured)} |`);
  }
  if (chosen.test('time'))
    await measureTime({
      client,
      serverPid: product.pid,
      say,
      measure: async (caller, request, again) => {
        const measured = await measure(caller, request, again);
        return { ...measured, way: way(measured) };
      },
      ask: (caller, request) => timed(product.url, caller, request),
    });
  say(`\nNobody asked for: ${(await unusedIndexes(client)).join(', ')}`);
}

async function timed(
  url: string,
  caller: Caller,
  { method, path, body }: BenchRequest,
): Promise<Omit<Measured, 'plans'>> {
  const started = performance.now();
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: callers[caller], 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const reported = (await answer.json()) as {
    errors?: { message: string; extensions?: { code?: string } }[];
    extensions?: { cost?: { used?: number } };
    code?: number;
    message?: string;
  };
  const ms = performance.now() - started;
  const [error] = reported.errors ?? [];
  return {
    ms,
    points: reported.extensions?.cost?.used,
    refusal: error
      ? (error.extensions?.code ?? error.message)
      : answer.ok
        ? undefined
        : `${answer.status} ${reported.message}`,
  };
}

const isNotForThem = ({ refusal }: Measured): boolean => refusal === 'FORBIDDEN';

function distinct(statements: readonly Sent[]): Sent[] {
  const explained = statements.filter(({ text }) => /^\s*(?:select|with|insert|update|delete)\b/i.test(text));
  return [...new Map(explained.map((one) => [one.text, one])).values()];
}

function row({ title }: Ask, cells: ReadonlyMap<Caller, Measured>): string {
  const shown = cells.get('half') ?? cells.get('operator') ?? cells.get('few');
  const ms = (['few', 'half', 'operator'] as const).map((caller) => shownMs(cells.get(caller)));
  const scans = new Set([...cells.values()].flatMap(({ plans }) => plans.flatMap(({ scanned }) => scanned)));
  const flag = scans.size > 0 ? `**all of ${[...scans].join(', ')}**; ` : '';
  return `| ${title} | ${ms.join(' | ')} | ${cells.get('half')?.points ?? ''} | ${flag}${shown ? way(shown) : ''} |`;
}

const shownMs = (measured: Measured | undefined): string =>
  measured === undefined ? '' : (measured.refusal ?? measured.ms.toFixed(measured.ms < 10 ? 1 : 0));

/** Of what costs most. */
function way({ plans }: Measured): string {
  const [costliest] = plans.toSorted((one, other) => other.cost - one.cost);
  return costliest?.ways.slice(0, 2).join(', ') ?? '';
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Those of constraints hold what must hold, whether anybody looks something up in them or not. */
async function unusedIndexes(client: pg.Client): Promise<string[]> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ name: string }>(
    `select indexrelname as name from pg_stat_user_indexes join pg_index using (indexrelid)
      where idx_scan = 0 and not indisunique order by 1`,
  );
  return rows.map(({ name }) => name);
}
