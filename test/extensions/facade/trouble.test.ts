import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Between, between, cut, type Fault, html, json, silent } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
/** Another process, which soon gives up. */
let hurried: TestFacade;
let line: Between;
beforeAll(async () => {
  world = await testWorld();
  for (const name of ['one.ee', 'two.ee', 'three.ee']) await seed(world).domain(name);
  line = await between(world);
  const env = { UPSTREAM_FRESH_FOR: 'PT0S', UPSTREAM_SYNC_EVERY: 'PT1S' };
  facade = await testFacade(line.url, { ...env, UPSTREAM_TIMEOUT: '3' });
  hurried = await testFacade(line.url, { ...env, UPSTREAM_TIMEOUT: '0.5' }, { beside: facade });
  await facade.upstream.mirror.pass();
});
beforeEach(async () => {
  line.fault = undefined;
  // Whatever opened the circuit is over: one answer closes it again.
  for (const at of [hurried, facade])
    await expect.poll(async () => (await staleOf('one.ee', at)) ?? 'fresh').toBe('fresh');
});

async function staleOf(name: string, at: TestFacade): Promise<unknown> {
  const { body } = await at.request({
    method: 'POST',
    url: '/graphql',
    payload: { query: `{ domain(name: "${name}") { name } }` },
  });
  return body.extensions?.stale;
}

const total = async (): Promise<unknown> =>
  (await facade.ask('{ domains { totalCount } }')).domains.totalCount;

/** After our timeout. */
const late: Fault = (_, __, pass) => void setTimeout(() => void pass(), 700);
/** A byte now and then, and never the end. */
const trickling: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write(' ')), 50);
};

describe('a registry in trouble', () => {
  const troubles: Readonly<Record<string, Fault>> = {
    'does not answer': silent,
    'answers too late': late,
    'answers without end': trickling,
    'is cut off in the middle of an answer': cut,
    'hangs up': (_, response) => response.destroy(),
    'answers with a page instead': html(500),
    'has a proxy that answers with a page instead': html(502),
    'answers something else than it should': json(200, { code: 1000, data: { domain: { name: 5 } } }),
    'answers what is no JSON': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"code": 1000, "data": {'),
    'sends us elsewhere': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'does not let us in any more': json(401, { code: 2202, message: 'Invalid authorization information' }),
    'does not let us in, and says so with a page': html(401),
    'asks for patience as the incumbent does': json(400, { code: 2502, message: 'Session limit exceeded' }),
    'says so without a code': json(503, { message: 'Maintenance' }),
    'is hidden by a gateway': json(404, { message: 'no Route matched' }),
    'is forbidden by a gateway': json(403, { message: 'Forbidden' }),
    'shows us nothing any more': json(401, { code: 2201, message: 'Authorization error' }),
  };
  for (const [what, happens] of Object.entries(troubles))
    it(`that ${what}: the mirror answers, and says that it is old`, async () => {
      line.fault = happens;
      expect(await staleOf('two.ee', hurried)).toEqual(['domain two.ee']);
      const foreign = await hurried.request({ url: '/registry/v1/domains/never-seen.ee' });
      expect({ status: foreign.status, code: foreign.body.code }).toEqual({ status: 503, code: 2400 });
    });

  it('is waited for when it says for how long, and no longer than a caller waits', async () => {
    let refusals = 0;
    line.fault = (request, response, pass) => {
      refusals += 1;
      if (refusals > 1) return pass();
      const headers = {
        'retry-after': new Date(1_000_000).toUTCString(),
        date: new Date(1_000_000).toUTCString(),
      };
      return json(429, { code: 2502 }, headers)(request, response, pass);
    };
    expect(await staleOf('two.ee', facade)).toBeUndefined();
    expect(refusals).toBe(2);
  });
});

describe('mirrored data', () => {
  it('stays, whatever is answered to lists', async () => {
    const lists =
      (fault: Fault): Fault =>
      (request, response, pass) =>
        /\/(domains|contacts)\?/.test(request.url ?? '') ? fault(request, response, pass) : pass();
    for (const happens of [
      json(404, { code: 2303, message: 'Object does not exist' }),
      json(200, { code: 1000, data: { domains: [], contacts: [] } }),
      json(200, { code: 1000, data: [] }),
      json(200, { code: 1000, data: { domains: [], contacts: [], count: 7 } }),
    ]) {
      line.fault = lists(happens);
      await expect(facade.upstream.mirror.pass()).rejects.toThrow('cannot be understood');
    }
    expect(await total()).toBe(3);
  });

  it('stays when a list was short or empty: each is asked for by name first', async () => {
    line.fault = (request, response, pass) =>
      request.url?.includes('/domains?')
        ? json(200, { code: 1000, data: { domains: [], count: 0 } })(request, response, pass)
        : pass();
    await facade.upstream.mirror.pass();
    expect(await total()).toBe(3);
  });

  it('stays when one page of several fails, and the next pass goes on there', async () => {
    const offsets: string[] = [];
    line.fault = (request, response, pass) => {
      const offset = /\/domains\?.*offset=(\d+)/.exec(request.url ?? '')?.[1];
      if (offset === undefined) return pass();
      offsets.push(offset);
      // Pages of two, of which the second is never whole.
      const limited = request.url?.replace(/limit=\d+/, 'limit=2');
      Object.assign(request, { url: limited });
      return offset === '2' ? json(404, { code: 2303 })(request, response, pass) : pass();
    };
    await expect(facade.upstream.mirror.pass()).rejects.toThrow('cannot be understood');
    expect(await total()).toBe(3);
    line.fault = undefined;
    line.seen.length = 0;
    await facade.upstream.mirror.pass();
    expect(line.seen.filter((one) => /\/contacts\?.*details/.test(one))).toEqual([]);
    expect(line.seen.find((one) => one.includes('/domains?'))).toContain('offset=2');
    expect(await total()).toBe(3);
  });

  it('stays as it was where one row of a page is not understood, and the others are read', async () => {
    await seed(world).domain('four.ee');
    line.fault = async (request, response, pass) => {
      if (!/\/domains\?.*details/.test(request.url ?? '')) return pass();
      const { body } = await world.request({ url: request.url ?? '' });
      const domains = (body.data.domains as unknown as object[]).map((one) =>
        'name' in one && one.name === 'two.ee'
          ? { ...one, statuses: { shiny: '' }, expire_time: 'soon' }
          : one,
      );
      return json(200, { ...body, data: { ...body.data, domains } })(request, response, pass);
    };
    await facade.upstream.mirror.pass();
    line.fault = undefined;
    expect(
      await facade.ask('{ domains(first: 10) { totalCount nodes { name statuses { name } } } }'),
    ).toMatchObject({
      domains: {
        totalCount: 4,
        nodes: expect.arrayContaining([{ name: 'two.ee', statuses: [{ name: 'inactive' }] }]),
      },
    });
  });
});

describe("the registry's answer to a change", () => {
  const hold = () =>
    facade.request({ method: 'PUT', url: '/registry/v1/domains/one.ee/statuses/clientHold' });
  const held = async () =>
    (
      await facade.ask(
        'mutation { domainClientHoldSet(input: { name: "one.ee" }) { userErrors { resultCode message } } }',
      )
    ).domainClientHoldSet;
  const toChanges =
    (fault: Fault): Fault =>
    (request, response, pass) =>
      request.method === 'GET' ? pass() : fault(request, response, pass);

  it('is a refusal with its own code, also one that nobody here knows', async () => {
    line.fault = toChanges(json(400, { code: 2999, message: 'Not on Mondays', data: {} }));
    expect(await hold()).toMatchObject({ status: 400, body: { code: 2999, message: 'Not on Mondays' } });
    expect(await held()).toEqual({ userErrors: [{ resultCode: 2999, message: 'Not on Mondays' }] });
  });
});

describe('a mirror that cannot be kept', () => {
  it('says that it is read again, and then that it was', async () => {
    const reported: unknown[] = [];
    const look = async (): Promise<void> => {
      const { mirror } = await facade.ask('{ mirror { state progress lag } }');
      const { body } = await facade.request({ url: '/readyz' });
      expect(body.mirror).toMatchObject({
        ...mirror,
        lag: expect.closeTo(Number(mirror.lag), -1),
        syncedAt: expect.stringMatching(/\+0[23]:00$/),
      });
      reported.push({ ...mirror, lag: Number(mirror.lag) >= 0, upstream: body.upstream });
    };
    await facade.upstream.mirror.pass();
    line.fault = async (request, _, pass) => {
      if (request.url?.includes('/registrar/notifications')) await look();
      await pass();
    };
    await facade.upstream.mirror.pass();
    await look();
    expect(reported).toEqual([
      { state: 'SYNCING', progress: 0.4, lag: true, upstream: 'ok' },
      { state: 'SYNCED', progress: 1, lag: true, upstream: 'ok' },
    ]);
  });

  it('is reported by readyz and by the graph, which go on', async () => {
    line.fault = html(500);
    facade.upstream.mirror.start();
    try {
      await expect
        .poll(async () => (await facade.request({ url: '/readyz' })).body.mirror?.trouble)
        .toBe('The upstream registry does not answer');
    } finally {
      await facade.upstream.mirror.stop();
    }
    expect(await facade.request({ url: '/readyz' })).toMatchObject({
      status: 200,
      body: { status: 'ok', upstream: 'away', mirror: { state: 'STALE', progress: expect.any(Number) } },
    });
    expect(await facade.ask('{ mirror { state domains } }')).toEqual({
      mirror: { state: 'STALE', domains: 4 },
    });
  });
});
