import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import type { Config } from '#src/config.ts';
import { newContact } from '../support/contacts.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const get = (url: string) => world.request({ url, auth: null });

describe('/livez and /readyz', () => {
  it('tell everyone that the process runs and can serve', async () => {
    expect(await get('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const { status, body } = await get('/readyz');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', database: world.house.database.kind });
  });
});

describe('/metrics', () => {
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
    buildApp({ ...world.house, config: { ...world.house.config, ...settings } });
  const ask = (app: FastifyInstance, authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

  it('is everybody in the sandbox and nobody in production, unless it is said otherwise', async () => {
    expect((await ask(appWith({}))).statusCode).toBe(200);
    const closed = await ask(appWith({ sandbox: false }), `Bearer ${token}`);
    expect(closed.statusCode).toBe(404);
    expect(closed.json()).toEqual({
      message: 'Metrics are not told here: see METRICS_TOKEN and METRICS_PORT',
    });
  });

  it.each([true, false])(
    'is whoever has METRICS_TOKEN, where there is one (sandbox: %s)',
    async (sandbox) => {
      const app = appWith({ sandbox, METRICS_TOKEN: token });
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

  it('is whoever reaches METRICS_PORT, where there is one, and that port closes with the others', async () => {
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
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
