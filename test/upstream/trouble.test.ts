import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestFacade, testFacade } from '../support/facade.ts';
import { seed } from '../support/seed.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

type Fault = (request: IncomingMessage, response: ServerResponse, pass: () => Promise<void>) => unknown;

let world: TestWorld;
let facade: TestFacade;
let server: Server;
/** What happens to requests on their way; undefined: nothing. */
let fault: Fault | undefined;
let isZonegraph = false;
const seen: string[] = [];

beforeAll(async () => {
  world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  for (const name of ['one.ee', 'two.ee', 'three.ee']) await seed(world).domain(name);
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  facade = await testFacade(`http://127.0.0.1:${port}`, {
    UPSTREAM_TIMEOUT: '1',
    UPSTREAM_FRESH_FOR: 'PT0S',
  });
  await facade.upstream.mirror.pass();
}, 60_000);
afterAll(() => void server.close());
beforeEach(async () => {
  fault = undefined;
  isZonegraph = false;
  // Whatever opened the circuit is over: one answer closes it again.
  await expect.poll(async () => (await staleOf('one.ee')) ?? 'fresh', { timeout: 15_000 }).toBe('fresh');
  seen.length = 0;
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  seen.push(`${request.method} ${request.url}`);
  const pass = async (): Promise<void> => {
    const answered = await world.app.inject({
      method: request.method as 'GET',
      url: request.url ?? '',
      headers: request.headers,
      ...(chunks.length > 0 && { payload: Buffer.concat(chunks) }),
    });
    const { understands, ...headers } = answered.headers;
    response.writeHead(answered.statusCode, { ...headers, ...(isZonegraph && { understands }) } as never);
    response.end(answered.rawPayload);
  };
  await (fault ? fault(request, response, pass) : pass());
}

const html =
  (status: number): Fault =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>We are sorry</h1>');
const json =
  (status: number, body: unknown, headers = {}): Fault =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const cut: Fault = (_, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    .write('{"code":1000,"data":{"dom');
  setTimeout(() => response.destroy(), 20);
};
const silent: Fault = () => {};

async function staleOf(name: string): Promise<unknown> {
  const { body } = await facade.request({
    method: 'POST',
    url: '/graphql',
    payload: { query: `{ domain(name: "${name}") { name } }` },
  });
  return body.extensions?.stale;
}

const register = async (name: string, key = '') =>
  (
    await facade.ask(`mutation { domainRegister(${key && `idempotencyKey: "${key}", `}input:
      { name: "${name}", registrant: "ALPHA:HOLDER", period: "P1Y" }) { domain { name } userErrors { code message } } }`)
  ).domainRegister;
const movements = async (): Promise<number> =>
  (await world.house.database.db.selectFrom('ledger').select('id').execute()).length;

describe('a registry in trouble', () => {
  const troubles: Readonly<Record<string, Fault>> = {
    'does not answer in time': silent,
    'is cut off in the middle of an answer': cut,
    'answers with a page instead': html(500),
    'answers something else than it should': json(200, { code: 1000, data: { domain: { name: 5 } } }),
    'does not let us in any more': json(401, { code: 2202, message: 'Invalid authorization information' }),
    'asks for patience': json(
      429,
      { code: 2502, message: 'Session limit exceeded' },
      { 'retry-after': '60' },
    ),
    'says so without a code': json(503, { message: 'Maintenance' }),
  };
  for (const [what, happens] of Object.entries(troubles))
    it(`that ${what}: the mirror answers, and says that it is old`, async () => {
      fault = happens;
      expect(await staleOf('two.ee')).toEqual(['domain two.ee']);
      const foreign = await facade.request({ url: '/registry/v1/domains/never-seen.ee' });
      expect({ status: foreign.status, code: foreign.body.code }).toEqual({ status: 503, code: 2400 });
    }, 30_000);

  it('never empties the mirror, whatever it answers to lists', async () => {
    for (const happens of [html(500), cut, json(200, { code: 1000, data: { domains: [], contacts: [] } })]) {
      fault = happens;
      await expect(facade.upstream.mirror.pass()).rejects.toThrow();
    }
    expect(await facade.ask('{ domains { totalCount } }')).toEqual({ domains: { totalCount: 3 } });
  }, 60_000);

  it('does not lose a domain because a list was short: it is asked for by name first', async () => {
    fault = (request, response, pass) =>
      request.url?.includes('/domains?')
        ? json(200, { code: 1000, data: { domains: [], count: 0 } })(request, response, pass)
        : pass();
    await facade.upstream.mirror.pass();
    expect(await facade.ask('{ domains { totalCount } }')).toEqual({ domains: { totalCount: 3 } });
  }, 30_000);
});

describe('a change whose answer is lost', () => {
  /** It arrives and is done, and nobody hears of it. */
  const done: Fault = async (request, response, pass) => {
    if (request.method === 'GET') return pass();
    const { writeHead, end } = response;
    response.writeHead = (() => response) as never;
    response.end = (() => response) as never;
    await pass();
    Object.assign(response, { writeHead, end });
    response.destroy();
  };

  it('is told as unknown, and with a key looked for before it is sent again', async () => {
    const before = await movements();
    fault = done;
    expect(await register('lost.ee', 'lost')).toMatchObject({
      domain: null,
      userErrors: [{ code: 'OUTCOME_UNKNOWN' }],
    });
    fault = undefined;
    seen.length = 0;
    expect(await register('lost.ee', 'lost')).toMatchObject({ domain: { name: 'lost.ee' }, userErrors: [] });
    expect(seen.filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(await movements()).toBe(before + 1);
  }, 30_000);

  it('is sent again when it never arrived', async () => {
    fault = (request, response, pass) => (request.method === 'GET' ? pass() : response.destroy());
    expect(await register('never.ee', 'never')).toMatchObject({ userErrors: [{ code: 'OUTCOME_UNKNOWN' }] });
    fault = undefined;
    expect(await register('never.ee', 'never')).toMatchObject({ domain: { name: 'never.ee' } });
  }, 30_000);

  it('is repeated under its key where the registry knows keys', async () => {
    isZonegraph = true;
    await staleOf('one.ee');
    let times = 0;
    fault = (request, response, pass) => {
      if (request.method === 'GET') return pass();
      times += 1;
      return times === 1 ? done(request, response, pass) : pass();
    };
    const before = await movements();
    expect(await register('keyed.ee')).toMatchObject({ domain: { name: 'keyed.ee' }, userErrors: [] });
    expect(await movements()).toBe(before + 1);
  }, 30_000);
});
