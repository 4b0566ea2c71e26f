import { beforeAll, describe, expect, it } from 'vitest';
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
