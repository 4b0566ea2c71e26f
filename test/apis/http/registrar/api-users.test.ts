import { beforeAll, describe, expect, it } from 'vitest';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: unknown,
  auth = alpha,
) =>
  world.request({
    method,
    url: `/repp/v1${url}`,
    auth,
    ...(method !== 'GET' && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload ?? null),
    }),
  });
const create = (api_user: object, auth = alpha) => call('POST', '/api_users', { api_user }, auth);
const good = {
  username: 'alpha-mari',
  plain_text_password: 'sesame',
  active: true,
  roles: ['epp'],
  identity_code: '47101010033',
  email: 'mari@alpha.example',
};
const signsIn = async (username: string, password: string) =>
  (await call('GET', '/registrar/auth', undefined, basic(username, password))).status === 200;
const idOf = async (username: string) => {
  const { body } = await call('GET', '/api_users');
  const users = body.data?.users as unknown as { id: number; name: string }[];
  return users.find(({ name }) => name === username)?.id ?? 0;
};

describe('POST /api_users', () => {
  it('makes a user that signs in at once', async () => {
    expect(await create(good)).toMatchObject({
      status: 200,
      body: { code: 1000, data: { api_user: { id: expect.any(Number) } } },
    });
    expect(await signsIn('alpha-mari', 'sesame')).toBe(true);
  });

  it('makes one that is locked out when nobody says that it is active', async () => {
    const { active: _, ...silent } = good;
    expect((await create({ ...silent, username: 'alpha-off', identity_code: '' })).status).toBe(200);
    expect(await signsIn('alpha-off', 'sesame')).toBe(false);
  });

  it.each<[object, number, string]>([
    [{ username: '' }, 2003, 'Username is missing'],
    [{ username: 'beta' }, 2302, 'Username already exists'],
    [{ plain_text_password: 'short' }, 2004, 'Password is too short (minimum is 6 characters)'],
    [
      { plain_text_password: '' },
      2003,
      'Password is missing, Password is too short (minimum is 6 characters)',
    ],
    [
      { plain_text_password: '********' },
      2003,
      'Password is missing, Password is too short (minimum is 6 characters)',
    ],
    [{ roles: [] }, 2003, 'Roles is missing'],
    [{ roles: ['admin'] }, 2005, 'Roles is invalid'],
    [{ email: 'mari' }, 2005, 'Email is invalid'],
    [{ identity_code: '47101010033' }, 2302, 'Identity code already exists at this registrar'],
    [{ username: ' ', roles: [''] }, 2003, 'Username is missing, Roles is missing'],
  ])('refuses %j with %i %s', async (changed, code, message) => {
    const user = { ...good, username: 'alpha-new', identity_code: undefined, ...changed };
    expect(await create(user)).toMatchObject({ status: 400, body: { code, message, data: {} } });
  });

  it('refuses a body with nothing of a user in it', async () => {
    for (const body of [null, {}, { api_user: {} }, { color: 'red' }])
      expect(await call('POST', '/api_users', body)).toMatchObject({
        status: 400,
        body: { code: 2003, message: 'param is missing or the value is empty: api_user' },
      });
  });

  it('never takes a subject from a form', async () => {
    await create({ ...good, username: 'alpha-subject', identity_code: undefined, subject: 'EE47101010033' });
    const { body } = await call('GET', `/api_users/${await idOf('alpha-subject')}`);
    expect(body.data?.user).toMatchObject({ subject: null });
  });
});

describe('GET /api_users', () => {
  it('lists the registrar\u2019s own by name, with a mask for the password', async () => {
    const { status, body, text } = await call('GET', '/api_users?limit&offset&q&locale=en');
    expect(status).toBe(200);
    const { users, count } = body.data as unknown as { users: Record<string, unknown>[]; count: number };
    expect(users.map(({ name }) => name)).toEqual([
      ...['alpha', 'alpha-billing', 'alpha-epp', 'alpha-mari', 'alpha-off', 'alpha-subject'],
    ]);
    expect(count).toBe(6);
    expect(users[3]).toEqual({
      id: expect.any(Number),
      name: 'alpha-mari',
      password: '********',
      identity_code: '47101010033',
      subject: null,
      email: 'mari@alpha.example',
      roles: 'epp',
      active: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      creator: 'alpha',
      updator: 'alpha',
      ident_request_sent_at: null,
      verified_at: expect.any(String),
      verification_id: null,
      verification_pending_at: null,
      verification_snapshot: {},
      certificates: [],
    });
    expect(text).not.toMatch(/sesame|scrypt/);
  });

  it('shows one, with the roles there are', async () => {
    const { body } = await call('GET', `/api_users/${await idOf('alpha')}`);
    expect(body.data).toMatchObject({
      user: { name: 'alpha', roles: 'super', identity_code: '' },
      roles: ['super', 'epp', 'billing'],
    });
  });

  it('knows no user of another registrar, and no id that is none', async () => {
    const id = await idOf('alpha');
    for (const [url, auth] of [
      [`/api_users/${id}`, beta],
      [`/api_users/${id}abc`, alpha],
      ['/api_users/99999999999', alpha],
      ['/api_users/4711', alpha],
    ] as const) {
      const missing = { status: 404, body: { code: 2303, message: 'Object does not exist' } };
      expect(await call('GET', url, undefined, auth)).toMatchObject(missing);
      expect(await call('PUT', url, {}, auth)).toMatchObject(missing);
      expect(await call('DELETE', url, null, auth)).toMatchObject(missing);
    }
  });
});

describe('PUT /api_users/:id', () => {
  it('saves a form as the portal has filled it, and leaves the password alone', async () => {
    const id = await idOf('alpha-mari');
    const form = { ...good, plain_text_password: '********', roles: ['epp'], locale: 'en' };
    expect(await call('PUT', `/api_users/${id}`, { api_user: form })).toMatchObject({
      status: 200,
      body: { data: { api_user: { id } } },
    });
    expect(await signsIn('alpha-mari', 'sesame')).toBe(true);
  });

  it('changes what was sent, by PATCH as well', async () => {
    const id = await idOf('alpha-mari');
    await call('PATCH', `/api_users/${id}`, { api_user: { roles: ['billing'], identity_code: '' } });
    await call('PUT', `/api_users/${id}`, { api_user: { plain_text_password: 'open sesame' } });
    expect((await call('GET', `/api_users/${id}`)).body.data?.user).toMatchObject({
      roles: 'billing',
      identity_code: '',
      email: 'mari@alpha.example',
    });
    await expect.poll(() => signsIn('alpha-mari', 'sesame')).toBe(false);
    expect(await signsIn('alpha-mari', 'open sesame')).toBe(true);
  });

  it('does not let the caller lock itself out', async () => {
    const id = await idOf('alpha');
    for (const api_user of [{ active: false }, { roles: ['epp'] }])
      expect(await call('PUT', `/api_users/${id}`, { api_user })).toMatchObject({
        status: 400,
        body: { code: 2304, message: 'Object status prohibits operation', data: {} },
      });
    expect((await call('DELETE', `/api_users/${id}`)).body.code).toBe(2304);
  });
});

describe('DELETE /api_users/:id', () => {
  it('lets nobody in any more, with the name still taken', async () => {
    const id = await idOf('alpha-mari');
    expect(await call('DELETE', `/api_users/${id}`)).toMatchObject({
      status: 200,
      body: { code: 1000, message: 'Command completed successfully', data: {} },
    });
    await expect.poll(() => signsIn('alpha-mari', 'open sesame')).toBe(false);
    expect((await call('GET', `/api_users/${id}`)).status).toBe(404);
    expect((await create(good)).body).toMatchObject({ code: 2302, message: 'Username already exists' });
  });
});

it('is for super users', async () => {
  for (const username of ['alpha-epp', 'alpha-billing'])
    for (const url of ['/api_users', '/api_users/1', '/white_ips', '/api_users/1/certificates/1'])
      expect(await call('GET', url, undefined, basic(username, 'alpha-sandbox'))).toMatchObject({
        status: 401,
        body: { code: 2201 },
      });
});
