import { cpus, loadavg } from 'node:os';
import { checkAgreement } from './agreement.ts';
import { openCountingRelay, type Traffic } from './counting-relay.ts';
import { addSpent, CpuAccount } from './cpu.ts';
import { type BenchDatabase, openBenchDatabase } from './database.ts';
import { measureFile } from './file.ts';
import { load } from './load.ts';
import { Cell, drive } from './measure.ts';
import { peerScenarios, peersHere, startGraphPeer } from './peers.ts';
import { type Server, startLimits, startProduct, startWithoutBudgets } from './processes.ts';
import { type Measured, report } from './report.ts';
import { ask, findPlaces, type Scenario, scenarios } from './scenarios.ts';
import { measureStart } from './start.ts';
import { addWritten, WriteAccount } from './writes.ts';

const quick = process.argv.includes('--quick');
const { env } = process;
/** What takes long, or says nothing of speed, is measured when it is asked for. */
const onlyAlone = ['capacity', 'facade', 'growth', 'live', 'soak', 'webhooks'];
const named = onlyAlone.filter((line) => process.argv.includes(line));
const only = named.length > 0 ? named : env.BENCH_ONLY?.split(',');
const usual = quick
  ? { domains: 2000, seconds: 0.5, warmUp: 0.3 }
  : only?.join() === 'soak'
    ? { domains: 20_000, seconds: 600, warmUp: 300 }
    : { domains: only?.join() === 'live' ? 2_000 : 100_000, seconds: 5, warmUp: 3 };
const settings = {
  quick,
  domains: Number(env.BENCH_DOMAINS ?? usual.domains),
  seconds: Number(env.BENCH_SECONDS ?? usual.seconds),
  warmUp: Number(env.BENCH_WARMUP ?? usual.warmUp),
  rounds: Number(env.BENCH_ROUNDS ?? (quick ? 1 : 3)),
  connections: (env.BENCH_CONNECTIONS ?? (quick ? '1,4' : '1,16,64')).split(',').map(Number),
  domainMs: Number(env.BENCH_DOMAIN_MS ?? 0),
  workers: Number(env.BENCH_WORKERS ?? 1),
  streams: Number(env.BENCH_STREAMS ?? (quick ? 20 : 500)),
  waiting: Number(env.BENCH_MESSAGES ?? (quick ? 1_000 : 100_000)),
};
const countedRequests = quick ? 3 : 20;
/** `-- peers`, or BENCH_PEERS: other ways to a graph, for the page and the single domain. */
const peers = process.argv.includes('peers') || env.BENCH_PEERS ? peersHere(say) : [];
const isChosen = (line: string): boolean =>
  only?.includes(line) ?? !(onlyAlone.includes(line) || (quick && line === 'start'));
/** Whether nothing else is asked for. */
const isAllOf = (...lines: string[]): boolean => only?.every((line) => lines.includes(line)) ?? false;

function say(text: string): void {
  console.log(text);
}

const leftToClose: (() => unknown)[] = [];
let closing: Promise<void> | undefined;

/** Ends and drops everything that was started or made; once, however often it is asked. */
export function closeAll(): Promise<void> {
  closing ??= (async () => {
    for (const close of leftToClose.reverse()) await close();
  })();
  return closing;
}

/** Everything that is asked for, one after the other; whether it went well. */
export async function runBench(): Promise<boolean> {
  const busyBefore = loadavg()[0] ?? 0;
  // Before anything else of ours keeps the machine busy.
  if (isChosen('start')) say(`${await measureStart()}\n`);
  if (isAllOf('start')) return true;
  if (isChosen('growth')) {
    const { measureGrowth } = await import('./growth.ts');
    await apart(async () => measureGrowth((await newDatabase()).url, settings, surroundings));
  }
  if (isChosen('capacity')) {
    const { measureCapacity } = await import('./capacity.ts');
    await measureCapacity((await newDatabase()).url, settings.domains, say);
  }
  if (isChosen('facade')) {
    const { measureFacade } = await import('./facade.ts');
    await apart(async () => measureFacade((await newDatabase()).url, settings, surroundings));
  }
  if (isAllOf('start', 'growth', 'capacity', 'facade')) return true;
  const database = await newDatabase();
  let wentWell = true;
  if (!isAllOf('start', 'growth', 'capacity', 'facade', 'webhooks'))
    await apart(async () => {
      wentWell = await measureLoaded(database);
    });
  // The last: what it leaves undelivered would keep others busy.
  if (isChosen('webhooks')) {
    const { measureWebhooks } = await import('./webhooks.ts');
    await apart(() => measureWebhooks(database.url, settings, surroundings));
  }
  if (busyBefore > 1) say(busyWarning(busyBefore));
  return wentWell;
}

const surroundings = { say, closeLater: (close: () => unknown) => void leftToClose.push(close) };

async function newDatabase(): Promise<BenchDatabase> {
  const database = await openBenchDatabase(env.BENCH_DATABASE_URL);
  leftToClose.push(() => database.close());
  say(`PostgreSQL ${database.version}, Node ${process.version}, ${cpus().length} cores`);
  return database;
}

/** Closes what it has started before anything else is measured. */
async function apart(measure: () => Promise<unknown>): Promise<void> {
  const before = leftToClose.length;
  await measure();
  for (const close of leftToClose.splice(before).reverse()) await close();
}

async function measureLoaded(database: BenchDatabase): Promise<boolean> {
  const loadStarted = performance.now();
  const domains = Math.max(settings.domains, isChosen('live') ? 2 * settings.streams : 0);
  await load(database.url, domains);
  say(`${domains} domains loaded in ${((performance.now() - loadStarted) / 1000).toFixed(1)} s`);
  if (isChosen('live')) {
    const { measureLive } = await import('./live.ts');
    await apart(() => measureLive(database.url, settings, surroundings));
  }
  let endsWhereItBegan = true;
  if (isChosen('soak')) {
    const { measureSoak } = await import('./soak.ts');
    await apart(async () => {
      endsWhereItBegan = await measureSoak(database.url, settings, surroundings);
    });
  }
  if (isAllOf('start', ...onlyAlone)) return endsWhereItBegan;

  const { traffic, counted } = await countTraffic(database.url);
  // Where nobody reads the numbers, the relay in between does not matter.
  const servers = quick ? counted : await startAll(database.url);
  servers.workers = await startWorkers(database.url, servers.product);
  const urlOf = ({ server }: Scenario): string => servers[server].url;
  const chosen = await chosenScenarios(servers, settings.workers);
  const measured: Measured[] = chosen.map((scenario) => ({
    scenario,
    traffic: traffic.get(keyOf(scenario)) ?? { statements: 0, trips: 0, waits: 0 },
    cells: new Map(settings.connections.map((count) => [count, new Cell()])),
    residentBytes: 0,
  }));
  await checkAgreement(chosen, urlOf, 8);
  say(`${peers.length > 0 ? 'limits and peers' : 'the limits'} answer what the product answers`);
  const warming = Math.min(16, Math.max(...settings.connections));
  for (const scenario of chosen) await drive(urlOf(scenario), scenario, warming, settings.warmUp, new Cell());

  const account = await CpuAccount.open(database.url);
  leftToClose.push(() => account.close());
  const writes = await WriteAccount.open(database.url, quick);
  leftToClose.push(() => writes.close());
  for (const group of new Set(chosen.map((scenario) => scenario.group)))
    for (const count of settings.connections)
      await measureSideBySide(
        measured.filter(({ scenario }) => scenario.group === group),
        count,
        servers,
        { account, writes },
      );
  if (chosen.length > 0) say(`\n${report(measured, settings.connections)}\n`);
  if (isChosen('file')) say(`${await measureFile(servers.product)}\n`);
  return endsWhereItBegan;
}

/** PostgreSQL's many processes get more of a contended machine than Node's one: even the ratios suffer. */
const busyWarning = (load: number): string =>
  `The machine was busy already (load ${load.toFixed(1)}): this favours whoever leaves the work to PostgreSQL, so run it again when it is idle.`;

/** In turn, so that what else the machine does in the meantime meets all of them. */
async function measureSideBySide(
  beside: readonly Measured[],
  connections: number,
  servers: Readonly<Servers>,
  { account, writes }: { readonly account: CpuAccount; readonly writes: WriteAccount },
): Promise<void> {
  for (let round = 0; round < settings.rounds; round += 1)
    for (const one of beside) {
      const server = servers[one.scenario.server];
      const cell = one.cells.get(connections);
      if (cell) {
        const measure = async (): Promise<void> => {
          const spent = await account.spentOn(server.pid, () =>
            drive(server.url, one.scenario, connections, settings.seconds / settings.rounds, cell),
          );
          cell.spent = addSpent(cell.spent, spent);
        };
        const again = () => drive(server.url, one.scenario, connections, 0, new Cell());
        cell.written = addWritten(cell.written, await writes.writtenBy(measure, again));
      }
      one.residentBytes = Math.max(one.residentBytes, server.residentBytes());
    }
}

/** By servers of their own, which reach the database through a relay that counts. They end afterwards, but for a quick run. */
async function countTraffic(databaseUrl: string): Promise<{
  readonly traffic: Map<string, Traffic>;
  readonly counted: Servers;
}> {
  const relay = await openCountingRelay(databaseUrl);
  leftToClose.push(() => relay.close());
  const servers = await startAll(relay.url);
  const perRequest = new Map<string, Traffic>();
  for (const scenario of await chosenScenarios(servers)) {
    const { url } = servers[scenario.server];
    // The first ones open connections and prepare statements.
    for (let time = 0; time < 5; time += 1) await ask(url, scenario.next());
    const counted: Traffic[] = [];
    for (let time = 0; time < countedRequests; time += 1) {
      const before = { ...relay.traffic };
      await ask(url, scenario.next());
      const { statements, trips, waits } = relay.traffic;
      counted.push({
        statements: statements - before.statements,
        trips: trips - before.trips,
        waits: waits - before.waits,
      });
    }
    perRequest.set(keyOf(scenario), {
      statements: median(counted.map(({ statements }) => statements)),
      trips: median(counted.map(({ trips }) => trips)),
      waits: median(counted.map(({ waits }) => waits)),
    });
  }
  if (!quick)
    await Promise.all(
      [servers.product, servers.unlimited, servers.limits, ...peers.map((peer) => servers[peer])].map((one) =>
        one.stop(),
      ),
    );
  return { traffic: perRequest, counted: servers };
}

const withWorkers = `, ${settings.workers} workers`;

/** What goes over the wire is the same, however many processes there are. */
const keyOf = ({ group, title }: Scenario): string => `${group}: ${title.replace(withWorkers, '')}`;

/** Now and then the server's background work falls into a request; it is not the request's. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

type Servers = Record<Scenario['server'], Server>;

async function startAll(databaseUrl: string): Promise<Servers> {
  const product = await startProduct(databaseUrl);
  leftToClose.push(() => product.stop());
  const limits = await startLimits(databaseUrl);
  leftToClose.push(() => limits.stop());
  const unlimited = await startWithoutBudgets(databaseUrl);
  leftToClose.push(() => unlimited.stop());
  const servers: Servers = {
    product,
    unlimited,
    limits,
    workers: product,
    yoga: product,
    postgraphile: product,
  };
  for (const peer of peers) {
    servers[peer] = await startGraphPeer(peer, databaseUrl);
    leftToClose.push(() => servers[peer].stop());
  }
  return servers;
}

/** The product once more, with several processes; where none are wanted, it is the one. */
async function startWorkers(databaseUrl: string, alone: Server): Promise<Server> {
  if (settings.workers < 2) return alone;
  const workers = await startProduct(databaseUrl, settings.workers);
  leftToClose.push(() => workers.stop());
  return workers;
}

async function chosenScenarios(servers: Servers, workers = 1): Promise<Scenario[]> {
  const places = await findPlaces(servers.product.url, settings.domains);
  const more = scenarios(places)
    .filter(({ server }) => server === 'product' && workers > 1)
    .map((one) => ({ ...one, title: `${one.title}${withWorkers}`, server: 'workers' as const }));
  const all = scenarios(places).flatMap((one) => [
    one,
    ...more.filter(({ title }) => title === `${one.title}${withWorkers}`),
  ]);
  const others = await Promise.all(peers.map((peer) => peerScenarios(peer, servers[peer].url, places)));
  const together = [...all, ...others.flat()];
  const groups = [...new Set(all.map(({ group }) => group))].filter(isChosen);
  return groups.flatMap((group) => together.filter((one) => one.group === group));
}
