import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { stopwatch } from '#src/base/clock.ts';
import type { Config } from '#src/base/config.ts';
import { buildApp } from '#src/server/app.ts';
import { checksOf } from '#src/server/health/readiness.ts';
import { freePort } from '../../../bench/free-port.ts';
import { newContact } from '../../support/contacts.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const get = (url: string) => world.request({ url, auth: null });

describe('/livez and /readyz', () => {
  it('report to everyone that the process runs and can serve', async () => {
    expect(await get('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const { status, body } = await get('/readyz');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', database: world.container.database.kind });
  });

  it('name the version and the commit, as /metrics does', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };
    const { body } = await get('/readyz');
    expect(body).toMatchObject({ version, commit: expect.stringMatching(/^[0-9a-f]{12}$/) });
    const { text } = await get('/metrics');
    expect(text).toContain(`zonegraph_build_info{version="${version}",commit="${body.commit}"} 1`);
    const page = await world.app.inject({ url: '/readyz', headers: { accept: 'text/html' } });
    expect(page.body).toContain(`version ${version}, commit ${body.commit}`);
  });

  it('say what was looked at and how it is', async () => {
    const { body } = await get('/readyz');
    expect(body.checks).toEqual([
      { name: 'process', state: 'ok', why: 'It is running and takes requests.' },
      { name: 'database', state: 'ok', why: 'It answers and accepts writes.' },
      { name: 'jobs', state: 'ok', why: 'None fails, and none lags behind.' },
    ]);
  });

  it('are a page to a browser, and JSON to everything else', async () => {
    const asked = async (accept?: string) => {
      const { statusCode, headers, body } = await world.app.inject({
        url: '/readyz',
        headers: accept === undefined ? {} : { accept },
      });
      return { status: statusCode, type: String(headers['content-type']).split(';')[0], body };
    };
    const page = await asked('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    expect(page).toMatchObject({ status: 200, type: 'text/html' });
    expect(page.body).toContain('Ready');
    for (const accept of [
      undefined,
      '*/*',
      'application/json',
      'application/json, text/html;q=0.5',
      'image/png',
    ])
      expect(await asked(accept), accept).toMatchObject({ status: 200, type: 'application/json' });
  });
});

describe('two hundred who ask for readiness at once', () => {
  it('all learn that it is ready, by one look at the database', async () => {
    let looks = 0;
    const stop = world.container.database.onStatement((statement) => {
      if (statement.startsWith('select 1')) looks += 1;
    });
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/readyz')));
    stop();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(20);
  });

  it('do not make the database look away, whatever holds up the connections for health', async ({ skip }) => {
    const { database } = world.container;
    if (database.kind === 'embedded') skip('nothing watches it');
    const enough = stopwatch();
    const holdUp = async () => {
      while (enough() < 5_000) await sql`select pg_sleep(1.2)`.execute(database.health.db).catch(() => {});
    };
    let wasAway = false;
    const stop = database.onChange(({ away }) => {
      wasAway ||= away;
    });
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 20));
        await holdUp();
      }),
    );
    stop();
    expect(wasAway).toBe(false);
  });
});

describe('a process that cannot serve', () => {
  it.each([
    { found: { ending: true, database: 'ok' }, broken: 'process' },
    { found: { ending: false, database: 'does not answer' }, broken: 'database' },
    { found: { ending: false, database: 'cannot be written' }, broken: 'database' },
  ] as const)('says why and what to do: $found', ({ found, broken }) => {
    const failing = checksOf({ ...found, jobs: undefined }).filter(({ state }) => state === 'failing');
    expect(failing.map(({ name }) => name)).toEqual([broken]);
    for (const { todo } of failing) expect(todo?.length).toBeGreaterThan(40);
  });

  it('answers browsers with the same status', async () => {
    world.container.service.ending = true;
    const headers = { accept: 'text/html' };
    const page = await world.app.inject({ url: '/readyz', headers });
    const reported = await get('/readyz');
    world.container.service.ending = false;
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('Shutting down');
    expect(reported).toMatchObject({ status: 503, body: { status: 'draining' } });
  });

  it('does not mean one whose standbys follow asynchronously, which is a warning', () => {
    const checks = checksOf({ ending: false, database: 'ok', jobs: [], isAsynchronous: true });
    expect(checks.filter(({ state }) => state !== 'ok').map(({ name, state }) => [name, state])).toEqual([
      ['replication', 'warning'],
    ]);
  });

  it('does not mean one whose jobs lag, or could not be checked in time', () => {
    const job = { name: 'expire', nextDueAt: null, heldBy: null, lastStartedAt: null, lastFinishedAt: null };
    const jobs = [
      { ...job, lagSeconds: 0, lastError: 'it broke' },
      { ...job, name: 'remind', lagSeconds: 301, lastError: null },
    ];
    const found = { ending: false, database: 'ok' } as const;
    const [, , late] = checksOf({ ...found, jobs });
    expect(late).toMatchObject({ state: 'warning', todo: expect.any(String) });
    expect(late?.why).toBe('Failed in the last run: expire. Behind by more than five minutes: remind.');
    expect(checksOf({ ...found, jobs: [{ ...job, lagSeconds: 0, lastError: null }] })[2]?.state).toBe('ok');
    expect(checksOf({ ...found, jobs: undefined })[2]).toMatchObject({ state: 'unknown' });
  });
});

describe('/metrics', () => {
  it('counts from nothing, so that the first fault is an increase', async () => {
    const { text } = await get('/metrics');
    for (const api of ['registrar', 'reservation', 'billing', 'graphql', 'web'])
      for (const counter of ['faults', 'unavailable'])
        expect(text).toContain(`zonegraph_${counter}_total{door="${api}"} 0`);
    expect(text).toContain('zonegraph_passwords_total{outcome="refused"} 0');
  });

  it('is what Prometheus reads', async () => {
    const { status, headers, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
  });

  it('counts operations by door and result, and the statements they took', async () => {
    const code = await newContact(world);
    await world.request({
      method: 'POST',
      url: '/registry/v1/contacts',
      payload: { contact: { name: 'x' } },
    });
    await world.request({ method: 'DELETE', url: `/registry/v1/contacts/${code}` });
    await world.request({ method: 'DELETE', url: `/registry/v1/contacts/${code}` });
    const { text } = await get('/metrics');
    const counted = (labels: string) =>
      new RegExp(`^zonegraph_operation_seconds_count\\{${labels}\\} 1$`, 'm');
    expect(text).toMatch(counted('operation="contact.create",door="rest",result="1000"'));
    expect(text).toMatch(counted('operation="contact.delete",door="rest",result="1000"'));
    expect(text).toMatch(counted('operation="contact.delete",door="rest",result="2303"'));
    expect(text).toMatch(/^zonegraph_sql_statements_total [1-9]/m);
  });

  it('names no person, domain or secret', async () => {
    await newContact(world, { id: 'unmentioned', name: 'Jaan Mainimata' });
    expect((await get('/metrics')).text).not.toMatch(/unmentioned|Mainimata|alpha/i);
  });
});

describe('who may read /metrics', () => {
  const token = 'a-token-of-prometheus';
  const appWith = (settings: Partial<Config>) =>
    buildApp({ ...world.container, config: { ...world.container.config, ...settings } });
  const ask = (app: FastifyInstance, authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

  it('is everybody in the sandbox and nobody in production, unless it is said otherwise', async () => {
    expect((await ask(appWith({}))).statusCode).toBe(200);
    const closed = await ask(appWith({ isTrial: false }), `Bearer ${token}`);
    expect(closed.statusCode).toBe(404);
    expect(closed.json()).toEqual({
      message: 'Metrics are not available here: see METRICS_TOKEN and METRICS_PORT',
    });
  });

  it.each([true, false])(
    'is a caller with METRICS_TOKEN, where there is one (sandbox: %s)',
    async (isTrial) => {
      const app = appWith({ isTrial, METRICS_TOKEN: token });
      const read = await ask(app, `Bearer ${token}`);
      expect(read.statusCode).toBe(200);
      expect(read.body).toContain('process_cpu_seconds_total');
      for (const authorization of [
        undefined,
        'Bearer guess',
        `Basic ${token}`,
        token,
        'Bearer operator-sandbox',
      ]) {
        const refused = await ask(app, authorization);
        expect(refused.statusCode).toBe(401);
        expect(refused.body).not.toContain('process_cpu_seconds_total');
      }
    },
  );

  it('is everybody that reaches METRICS_PORT, where there is one, and that port closes with the others', async () => {
    const port = await freePort();
    const app = appWith({ METRICS_PORT: port });
    await app.ready();
    try {
      expect((await ask(app)).statusCode).toBe(404);
      const read = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect(read.status).toBe(200);
      expect(await read.text()).toContain('process_cpu_seconds_total');
      expect((await fetch(`http://127.0.0.1:${port}/graphql`)).status).toBe(404);
      const second = appWith({ METRICS_PORT: port });
      await expect(second.ready()).rejects.toThrow('EADDRINUSE');
    } finally {
      await app.close();
    }
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
  });
});
