import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Cell, drive } from './measure.ts';
import { installPeer } from './peers.ts';
import { facadeSettings, type Server, startFacade, startFormula, startPeer } from './processes.ts';
import { table } from './report.ts';
import { ask, type BenchRequest, type Scenario } from './scenarios.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const countedRequests = 20;
/** As many as there are whole ones, up to 16. */
const pagesIn = (domains: number): number => Math.min(16, Math.floor(domains / 50));

interface Settings {
  readonly domains: number;
  readonly domainMs: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly rounds: number;
  readonly connections: readonly number[];
}

interface Bench {
  say(text: string): void;
  closeLater(close: () => unknown): void;
}

/**
 * A first pass over a registry that answers by formula, with what the process holds on the way; then a page of 50 from the
 * facade beside the same page from a gateway that is generated from our OpenAPI document, both over that registry.
 */
export async function measureFacade(
  databaseUrl: string,
  { domains, domainMs, seconds, warmUp, rounds, connections }: Settings,
  { say, closeLater }: Bench,
): Promise<void> {
  const started = async (server: Promise<Server>): Promise<Server> => {
    const one = await server;
    closeLater(() => one.stop());
    return one;
  };
  const registry = await started(startFormula(domains, domainMs));
  await addUser(databaseUrl, registry.url);
  const facade = await started(startFacade(databaseUrl, registry.url));
  if (domainMs > 0) {
    const isOver = new AbortController();
    const callers = servedMeanwhile(facade.url, isOver.signal);
    say(await firstPass(facade, domains));
    isOver.abort();
    return say(await callers);
  }
  say(await firstPass(facade, domains));

  const servers = [{ name: 'facade', url: facade.url, pages: await facadePages(facade.url, domains) }];
  if (installPeer('openapi-gateway', say)) {
    const { url } = await started(
      startPeer('bench/peers/openapi-gateway/gateway.mjs', { UPSTREAM_URL: registry.url }),
    );
    servers.push({ name: 'gateway from OpenAPI (GraphQL Mesh)', url, pages: gatewayPages(domains) });
    await compareNames(servers);
    say('the gateway answers what the facade answers');
  }
  const header = [
    '',
    ...connections.map((count) => `${count} conn: req/s`),
    ...connections.map((count) => `facade / this, ${count} conn`),
    'upstream calls/req',
  ];
  const rows: string[][] = [];
  for (const kind of kinds) {
    const beside = servers.map(({ name, url, pages }) => ({
      url,
      scenario: inTurn(`${kind}: ${name}`, pages[kind]),
    }));
    const cells = beside.map(() => new Map(connections.map((count) => [count, new Cell()] as const)));
    for (const { url, scenario } of beside) await drive(url, scenario, 4, warmUp, new Cell());
    for (const count of connections)
      for (let round = 0; round < rounds; round += 1)
        for (const [index, { url, scenario }] of beside.entries()) {
          const cell = cells[index]?.get(count);
          if (cell) await drive(url, scenario, count, seconds / rounds, cell);
        }
    const speed = (index: number, count: number): number => cells[index]?.get(count)?.perSecond ?? Number.NaN;
    for (const [index, { url, scenario }] of beside.entries())
      rows.push([
        scenario.title,
        ...connections.map((count) => speed(index, count).toFixed(1)),
        ...connections.map((count) => (speed(0, count) / speed(index, count)).toFixed(1)),
        String(await upstreamCalls(registry.url, url, scenario)),
      ]);
  }
  say(`\n${table([header, ...rows])}\n`);
}

/** As somebody who looks after it makes one. */
async function addUser(databaseUrl: string, upstreamUrl: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const args = [
    'src/server/launch/run.mjs',
    'src/server/cli/main.ts',
    'create-user',
    '--username',
    'alpha',
    '--password-stdin',
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    // No server is to be found at this port.
    env: { PATH, HOME, PORT: '1', ...facadeSettings(databaseUrl, upstreamUrl) },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end('alpha-sandbox');
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('the facade has got no user');
}

async function firstPass(facade: Server, domains: number): Promise<string> {
  const began = performance.now();
  const held: number[] = [];
  for (;;) {
    const answer = await fetch(`${facade.url}/readyz`);
    await answer.arrayBuffer();
    held.push(facade.residentBytes() / 1024 / 1024);
    if (answer.ok) break;
    await sleep(200);
  }
  const seconds = (performance.now() - began) / 1000;
  // The most of each sixth of the way.
  const sixths = Array.from({ length: 6 }, (_, index) => {
    const part = held.slice(
      Math.floor((index * held.length) / 6),
      Math.ceil(((index + 1) * held.length) / 6),
    );
    return Math.round(Math.max(...part));
  });
  return `first pass over ${domains} domains: ${seconds.toFixed(1)} s, ${Math.round(domains / seconds)} domains/s; RSS on the way ${sixths.join(', ')} MB`;
}

const request = (query: string, variables: object = {}): BenchRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

/** What callers ask meanwhile, once a second each: a page of the mirror, and a domain that the registry is asked for when it is old. */
const asked: Readonly<Record<string, BenchRequest>> = {
  'page of 50': { method: 'GET', path: '/registry/v1/domains?limit=50&details=true' },
  'one domain': { method: 'GET', path: '/registry/v1/domains/formula-1.ee' },
  'a free name': request('{ domainCheck(names: ["free-to-take.ee"]) { available } }'),
};

async function servedMeanwhile(url: string, over: AbortSignal): Promise<string> {
  const rows = await Promise.all(
    Object.entries(asked).map(async ([title, what]) => {
      const tookMs: number[] = [];
      let failed = 0;
      while (!over.aborted) {
        const began = performance.now();
        const isAnswered = await ask(url, what).then(
          (answer) => !(answer as { errors?: unknown }).errors,
          () => false,
        );
        if (isAnswered) tookMs.push(performance.now() - began);
        else failed += 1;
        await sleep(1_000);
      }
      tookMs.sort((one, other) => one - other);
      const at = (share: number): string => (tookMs[Math.floor(share * (tookMs.length - 1))] ?? 0).toFixed(0);
      return [title, String(tookMs.length), String(failed), at(0.5), at(0.99), at(1)];
    }),
  );
  return table([['callers meanwhile', 'answered', 'failed', 'median ms', '99 % ms', 'longest ms'], ...rows]);
}

/** A page as the registry's list has it; and with the e-mail addresses of its people, which that does not tell. */
const kinds = ['page of 50', 'with e-mails'] as const;
type Pages = Readonly<Record<(typeof kinds)[number], readonly BenchRequest[]>>;

const facadeDocument = (person: string): string => `query ($after: String) {
  domains(first: 50, after: $after, orderBy: { field: EXPIRES_AT }) {
    pageInfo { endCursor }
    nodes { name expiresAt registrar { name } registrant { ${person} } adminContacts { ${person} } techContacts { ${person} }
      nameservers { hostname ipv4 ipv6 } } } }`;

function inTurn(title: string, requests: readonly BenchRequest[]): Scenario {
  let turn = -1;
  const next = (): BenchRequest => {
    turn = (turn + 1) % requests.length;
    return requests[turn] as BenchRequest;
  };
  return { group: 'page', server: 'product', title, next };
}

interface FacadePage {
  readonly data: {
    readonly domains: {
      readonly pageInfo: { readonly endCursor: string };
      readonly nodes: readonly { readonly name: string }[];
    };
  };
}

async function facadePages(url: string, domains: number): Promise<Pages> {
  const places: (string | null)[] = [null];
  for (const after of places) {
    const { data } = (await ask(url, request(facadeDocument('code'), { after }))) as FacadePage;
    if (places.length < pagesIn(domains)) places.push(data.domains.pageInfo.endCursor);
    else break;
  }
  const asking = (person: string) => places.map((after) => request(facadeDocument(person), { after }));
  return { 'page of 50': asking('code name'), 'with e-mails': asking('code name email') };
}

interface GatewayPage {
  readonly data: {
    readonly domainsList: { readonly data: { readonly domains: readonly { name: string }[] } };
  };
}

/** It cannot follow a code to its contact. A client would have to ask for each; here they are all asked for along with the page. */
function gatewayPages(domains: number): Pages {
  const contacts = Math.ceil(domains / 4);
  const list = (page: number): string =>
    `domainsList(limit: 50, offset: ${page * 50}, details: "true") { ... on domainsList_200_response { data { domains {
      name expire_time registrar { name } registrant nameservers { hostname ipv4 ipv6 } contacts { code name type } } } } }`;
  const people = (page: number): string =>
    Array.from({ length: 52 }, (_, index) => (page * 50 + index) % contacts)
      .map(
        (n, index) =>
          `p${index}: contactsShow(contact_id: "FORMULA:C${n}") { ... on contactsShow_200_response { data { contact { email } } } }`,
      )
      .join('\n');
  const asking = (document: (page: number) => string) =>
    Array.from({ length: pagesIn(domains) }, (_, page) => request(`{ ${document(page)} }`));
  return { 'page of 50': asking(list), 'with e-mails': asking((page) => `${list(page)} ${people(page)}`) };
}

async function compareNames(
  servers: readonly { readonly url: string; readonly pages: Pages }[],
): Promise<void> {
  const [facade, gateway] = servers;
  if (!facade || !gateway) return;
  for (const kind of kinds)
    for (const [page, asked] of facade.pages[kind].entries()) {
      const here = ((await ask(facade.url, asked)) as FacadePage).data.domains.nodes;
      const other = gateway.pages[kind][page] as BenchRequest;
      const there = ((await ask(gateway.url, other)) as GatewayPage).data.domainsList.data.domains;
      const [ours, theirs] = [here, there].map((list) => list.map(({ name }) => name).join());
      if (ours !== theirs || here.length !== 50)
        throw new Error(`page ${page} differs: ${ours} and ${theirs}`);
    }
}

async function upstreamCalls(registryUrl: string, url: string, scenario: Scenario): Promise<number> {
  const calls = async (): Promise<number> => Number(await (await fetch(`${registryUrl}/calls`)).json());
  const before = await calls();
  for (let time = 0; time < countedRequests; time += 1) await ask(url, scenario.next());
  return ((await calls()) - before) / countedRequests;
}
