import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';
import { heldBy } from './inspector.ts';
import { productionSettings, type Server, startProduction } from './processes.ts';
import { table } from './report.ts';
import { findPlaces } from './scenarios.ts';
import { Traffic } from './soak-traffic.ts';

interface Settings {
  readonly quick: boolean;
  readonly domains: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly streams: number;
}

interface Bench {
  say(text: string): void;
  closeLater(close: () => unknown): void;
}

/** What a process holds at one moment. */
interface Moment {
  readonly when: string;
  readonly requests: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly sockets: number;
  readonly timers: number;
  readonly files: number;
  readonly connections: number;
  readonly streams: number;
}

const megabyte = 1024 * 1024;
/** Of memory, between two moments of rest: what is bounded but not full yet, and what V8 and the allocator keep for later. */
const heapMayGrow = { share: 0.05, bytes: 4 * megabyte };
const residentMayGrow = { share: 0.1, bytes: 24 * megabyte };
/** Longer than connections to PostgreSQL are kept unused, and than an unfinished request is waited for. */
const restSeconds = 75;

/**
 * A production under all kinds of traffic, with many live streams coming and going: what it holds before, each minute,
 * and after everybody went. Tells whether it ends where it began.
 */
export async function measureSoak(databaseUrl: string, settings: Settings, bench: Bench): Promise<boolean> {
  const { say, closeLater } = bench;
  const mail = await startMailSink();
  closeLater(() => mail.close());
  const inspectorPort = await freePort();
  const environment = productionSettings(databaseUrl, mail.url);
  // What is left to make after a change of the source is no part of what a process holds.
  if (!settings.quick) await (await startProduction(environment, inspectorPort)).stop();
  const server = await startProduction(environment, inspectorPort);
  closeLater(() => server.stop());
  const database = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await database.connect();
  closeLater(() => database.end());
  const traffic = new Traffic(server.url, await findPlaces(server.url, settings.domains), settings.streams);
  closeLater(() => traffic.stop());

  const moments: Moment[] = [];
  const look = async (when: string): Promise<Moment> => {
    // Half a second of processor each, and a quick run wants no numbers: once shows that it works.
    const collections = settings.quick ? Number(moments.length === 0) : 3;
    const { resources, ...held } = await heldBy(inspectorPort, collections);
    const kind = (name: string): number => resources.filter((one) => one === name).length;
    const moment = {
      when,
      requests: traffic.requests,
      // After what nobody needs was collected, which a process at rest does not do by itself.
      residentBytes: server.residentBytes(),
      ...held,
      sockets: kind('TCPSocketWrap'),
      timers: kind('Timeout'),
      files: readdirSync(`/proc/${server.pid}/fd`).length,
      connections: await connectionsOf(database),
      streams: await streamsOf(server, environment.METRICS_TOKEN),
    };
    moments.push(moment);
    say(
      table([header, row(moment)])
        .split('\n')
        .slice(moments.length === 1 ? 0 : 1)
        .join('\n'),
    );
    return moment;
  };
  const rest = Math.min(restSeconds, settings.seconds);

  await sleep(Math.min(10, settings.seconds) * 1000);
  await look('at rest after the start');
  await traffic.fillMemories(settings.quick ? 2 : 60);
  traffic.start();
  await sleep(settings.warmUp * 1000);
  await traffic.stop();
  await sleep(rest * 1000);
  const beginning = await look('beginning, warmed up');

  traffic.start();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, server.residentBytes());
  }, 500);
  const until = performance.now() + settings.seconds * 1000;
  for (let minute = 1; performance.now() < until; minute += 1) {
    await sleep(Math.max(0, Math.min(60_000, until - performance.now())));
    await look(`minute ${minute}`);
  }
  clearInterval(watch);
  await traffic.stop();
  await sleep(rest * 1000);
  const end = await look('end, everybody gone');

  say(
    `\nRSS at most ${megabytes(most)} MB; ${[...traffic.counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}, events ${traffic.events}`,
  );
  for (const [surprise, count] of traffic.surprises) say(`surprise, ${count} times: ${surprise}`);
  const grown = whatGrew(beginning, end);
  const perRequest = (end.heapBytes - beginning.heapBytes) / (end.requests - beginning.requests);
  say(`heap: ${Math.round(perRequest)} bytes for each request and stream in between`);
  say(
    grown.length === 0 ? 'It ends where it began.' : `It does not end where it began: ${grown.join(', ')}.`,
  );
  return grown.length === 0;
}

/** Connections to PostgreSQL come and go with the work, within what docs/operating.md allows a process. */
const mostConnections = 34;
const beyondDatabase = (moment: Moment, what: 'sockets' | 'files'): number =>
  moment[what] - moment.connections;

function whatGrew(beginning: Moment, end: Moment): string[] {
  const isMore = (before: number, after: number, { share, bytes }: typeof heapMayGrow): boolean =>
    after - before > Math.max(bytes, before * share);
  return [
    isMore(beginning.heapBytes, end.heapBytes, heapMayGrow) && 'heap',
    isMore(beginning.externalBytes, end.externalBytes, heapMayGrow) && 'external',
    isMore(beginning.residentBytes, end.residentBytes, residentMayGrow) && 'RSS',
    beyondDatabase(end, 'sockets') > beyondDatabase(beginning, 'sockets') && 'sockets',
    end.timers > beginning.timers && 'timers',
    beyondDatabase(end, 'files') > beyondDatabase(beginning, 'files') && 'files',
    end.connections > mostConnections && 'PostgreSQL connections',
    end.streams > 0 && 'streams',
  ].filter((name) => name !== false);
}

const header = [
  ' '.repeat(24),
  'requests',
  '  RSS MB',
  ' heap MB',
  'external MB',
  'sockets',
  'timers',
  'files',
  'PostgreSQL',
  'streams',
];

const row = (moment: Moment): string[] => [
  moment.when,
  String(moment.requests),
  megabytes(moment.residentBytes),
  megabytes(moment.heapBytes),
  megabytes(moment.externalBytes),
  String(moment.sockets),
  String(moment.timers),
  String(moment.files),
  String(moment.connections),
  String(moment.streams),
];

const megabytes = (bytes: number): string => (bytes / megabyte).toFixed(1);

async function connectionsOf(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return Number(rows[0]?.count);
}

/** However long it takes: a process that collects on a busy machine may not answer for a while. */
async function streamsOf(server: Server, token: string): Promise<number> {
  const asked = get(`${server.url}/metrics`, { agent: false, headers: { authorization: `Bearer ${token}` } });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const [, count] = /^zonegraph_streams (\d+)$/m.exec(await text(response)) ?? [];
  if (count === undefined) throw new Error(`the metrics tell nothing of streams: ${response.statusCode}`);
  return Number(count);
}

/** Takes every mail and throws it away. */
async function startMailSink(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, _, done) => void stream.on('end', done).resume(),
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
