import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { errorCatalogue } from '#src/base/error-catalogue.ts';
import { createLog } from '#src/base/log.ts';
import { token } from '../../support/billing.ts';
import { logToMemory, secondContainer } from '../../support/containers.ts';
import { graph } from '../../support/graph.ts';
import { alpha, basic, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

describe('viewer', () => {
  const document = '{ viewer { kind name roles registrar { code name website email } rateLimit { limit } } }';

  it('is a user of a registrar', async () => {
    expect((await graph(world, document)).data.viewer).toEqual({
      kind: 'REGISTRAR',
      name: 'alpha',
      roles: ['SUPER'],
      registrar: {
        code: 'ALPHA',
        name: 'Alpha Domains',
        website: 'https://alpha.example',
        email: 'info@alpha.example',
      },
      rateLimit: null,
    });
    const billing = basic('alpha-billing', 'alpha-sandbox');
    expect((await graph(world, document, { auth: billing })).data.viewer).toMatchObject({
      roles: ['BILLING'],
    });
  });

  it.each([
    ['the portal', 'PORTAL', portal],
    ['an operator', 'OPERATOR', operator],
    ['a billing client', 'BILLING_CLIENT', 'eeid'],
  ])('is %s', async (_, kind, credential) => {
    const auth = credential === 'eeid' ? await token('eeid') : credential;
    expect((await graph(world, document, { auth })).data.viewer).toMatchObject({
      kind,
      roles: [],
      registrar: null,
    });
  });

  it('is nobody without credentials: UNAUTHENTICATED, HTTP 401, and a word on how to sign in', async () => {
    const answer = await graph(world, document, { auth: null });
    expect(answer).toMatchObject({
      status: 401,
      errors: [{ extensions: { code: 'UNAUTHENTICATED', resultCode: 2202 } }],
    });
    expect(answer.headers['www-authenticate']).toContain('Basic');
  });
});

describe('errorCatalogue', () => {
  it('is for everyone and lists every way to be refused', async () => {
    const { data } = await graph(
      world,
      '{ errorCatalogue { code resultCode httpStatus retryable message operations } }',
      { auth: null },
    );
    const listed = data.errorCatalogue as unknown as { code: string; operations: string[] }[];
    expect(listed.map(({ code }) => code).sort()).toEqual(Object.keys(errorCatalogue).sort());
    expect(listed.find(({ code }) => code === 'OBJECT_ASSOCIATION_PROHIBITS')).toMatchObject({
      resultCode: 2305,
      httpStatus: 400,
      retryable: false,
      message: 'Object association prohibits operation',
      operations: expect.arrayContaining(['contact.delete']),
    });
  });
});

describe('a fault of ours', () => {
  const ask = () => graph(world, '{ viewer { name } }', { auth: alpha });

  it('is masked, too, where points are charged', async () => {
    const spy = vi.spyOn(world.container.budget, 'charge').mockRejectedValue(new Error('a detail of ours'));
    const { errors, text } = await ask();
    spy.mockRestore();
    expect(errors).toMatchObject([
      { message: 'Command failed', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
    ]);
    expect(text).not.toContain('detail');
  });

  it('loses no answer where points are given back', async () => {
    const spy = vi.spyOn(world.container.budget, 'refund').mockRejectedValue(new Error('a detail of ours'));
    const { data, errors } = await ask();
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
    expect(errors).toBeUndefined();
    expect(data.viewer.name).toBe('alpha');
  });

  it('is masked: the answer shows the request id, the log has the rest', async () => {
    const log = logToMemory();
    const { app } = await secondContainer({ log: createLog('info', log.stream) });
    const { db } = world.container.database;
    await sql`alter table contacts add constraint broken check (name <> 'Jaan Katki')`.execute(db);
    const query = `mutation { contactCreate(input: { name: "Jaan Katki", email: "a@example.com", phone: "+372.1",
      ident: { code: "39708290069", type: PRIV, countryCode: "EE" } }) { contact { code } userErrors { message } } }`;
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      payload: { query },
      headers: { authorization: alpha },
    });
    const requestId = response.headers['x-request-id'];
    const [error, ...more] = response.json().errors;
    expect(more).toEqual([]);
    expect(error).toMatchObject({
      message: 'Command failed',
      path: ['contactCreate'],
      extensions: { code: 'INTERNAL_SERVER_ERROR', resultCode: 2400, requestId },
    });
    expect(response.body).not.toMatch(/broken|constraint|select|insert|stack|at /i);
    expect(log.text()).toContain('"constraint":"broken"');
    expect(log.text()).toContain(String(requestId));
    expect(log.text()).not.toContain('Katki');
  });
});
