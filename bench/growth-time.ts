import type pg from 'pg';
import { cpuMsOf } from './cpu.ts';
import { type Caller, callers } from './growth-asks.ts';
import { type BenchRequest, graphql, registrations } from './scenarios.ts';

/** The past, measured beside the present. */
interface Parts {
  readonly client: pg.Client;
  readonly serverPid: number;
  readonly say: (text: string) => void;
  readonly measure: (
    caller: Caller,
    request: () => BenchRequest,
    again?: number,
  ) => Promise<{ readonly ms: number; readonly refusal: string | undefined; readonly way: string }>;
  readonly ask: (caller: Caller, request: BenchRequest) => Promise<unknown>;
}

const node = `name expiresAt registrar { code name } registrant { code name email } adminContacts { code name email }
  techContacts { code name email } nameservers { hostname ipv4 ipv6 }`;
const page = (asOf: string, order: string, direction: string): BenchRequest =>
  graphql(
    `{ domains(first: 50${asOf}, orderBy: { field: ${order}, direction: ${direction} }) { nodes { ${node} } } }`,
    {},
  );
const moments = { 'a year ago': ', asOf: "-P1Y"', 'an hour ago': ', asOf: "-PT1H"' };

/** Each pair in turn, so that whatever else the machine does meets both. */
const pairs = 5;

export async function measureTime({ client, serverPid, say, measure, ask }: Parts): Promise<void> {
  say(
    '\n| page of 50 | caller | as of | now: ms | then: ms | then / now | way then |\n|---|---|---|---|---|---|---|',
  );
  for (const order of ['NAME', 'EXPIRES_AT', 'CREATED_AT'])
    for (const direction of ['ASC', 'DESC'])
      for (const caller of Object.keys(callers) as Caller[])
        for (const [title, asOf] of Object.entries(moments)) {
          const now: number[] = [];
          const then: number[] = [];
          let way = '';
          for (let pair = 0; pair < pairs; pair += 1) {
            now.push((await measure(caller, () => page('', order, direction), 1)).ms);
            const past = await measure(caller, () => page(asOf, order, direction), 1);
            then.push(past.ms);
            way = past.refusal ?? past.way;
          }
          const [one, other] = [median(now), median(then)];
          say(
            `| ${order} ${direction} | ${caller} | ${title} | ${one.toFixed(1)} | ${other.toFixed(1)} | ${(other / one).toFixed(1)} | ${way} |`,
          );
        }
  const today = new Date().toISOString().slice(0, 10);
  const yearAgo = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
  const others: Readonly<Record<string, string>> = {
    'twelve months by zone': `{ domainStatistics(from: "${yearAgo}", to: "${today}", per: MONTH, by: [ZONE]) { period zone registered atEnd } }`,
    'how many now': '{ domains { totalCount } }',
    'how many a year ago': '{ domains(asOf: "-P1Y") { totalCount } }',
    'newest 50 events': '{ domainEvents(first: 50) { nodes { name kind at registrar { code } price } } }',
    'events of a month by kind':
      '{ domainEvents(where: { at: { gte: "-P30D" } }) { groups(by: [{ field: KIND }]) { kind count sum } } }',
    'market share of a month a year ago': `{ marketShare(month: "${yearAgo.slice(0, 7)}") { registrars { name domains } } }`,
  };
  say('\n| asked | caller | ms | way |\n|---|---|---|---|');
  for (const [title, document] of Object.entries(others))
    for (const caller of Object.keys(callers) as Caller[]) {
      const { ms, refusal, way } = await measure(caller, () => graphql(document, {}));
      say(`| ${title} | ${caller} | ${refusal ?? ms.toFixed(0)} | ${way} |`);
    }
  await measureWrites({ client, serverPid, say, ask });
}

const rounds = 8;
const writes = 150;

/** CPU of the server and of its connections to PostgreSQL, with the triggers that write versions and without, in turn. */
async function measureWrites({ client, serverPid, say, ask }: Omit<Parts, 'measure'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from domains where registrar_id = (select id from registrars where code = 'ALPHA') and statuses = '{}'
      order by id desc limit ${writes}`,
  );
  let count = 0;
  const next = {
    registration: registrations(),
    update: (): BenchRequest => {
      count += 1;
      return graphql(
        'mutation ($input: DomainUpdateInput!) { domainUpdate(input: $input) { userErrors { message } } }',
        {
          input: { name: rows[count % rows.length]?.name, transferCode: `code-${count}` },
        },
      );
    },
  };
  say(
    '\n| write | CPU without, ms | with, ms | with / without | of PostgreSQL alone |\n|---|---|---|---|---|',
  );
  for (const [title, request] of Object.entries(next)) {
    const spent = { with: [] as Spent[], without: [] as Spent[] };
    for (let round = 0; round < rounds; round += 1)
      // The first of each pair takes turns, too.
      for (const which of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const toggle = which === 'with' ? 'enable' : 'disable';
        await client.query(`alter table history ${toggle} trigger versions_follow_history`);
        const before = await cpuOf(client, serverPid);
        for (let write = 0; write < writes; write += 1) await ask('half', request());
        const after = await cpuOf(client, serverPid);
        spent[which].push({
          server: (after.server - before.server) / writes,
          postgres: (after.postgres - before.postgres) / writes,
        });
      }
    await client.query('alter table history enable trigger versions_follow_history');
    const all = (list: readonly Spent[]) => median(list.map(({ server, postgres }) => server + postgres));
    const database = (list: readonly Spent[]) => median(list.map(({ postgres }) => postgres));
    say(
      `| ${title} | ${all(spent.without).toFixed(2)} | ${all(spent.with).toFixed(2)} | ${(all(spent.with) / all(spent.without)).toFixed(3)} | ${database(spent.without).toFixed(2)} and ${database(spent.with).toFixed(2)} |`,
    );
  }
}

interface Spent {
  readonly server: number;
  readonly postgres: number;
}

/** Milliseconds that the server and the connections to the database have used; only where PostgreSQL runs here. */
async function cpuOf(client: pg.Client, serverPid: number): Promise<Spent> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`,
  );
  return {
    server: cpuMsOf(serverPid),
    postgres: rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
  };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
