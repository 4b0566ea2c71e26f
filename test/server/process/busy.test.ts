import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alpha, basic, beta } from '../../support/world.ts';
import { newDatabase, type Server, startServer } from './server.ts';

/** A busy process stays reachable (docs/operating.md#shares), on the database that this run is about. */

const slow = { timeout: 120_000 };
const pages = JSON.stringify({
  query: `{ domains(first: 50) { nodes { name expiresAt registrar { code } registrant { code name }
    adminContacts { code } techContacts { code } nameservers { hostname } } } }`,
});

let database: Awaited<ReturnType<typeof newDatabase>>;
let server: Server;
let url: string;
beforeAll(async () => {
  database = await newDatabase();
  server = startServer({ ...database.env, SANDBOX_WORLD: 'demo' });
  url = await server.url;
}, 120_000);
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended;
  await database.remove();
});

async function send(path: string, options: RequestOptions & { body?: string } = {}): Promise<number> {
  const asking = request(`${url}${path}`, options);
  asking.end(options.body);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

/** So many connections that ask again as soon as they are answered, until `work` is done. */
async function whileBusy<T>(
  connections: number,
  ask: (agent: Agent) => Promise<number>,
  work: () => Promise<T>,
): Promise<{ result: T; statuses: Readonly<Record<number, number>> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<number, number> = {};
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (!isOver) {
      const status = await ask(agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const working = Array.from({ length: connections }, worker);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const result = await work();
  isOver = true;
  await Promise.all(working);
  agent.destroy();
  return { result, statuses };
}

const alone = { connection: 'close' };
/** How long a probe and another registrar's read take, on new connections; the longest but one: the machine may pause for a moment. */
async function waits(): Promise<{ ready: number; domain: number }> {
  const longest: Record<'ready' | 'domain', number[]> = { ready: [], domain: [] };
  for (let time = 0; time < 12; time += 1) {
    const started = performance.now();
    expect(await send('/readyz', { headers: alone, agent: false })).toBe(200);
    const ready = performance.now();
    const headers = { ...alone, authorization: beta };
    expect(await send('/registry/v1/domains/demo.ee', { headers, agent: false })).toBeOneOf([200, 404]);
    longest.ready.push(ready - started);
    longest.domain.push(performance.now() - ready);
  }
  const nearlyLongest = (all: number[]): number => all.sort((one, other) => other - one)[1] ?? 0;
  return { ready: nearlyLongest(longest.ready), domain: nearlyLongest(longest.domain) };
}

describe('a probe and another registrar are answered within a second', () => {
  it('while one caller keeps 200 connections busy with pages', slow, async () => {
    const headers = { authorization: alpha, 'content-type': 'application/json' };
    const { result, statuses } = await whileBusy(
      200,
      (agent) => send('/graphql', { method: 'POST', agent, headers, body: pages }),
      waits,
    );
    expect(statuses[200]).toBeGreaterThan(100);
    expect(result.ready).toBeLessThan(1000);
    expect(result.domain).toBeLessThan(1000);
  });

  it('while one address keeps 600 connections busy with made-up passwords', slow, async () => {
    const { result, statuses } = await whileBusy(
      600,
      (agent) =>
        send('/registry/v1/accounts/balance', {
          agent,
          headers: { authorization: basic(`nobody-${randomUUID()}`, randomUUID()) },
        }),
      waits,
    );
    expect(statuses[200]).toBeUndefined();
    expect(result.ready).toBeLessThan(1000);
    expect(result.domain).toBeLessThan(1000);
  });
});
