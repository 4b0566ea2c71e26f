import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { billingRoutes } from '#src/apis/rest/billing/router.ts';
import { token } from '../../../support/billing.ts';
import { operator, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ BILLING_SECRET: 'secret' });
});

const denied = { status: 401, body: { message: 'Access denied', code: '403' } };
const issue = (auth: string | null) =>
  world.request({ method: 'POST', url: '/api/v1/invoice_generator/invoice_number_generator', auth });

const known =
  'eyJhbGciOiJIUzI1NiJ9.eyJpbml0aWF0b3IiOiJyZWdpc3RyeSJ9.oq2EX0KvKrMrH6aUFIzDjmO6ZhYf_DFE9fpx2DhYonI';
const unknown =
  'eyJhbGciOiJIUzI1NiJ9.eyJpbml0aWF0b3IiOiJyZWdpcyJ9.--ZswSprxo76vuJv7BaFio5VGGojaOnrD6V66cTtevY';
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the billing API', () => {
  it("lets the registry's published token in", async () => {
    expect((await issue(`Bearer ${known}`)).status).toBe(201);
    expect((await issue(`bearer ${known}`)).status).toBe(201);
  });

  test.each(['registry', 'auction', 'eeid', 'business_registry'])('knows the service %s', async (name) => {
    expect((await issue(await token(name, 'secret'))).status).toBe(201);
  });

  it('turns away a valid token of a service it does not know', async () => {
    expect(await issue(`Bearer ${unknown}`)).toMatchObject(denied);
    for (const name of ['billing', 'billing_system', 'operator', '', '__proto__'])
      expect(await issue(await token(name, 'secret'))).toMatchObject(denied);
  });

  it('turns away every broken header with the same body', async () => {
    const payload = encoded({ initiator: 'registry' });
    const header = encoded({ alg: 'HS512' });
    const wrongAlgorithm = createHmac('sha512', 'secret').update(`${header}.${payload}`).digest('base64url');
    for (const auth of [
      null,
      '',
      'Bearer',
      'Bearer ',
      'Bearer not-a-token',
      `Bearer ${known}x`,
      `Bearer ${known} more`,
      known,
      `Basic ${known}`,
      await token('registry', 'another secret'),
      `Bearer ${encoded({ alg: 'none' })}.${payload}.`,
      `Bearer ${header}.${payload}.${wrongAlgorithm}`,
      operator,
      portal,
    ])
      expect(await issue(auth), String(auth)).toMatchObject(denied);
  });

  test.each(billingRoutes.filter(({ open }) => !open).map(({ method, path }) => [method, path] as const))(
    'needs a token for %s %s, whatever the body',
    async (method, path) => {
      for (const payload of [undefined, {}, { invoice_number: '150005', status: 'paid' }])
        expect(
          await world.request({ method, url: `/api/v1${path}`, auth: null, ...(payload && { payload }) }),
        ).toMatchObject(denied);
    },
  );

  it('lets anybody call the callback, and looks at no token there', async () => {
    expect(billingRoutes.filter(({ open }) => open).map(({ path }) => path)).toEqual([
      '/callback_handler/callback',
    ]);
    for (const auth of [null, 'Bearer not-a-token', `Bearer ${unknown}`])
      expect(await world.request({ url: '/api/v1/callback_handler/callback', auth })).toMatchObject({
        status: 200,
        body: { message: null, user_unique_id: null },
      });
  });

  it('honours an expiry when there is one, in real time', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect((await issue(await token('registry', 'secret', { exp: now + 60 }))).status).toBe(201);
    expect(await issue(await token('registry', 'secret', { exp: now - 60 }))).toMatchObject(denied);
    expect((await issue(await token('registry', 'secret', { iat: now }))).status).toBe(201);
  });
});

describe('the entrance of the billing API', () => {
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, options: object = {}) =>
    world.request({ method, url: `/api/v1${path}`, auth: `Bearer ${known}`, ...options });

  it('serves the thirteen endpoints of the spec, and says what it serves beyond them', () => {
    const served = (extension: boolean) =>
      billingRoutes
        .filter((route) => (route.extension ?? false) === extension)
        .map(({ method, path }) => `${method} ${path}`)
        .sort();
    expect(served(false)).toEqual([
      'GET /callback_handler/callback',
      'POST /directo/directo',
      'POST /e_invoice/e_invoice',
      'POST /import_data/invoice_data',
      'POST /import_data/reference_data',
      'POST /invoice_generator/bulk_payment',
      'POST /invoice_generator/deposit_prepayment',
      'POST /invoice_generator/deposit_status',
      'POST /invoice_generator/invoice_generator',
      'POST /invoice_generator/invoice_number_generator',
      'POST /invoice_generator/invoice_status',
      'POST /invoice_generator/oneoff',
      'POST /invoice_generator/reference_number_generator',
    ]);
    expect(served(true)).toEqual([
      'GET /invoice/reserved_domains_invoice_statuses',
      'PATCH /invoice/invoice_synchronize',
      'PATCH /invoice/reserved_domain_cancellation_statuses',
      'PATCH /invoice/update_invoice_data',
      'POST /invoice_generator/monthly_invoice_numbers_generator',
      'POST /refund/auction',
      'PUT /invoice/invoice_synchronize',
      'PUT /invoice/reserved_domain_cancellation_statuses',
      'PUT /invoice/update_invoice_data',
    ]);
  });

  it('says no in its own shape', async () => {
    expect(await call('GET', '/nothing/here')).toMatchObject({ status: 404, body: { error: 'Not Found' } });
    const wrongMethod = await call('GET', '/invoice_generator/oneoff');
    expect(wrongMethod).toMatchObject({ status: 405, body: { error: 'Method Not Allowed' } });
    expect(wrongMethod.headers.allow).toBe('POST, OPTIONS');
    expect(await call('PUT', '/callback_handler/callback')).toMatchObject({ status: 405 });
    const json = { 'content-type': 'application/json' };
    expect(await call('POST', '/invoice_generator/oneoff', { headers: json, payload: '{' })).toMatchObject({
      status: 400,
      body: { error: 'Bad Request' },
    });
    expect(
      await call('POST', '/invoice_generator/oneoff', {
        headers: { 'content-type': 'text/plain' },
        payload: 'x',
      }),
    ).toMatchObject({ status: 415, body: { error: 'Unsupported Media Type' } });
    expect(
      await call('POST', '/invoice_generator/invoice_status', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'invoice_number=150005&status=paid',
      }),
    ).toMatchObject({ status: 415, body: { error: 'Unsupported Media Type' } });
    expect(
      await call('POST', '/import_data/invoice_data', {
        headers: json,
        payload: `[${' '.repeat(1024 * 1024)}]`,
      }),
    ).toMatchObject({ status: 413, body: { error: 'Payload Too Large' } });
    expect(
      await call('POST', '/invoice_generator/invoice_number_generator', { headers: { accept: 'text/html' } }),
    ).toMatchObject({ status: 406, body: { error: 'Not Acceptable' } });
    expect(await call('GET', '/%ff')).toMatchObject({ status: 400, body: { error: 'Bad Request' } });
  });

  it('leaves the reservation API inside its prefix alone', async () => {
    expect(
      await world.request({ url: '/api/v1/business_registry/reserve_domains/unknown-id', auth: portal }),
    ).toMatchObject({ status: 404, body: { error: 'Reserved domains not found. Invalid user_unique_id' } });
    expect(
      await world.request({ url: '/api/v1/business_registry/reserve_domains/x', auth: `Bearer ${known}` }),
    ).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
  });
});

describe('a request whose line holds a whole URL, as proxies write it', () => {
  const statusOf = (url: string, path: string) =>
    new Promise<unknown>((resolve, reject) => {
      const sent = request(url, { path: `${url}${path}` }, (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
      });
      sent.on('error', reject).end();
    });

  it('is refused in the words of the API that its path belongs to', async () => {
    const url = await world.listen();
    expect(await statusOf(url, '/api/v1/nothing/here')).toEqual({
      status: 404,
      body: { error: 'Not Found' },
    });
    expect(await statusOf(url, '/api/v1/%zz')).toMatchObject({ body: { error: expect.any(String) } });
    expect(await statusOf(url, '/registry/v1/nothing')).toMatchObject({ status: 404, body: { code: 2303 } });
    expect(await statusOf(url, '/api/v1/business_registry/nothing')).toEqual({
      status: 404,
      body: { error: expect.any(String) },
    });
  });
});
