import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../src/registry/store/driver/connections/database.ts';
import type { Db } from '../src/registry/store/driver/connections/pool.ts';
import { startSandbox } from './processes.ts';
import { authorization } from './scenarios.ts';

interface Settings {
  readonly seconds: number;
  readonly streams: number;
}

interface Surroundings {
  readonly say: (text: string) => void;
  readonly closeLater: (close: () => unknown) => void;
}

const changesASecond = 100;
/** How many streams follow the same domain. */
const followers = 5;

const document = `subscription ($names: [String!]) { domainsChanged(where: { name: { in: $names } }) {
  id change operation domain { name expiresAt statuses { name } } } }`;

/**
 * How long after a change is committed the streams that it concerns are told, and how many statements a change costs. The
 * changes are written by this process, so that nothing but telling them costs the server anything.
 */
export async function measureLive(
  url: string,
  { seconds, streams }: Settings,
  { say, closeLater }: Surroundings,
): Promise<void> {
  const database = await openDatabase({ url });
  closeLater(() => database.close());
  const { rows } = await sql<{ id: number; name: string }>`
    select domains.id, domains.name from domains join registrars on registrars.id = registrar_id
    where code = 'ALPHA' order by domains.id limit ${streams}`.execute(database.db);
  const product = await startSandbox(url, { MAX_STREAMS: String(streams) });
  closeLater(() => product.stop());
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  closeLater(() => agent.destroy());
  const delays: number[] = [];
  const names = rows.map(({ name }) => name);
  for (let first = 0; first < streams; first += 1) {
    const own = Array.from({ length: followers }, (_, place) => names[(first + place) % names.length]);
    const response = await follow(product.url, agent, own);
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += String(chunk);
      for (const [, sent] of text.matchAll(/"operation":"bench\.(\d+)"/g))
        delays.push(Date.now() - Number(sent));
      text = text.slice(text.lastIndexOf('\n\n') + 2);
    });
  }
  say(`${streams} streams are open, each over ${followers} domains of its own choice`);
  const atRest = await statementsIn(product.url, seconds);
  const changes = Math.round(seconds * changesASecond);
  const before = await statements(product.url);
  const begin = performance.now();
  for (let count = 0; count < changes; count += 1) {
    const domain = rows[(count * 7) % rows.length];
    if (domain) await change(database.db, domain);
    await sleep(Math.max(0, begin + ((count + 1) * 1000) / changesASecond - performance.now()));
  }
  const took = (performance.now() - begin) / 1000;
  const wanted = changes * followers;
  for (let time = 0; delays.length < wanted && time < 100; time += 1) await sleep(100);
  const sent = (await statements(product.url)) - before - (atRest * took) / seconds;
  const sorted = delays.sort((one, other) => one - other);
  const part = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  say(
    `${(changes / took).toFixed(0)} changes a second, ${delays.length} of ${wanted} events; ` +
      `told after ${part(0.5)} ms (median), ${part(0.99)} ms (p99), ${sorted.at(-1)} ms at most`,
  );
  say(
    `${(sent / changes).toFixed(2)} statements for a change, and ${(atRest / seconds).toFixed(1)} a second at rest`,
  );
}

async function follow(
  url: string,
  agent: Agent,
  names: readonly (string | undefined)[],
): Promise<IncomingMessage> {
  const asked = request(`${url}/graphql`, {
    agent,
    method: 'POST',
    headers: { authorization, accept: 'text/event-stream', 'content-type': 'application/json' },
  });
  asked.end(JSON.stringify({ query: document, variables: { names } }));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
  response.on('error', () => {});
  return response;
}

/** An entry in the history, as every write makes one; its operation says when it was sent. */
async function change(db: Db, { id, name }: { readonly id: number; readonly name: string }): Promise<void> {
  await sql`with written as (
      insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key,
        event, changes, snapshot)
      values (now(), 'system', 'bench', ${`bench.${Date.now()}`}, 'bench', 'domain', ${id}, ${name}, 'update', '{}'::jsonb,
        ${JSON.stringify({ registrar: 'ALPHA', statuses: ['ok'], nameservers: [] })}::jsonb)
      returning id)
    select pg_notify('zonegraph', ${JSON.stringify(['domain', name])}) from written`.execute(db);
}

async function statements(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^zonegraph_sql_statements_total (\d+)/m.exec(text)?.[1]);
}

/** What the server sends by itself. */
async function statementsIn(url: string, seconds: number): Promise<number> {
  const before = await statements(url);
  await sleep(seconds * 1000);
  return (await statements(url)) - before;
}
