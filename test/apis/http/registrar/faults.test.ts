import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#src/base/log.ts';
import { newContact, person, postContact } from '../../../support/contacts.ts';
import { logToMemory, type SecondContainer, secondContainer } from '../../../support/containers.ts';
import { alpha, basic, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let logged: SecondContainer;
const log = logToMemory();
const failed = { code: 2400, message: 'Command failed', data: {} };
const base64 = Buffer.from('alpha:alpha-sandbox').toString('base64');

beforeAll(async () => {
  world = await testWorld();
  logged = await secondContainer({ log: createLog('trace', log.stream) });
});

const inject = (options: { method?: 'GET' | 'POST'; url: string; payload?: unknown; auth?: string }) => {
  const { auth = alpha, payload, ...rest } = options;
  return logged.app.inject({
    ...rest,
    headers: { authorization: auth },
    ...(payload !== undefined && { payload: payload as object }),
  });
};

describe('the log', () => {
  const lineOf = (response: { readonly headers: Record<string, unknown> }) => {
    const id = String(response.headers['x-request-id']);
    const line = log
      .text()
      .split('\n')
      .find((text) => text.includes(id));
    return JSON.parse(line ?? '{}');
  };

  it.each(['/registry/v1', '/repp/v1'])(
    'names the route as called at %s, the caller and the status of each request, by its id',
    async (prefix) => {
      const response = await inject({ url: `${prefix}/contacts/ALPHA:SECRET-NAME` });
      expect(lineOf(response)).toMatchObject({
        method: 'GET',
        route: `${prefix}/contacts/:contact_id`,
        status: 404,
        caller: 'alpha',
        address: '127.0.0.1',
        msg: 'request',
      });
    },
  );

  it('has probes and scrapes that succeed at the level debug', async () => {
    for (const url of ['/livez', '/readyz', '/metrics']) {
      const response = await inject({ url });
      expect([url, response.statusCode]).toEqual([url, 200]);
      expect(lineOf(response)).toMatchObject({ level: 20, route: url });
    }
  });

  it('names the route that has another method, and none where there is no such path', async () => {
    const wrong = await inject({ method: 'POST', url: '/repp/v1/contacts/ALPHA:SECRET-NAME?x=1' });
    expect(lineOf(wrong)).toMatchObject({ route: '/repp/v1/contacts/:contact_id', status: 405 });
    const nothing = await inject({ method: 'POST', url: '/repp/v1/contacts/ALPHA:SECRET-NAME/x' });
    expect(lineOf(nothing)).toMatchObject({ route: 'unknown', status: 404 });
  });

  it('holds no credential, no code and nothing of what was asked or answered', async () => {
    const code = await newContact(world, { id: 'logged' });
    const shown = await inject({ url: `/registry/v1/contacts/${code}` });
    const authInfo = shown.json().data.contact.auth_info;
    await inject({ method: 'POST', url: '/registry/v1/contacts', payload: { contact: person } });
    await inject({
      method: 'POST',
      url: '/registry/v1/contacts',
      payload: { contact: { name: 'Jaan Tamm' } },
    });
    await inject({ url: '/registry/v1/contacts', auth: basic('alpha', 'my-wrong-password') });
    await inject({ url: '/registry/v1/contacts?q[name_matches]=Jaan+Tamm' });
    const text = log.text();
    for (const secret of [authInfo, 'alpha-sandbox', 'my-wrong-password', base64, 'Jaan', person.ident.ident])
      expect(text).not.toContain(secret);
  });
});

describe('a fault of ours', () => {
  const broken = sql`alter table contacts add constraint broken check (name <> 'Jaan Katki')`;

  it('is 500 with 2400 and nothing else; the log has the rest under the same request id', async () => {
    await broken.execute(world.container.database.db);
    const response = await inject({
      method: 'POST',
      url: '/registry/v1/contacts',
      payload: { contact: { ...person, name: 'Jaan Katki' } },
    });
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).toBe(JSON.stringify(failed));
    const lines = log.text().split('\n');
    const line = lines.find(
      (text) => text.includes('"err"') && text.includes(String(response.headers['x-request-id'])),
    );
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      api: 'registrar',
      err: { code: '23514', constraint: 'broken', table: 'contacts' },
      msg: 'a request failed',
    });
  });

  it('logs none of the values that the database quotes', () => {
    expect(log.text()).not.toContain('Failing row');
    expect(log.text()).not.toContain('Katki');
  });

  it('leaves nothing behind, and the next request is served', async () => {
    const { rows } = await sql`select from contacts where name = 'Jaan Katki'`.execute(
      world.container.database.db,
    );
    expect(rows).toEqual([]);
    expect((await postContact(world, person)).status).toBe(200);
  });

  it('is counted for the operator', async () => {
    const metrics = await logged.app.inject('/metrics');
    expect(metrics.body).toContain('zonegraph_faults_total{door="registrar"} 1');
  });

  it('does not use up an idempotency key', async () => {
    const name = 'Jaan Katki';
    const headers = { 'idempotency-key': 'after-a-fault' };
    expect((await postContact(world, { ...person, name }, { headers })).status).toBe(500);
    await sql`alter table contacts drop constraint broken`.execute(world.container.database.db);
    const again = await postContact(world, { ...person, name }, { headers });
    expect(again.status).toBe(200);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
  });
});

// The last of this file: afterwards there is no database.
describe('without its database', () => {
  it('the process lives, says that it is not ready, and answers every request with 2400', async () => {
    await world.container.database.close();
    expect((await world.request({ url: '/livez', auth: null })).status).toBe(200);
    expect(await world.request({ url: '/readyz', auth: null })).toMatchObject({ status: 503 });
    expect(await world.request({ url: '/registry/v1/accounts/balance' })).toMatchObject({
      status: 500,
      body: failed,
    });
    const fresh = await world.request({ url: '/registry/v1/contacts', auth: basic('beta', 'beta-sandbox') });
    expect(fresh).toMatchObject({ status: 500, body: failed });
    expect((await world.request({ url: '/registry/v1/contacts', auth: null })).status).toBe(401);
    expect((await world.request({ url: '/registry/v1/nothing' })).status).toBe(404);
  });
});
