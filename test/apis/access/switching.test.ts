import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mutateOf } from '../../support/operator.ts';
import { alpha, basic, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
const person = '47101010033';
const unlinked = { code: 2306, message: 'Cannot switch to unlinked user', data: {} };

beforeAll(async () => {
  world = await testWorld();
});

const call = async (auth: string, method: 'GET' | 'PUT', url: string, payload?: object) =>
  world.request({ method, url: `/repp/v1${url}`, auth, ...(payload && { payload }) });

const change = (username: string, changes: object, auth = operator) =>
  mutate('apiUserUpdate', { username, ...changes }, 'apiUser { identityCode }', auth);

const idOf = async (auth: string): Promise<string> =>
  String((await call(auth, 'GET', '/registrar/auth')).body.data?.id);

const switchTo = async (auth: string, id: string) =>
  (await call(auth, 'PUT', '/accounts/switch_user', { account: { new_user_id: id } })).body;

/** Who comes with what the portal keeps of the answer. */
const asSwitched = async (auth: string, id: string): Promise<string> =>
  `Basic ${(await switchTo(auth, id)).data?.token}`;

const statusOf = async (auth: string): Promise<number> => (await call(auth, 'GET', '/registrar/auth')).status;

describe('a person with users at two registrars', () => {
  beforeEach(async () => {
    for (const username of ['alpha', 'beta']) await change(username, { identityCode: person, active: true });
  });

  it('goes on as the other with a token, and back again', async () => {
    const answer = await switchTo(alpha, await idOf(beta));
    expect(answer).toEqual({
      code: 1000,
      message: 'You are now signed in as a user "beta"',
      data: {
        token: expect.stringMatching(/^[\w-]+$/),
        registrar: (await call(beta, 'GET', '/registrar/auth')).body.data,
      },
    });
    const switched = `Basic ${answer.data?.token}`;
    expect((await call(switched, 'GET', '/registrar/auth')).body.data).toMatchObject({
      username: 'beta',
      registrar_name: 'Beta Names',
    });
    const back = await asSwitched(switched, await idOf(alpha));
    expect((await call(back, 'GET', '/accounts/details')).body.data?.account).toMatchObject({
      linked_users: [{ username: 'beta', role: 'super', registrar_name: 'Beta Names', active: true }],
    });
    // Nothing of a password is in it.
    const text = Buffer.from(String(answer.data?.token), 'base64url').toString();
    expect(text).toMatch(/^beta:zg_/);
    expect(text).not.toContain('sandbox');
  });

  it('does the same in the graph', async () => {
    const { token, viewer } = await mutate(
      'sessionSwitch',
      { username: 'beta' },
      'token viewer { name linkedUsers { username registrar { code } } }',
      alpha,
    );
    expect(viewer).toEqual({
      name: 'beta',
      linkedUsers: [{ username: 'alpha', registrar: { code: 'ALPHA' } }],
    });
    expect(await statusOf(`Bearer ${token}`)).toBe(200);
  });

  it('gets the token once, however often the request is repeated', async () => {
    const repeat = async () => {
      const { body } = await world.request({
        method: 'PUT',
        url: '/repp/v1/accounts/switch_user',
        auth: alpha,
        headers: { 'idempotency-key': 'switch-once' },
        payload: { account: { new_user_id: await idOf(beta) } },
      });
      return body.data?.token;
    };
    expect(await repeat()).toEqual(expect.any(String));
    expect(await repeat()).toBeNull();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the link is gone', () => change('alpha', { identityCode: '' })],
    ['the link of the other is gone', () => change('beta', { identityCode: '38001085718' })],
    ['who signed in is locked out', () => change('alpha', { active: false })],
    ['the other is locked out', () => change('beta', { active: false })],
    ['who signed in has a new password', () => change('alpha', { password: 'alpha-sandbox' })],
    ['the other has a new password', () => change('beta', { password: 'beta-sandbox' })],
  ])('ends to be the other when %s', async (_, happens) => {
    const switched = await asSwitched(alpha, await idOf(beta));
    expect(await statusOf(switched)).toBe(200);
    await happens();
    expect(await statusOf(switched)).toBe(401);
  });

  it('is nobody else', async () => {
    const epp = basic('alpha-epp', 'alpha-sandbox');
    const ids = [await idOf(epp), '99999', '0', 'x', await idOf(alpha)];
    for (const id of ids) expect(await switchTo(alpha, id)).toEqual(unlinked);
    expect(await switchTo(epp, await idOf(beta))).toEqual(unlinked);
    const stolen = Buffer.from(
      Buffer.from(String((await switchTo(alpha, await idOf(beta))).data?.token), 'base64url')
        .toString()
        .replace(/^beta/, 'alpha'),
    );
    expect(await statusOf(`Basic ${stolen.toString('base64')}`)).toBe(401);
  });

  it('needs to have signed in: no access token is enough', async () => {
    const { token } = await mutate(
      'accessTokenCreate',
      { name: 'all', scopes: ['READ', 'WRITE', 'SECRETS', 'BILLING'] },
      'token',
      alpha,
    );
    expect(await switchTo(`Bearer ${token}`, await idOf(beta))).toMatchObject({ code: 2201 });
    // Nor does it come in the place of a password.
    expect(await statusOf(basic('alpha', String(token)))).toBe(401);
  });
});

describe('an identity code that a registrar has written itself', () => {
  it('links nobody: anybody who knows it could become that person', async () => {
    await change('beta', { identityCode: person });
    await change('alpha', { identityCode: '' });
    await change('alpha', { identityCode: person }, alpha);
    const { body } = await call(alpha, 'GET', '/accounts/details');
    expect(body.data?.account.linked_users).toEqual([]);
    expect(await switchTo(alpha, await idOf(beta))).toEqual(unlinked);
  });

  it('ends the link when it is another, and keeps it when a form sends it back', async () => {
    await change('beta', { identityCode: person });
    await change('alpha', { identityCode: person });
    const own = await idOf(alpha);
    const save = (identity_code: string) =>
      call(alpha, 'PUT', `/api_users/${own}`, { api_user: { identity_code } });
    await save(person);
    expect((await switchTo(alpha, await idOf(beta))).code).toBe(1000);
    await save('38001085718');
    await save(person);
    expect(await switchTo(alpha, await idOf(beta))).toEqual(unlinked);
  });
});
