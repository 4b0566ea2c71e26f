import { beforeAll, describe, expect, it } from 'vitest';
import { Throttle } from '#src/extensions/facade/throttle.ts';
import { type Between, between, type Fault, json } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let line: Between;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).domain('one.ee');
  line = await between(world);
  // Of a name that is not there it answers at once; the real one has to be asked twice.
  line.isZonegraph = true;
  facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' });
  await facade.upstream.mirror.pass();
});

/** Another process, which has not been told to wait yet. */
const another = () => testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' }, { beside: facade });
const staleOf = async (at: TestFacade): Promise<unknown> =>
  (
    await at.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ domain(name: "one.ee") { name } }' },
    })
  ).body.extensions?.stale;
const hold = (at: TestFacade) =>
  at.request({ method: 'PUT', url: '/registry/v1/domains/one.ee/statuses/clientHold' });

describe("the registry's own rate limit", () => {
  const usedUp =
    (headers: object): Fault =>
    async (_, response, pass) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      await pass();
    };
  it.each<[string, Fault, number]>([
    ['refuses', json(429, { code: 2502, message: 'Slow down' }, { 'retry-after': '37' }), 503],
    ['says that nothing is left', usedUp({ 'ratelimit-remaining': '0', 'ratelimit-reset': '37' }), 200],
    ['says so in the newer form', usedUp({ ratelimit: '"default";r=0;t=37' }), 200],
  ])(
    'counts where it %s: nobody asks it again before, and callers learn for how long',
    async (_, fault, first) => {
      const at = await another();
      line.fault = fault;
      expect((await at.request({ url: '/registry/v1/domains/never-seen.ee' })).status).toBe(
        first === 200 ? 404 : first,
      );
      line.fault = undefined;
      line.seen.length = 0;
      expect(await staleOf(at)).toEqual(['domain one.ee']);
      const { status, headers } = await hold(at);
      const wait = Number(headers['retry-after']);
      expect({ status, isReported: wait > 30 && wait <= 37, seen: line.seen }).toEqual({
        status: 503,
        isReported: true,
        seen: [],
      });
    },
  );

  it('does not open the circuit breaker, however often it is met: who asks for patience is there', async () => {
    const at = await another();
    line.fault = json(429, { code: 2502, message: 'Slow down' });
    for (let calls = 0; calls < 6; calls += 1)
      expect((await at.request({ url: `/registry/v1/domains/no-${calls}.ee` })).status).toBe(503);
    line.fault = undefined;
    expect(await staleOf(at)).toBeUndefined();
  });

  it('is not what a caller has used up here, which is counted apart', async () => {
    const at = await testFacade(line.url, { RATE_LIMIT_POINTS: '5' });
    await at.upstream.mirror.pass();
    const statuses: number[] = [];
    for (let calls = 0; calls < 7; calls += 1)
      statuses.push((await at.request({ url: '/registry/v1/accounts/balance' })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('for how long a registry wants no requests', () => {
  const date = 'Mon, 16 Nov 2026 10:00:00 GMT';
  it.each<[number, Record<string, string>, number]>([
    [429, { 'retry-after': '5' }, 5],
    [429, { 'retry-after': 'Mon, 16 Nov 2026 10:00:30 GMT', date }, 30],
    [429, { 'retry-after': '2026-11-16T10:00:40Z', date }, 40],
    [429, { 'retry-after': 'in 5', date }, 0],
    [429, {}, 0],
    [200, { 'retry-after': '5' }, 0],
    [200, { 'ratelimit-remaining': '3', 'ratelimit-reset': '60' }, 0],
    [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1794823220', date }, 20],
    [200, { ratelimit: 'limit=10, remaining=0, reset=7' }, 7],
    [200, { 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' }, 0],
    [429, { 'retry-after': '999999999' }, 900],
  ])('%i %j: %i seconds', (status, headers, seconds) => {
    const throttle = new Throttle();
    throttle.note(status, headers);
    expect(Math.ceil(throttle.remainingMs / 1000)).toBe(seconds);
  });

  it('is the longest of several answers that arrive at once', () => {
    const throttle = new Throttle();
    for (const seconds of ['5', '60', '1']) throttle.note(429, { 'retry-after': seconds });
    expect(Math.ceil(throttle.remainingMs / 1000)).toBe(60);
  });
});
