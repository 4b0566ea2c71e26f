import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshBudgets, spentPoints } from '../../support/budgets.ts';
import { secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { seed } from '../../support/seed.ts';
import { clockAt } from '../../support/time.ts';
import { alpha, basic, beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const env = { RATE_LIMIT_POINTS: '3', RATE_LIMIT_WINDOW: '60' };
const text = 'Session limit exceeded. Current limit is 3 in 60 seconds';

beforeAll(async () => {
  // Windows end when the test says so.
  world = await testWorld(env, { clock: clockAt('2026-05-10T10:00:00Z') });
});
beforeEach(async () => {
  await freshBudgets(world);
});

const url = '/registry/v1/accounts/balance';
const call = (auth = alpha) => world.request({ url, auth });
const spend = async (times: number) => {
  for (let time = 0; time < times; time += 1) expect((await call()).status).toBe(200);
};
const later = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));

describe('with RATE_LIMIT_POINTS=3', () => {
  it('the fourth request in a window is refused, with the time to come back', async () => {
    await spend(3);
    const answer = await call();
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ code: 2502, message: text, data: {} });
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(answer.headers['ratelimit-reset']).toBe(String(wait));
  });

  it('every answer shows the remaining points', async () => {
    const left = [];
    for (let time = 0; time < 5; time += 1) {
      const { headers } = await call();
      left.push(headers['ratelimit-remaining']);
      expect(headers['ratelimit-limit']).toBe('3');
      expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0);
      expect('retry-after' in headers).toBe(time >= 3);
    }
    expect(left).toEqual(['2', '1', '0', '0', '0']);
  });

  it('an unknown object costs nothing, and the answer shows the remaining points', async () => {
    const missing = () => world.request({ url: '/registry/v1/domains/not-there.ee' });
    await spend(1);
    for (let time = 0; time < 3; time += 1)
      expect(await missing()).toMatchObject({ status: 404, headers: { 'ratelimit-remaining': '2' } });
    expect((await world.request({ url: '/registry/v1/nowhere' })).status).toBe(404);
    await spend(2);
    expect((await call()).status).toBe(429);
  });

  it('points taken in a window are not given back in the next one', async () => {
    const { budget } = world.container;
    const actor = { kind: 'registrar', userId: 1 } as Parameters<typeof budget.charge>[0];
    const used = async () => (await spentPoints(world))[0]?.used;
    const slow = await budget.charge(actor, 3);
    await budget.refund(1, slow);
    expect(await used()).toBe(2);
    later(61);
    await budget.charge(actor, 2);
    await budget.refund(2, slow);
    expect(await used()).toBe(2);
  });

  it('a new window begins when the old one has passed, and not before', async () => {
    await spend(3);
    later(59);
    const { headers, status } = await call();
    expect(status).toBe(429);
    later(Number(headers['retry-after']));
    await spend(3);
    expect((await call()).status).toBe(429);
  });

  it('a list costs as much as it contained, as in the graph', async () => {
    const maker = seed(world, beta);
    for (let index = 0; index < 8; index += 1) {
      await freshBudgets(world);
      await maker.contact();
    }
    await freshBudgets(world);
    expect((await world.request({ url: '/registry/v1/contacts?details=true', auth: beta })).status).toBe(200);
    const { headers } = await call(beta);
    expect(headers['ratelimit-remaining']).toBe('0');
    await world.container.database.db.deleteFrom('contacts').execute();
  });

  it('each user has a budget of its own', async () => {
    await spend(3);
    expect((await call()).status).toBe(429);
    expect((await call(beta)).status).toBe(200);
    expect((await call(basic('alpha-epp', 'alpha-sandbox'))).status).toBe(200);
  });

  it('both APIs and every prefix draw on the same budget', async () => {
    expect((await graph(world, '{ viewer { name } }')).status).toBe(200);
    expect((await world.request({ url: '/repp/v1/contacts' })).status).toBe(200);
    await spend(1);
    const refused = await graph(world, '{ viewer { name } }');
    expect(refused).toMatchObject({
      status: 429,
      errors: [{ message: text, extensions: { code: 'THROTTLED', resultCode: 2502 } }],
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call()).status).toBe(429);
  });

  it('every process counts in the same place', async () => {
    const database = await secondConnection();
    const { app } = await secondContainer({ env, clock: world.clock, ...(database && { database }) });
    const other = () => app.inject({ url, headers: { authorization: alpha } });
    expect((await other()).statusCode).toBe(200);
    await spend(2);
    expect((await other()).statusCode).toBe(429);
  });

  it('requests at the same time cannot share a point', async () => {
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await call()).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  });

  it('a refusal by the operation costs like an answer', async () => {
    for (let time = 0; time < 3; time += 1)
      expect((await world.request({ url: '/registry/v1/domains?limit=-1' })).status).toBe(400);
    expect((await call()).status).toBe(429);
  });

  it('requests that never reach a caller cost nothing: unknown paths and methods, wrong credentials, preflights', async () => {
    for (let time = 0; time < 4; time += 1) {
      await world.request({ url: '/registry/v1/nothing' });
      await world.request({ method: 'PATCH', url });
      await world.request({ method: 'OPTIONS', url });
      await world.request({ url, headers: { accept: 'text/html' } });
      await world.request({ url, auth: basic('alpha', 'wrong') });
      await world.request({ url: '/livez' });
    }
    await spend(1);
    // The header may show what was known a moment before. The user has spent one point, and so has its registrar.
    expect((await spentPoints(world)).map(({ used }) => used)).toEqual([1, 1]);
  });

  it('portal and operator have no budget', async () => {
    for (let time = 0; time < 5; time += 1)
      for (const auth of [portal, operator]) {
        const { status, headers } = await graph(world, '{ viewer { name } }', { auth });
        expect(status).toBe(200);
        expect(headers['ratelimit-limit']).toBeUndefined();
      }
  });

  it('a throttled request does nothing', async () => {
    await spend(3);
    const payload = { contact: { id: 'never' } };
    await world.request({ method: 'POST', url: '/registry/v1/contacts', payload });
    const rows = await world.container.database.db.selectFrom('contacts').select('id').execute();
    expect(rows).toEqual([]);
    expect((await world.request({ url: '/metrics', auth: null })).text).toMatch(
      /^zonegraph_throttled_total [1-9]/m,
    );
  });
});

describe('in the sandbox without RATE_LIMIT_POINTS', () => {
  it('nobody is counted and no header reports a budget', async () => {
    const { app } = await secondContainer();
    for (let time = 0; time < 5; time += 1) {
      const { statusCode, headers } = await app.inject({ url, headers: { authorization: alpha } });
      expect(statusCode).toBe(200);
      expect(headers['ratelimit-limit']).toBeUndefined();
    }
  });
});
