import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, setHashCost } from '#src/base/secrets.ts';
import { apiUserByName, insertApiUser } from '#src/registry/store/registry/api-users.ts';
import { graph } from '../../support/graph.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const invalid = { code: 2202, message: 'Invalid authorization information', data: {} };
const unverified =
  'Identity verification is required before signing in with a password. ' +
  'Sign in with eeID or complete the verification request first.';

async function addUser(
  username: string,
  password: string,
  fields: { active?: boolean; verified?: boolean } = {},
) {
  const { db } = world.container.database;
  const alpha = await apiUserByName(db, 'alpha');
  const now = world.clock.now();
  await insertApiUser(db, {
    registrar_id: alpha?.registrar_id ?? 0,
    username,
    password_hash: await hashPassword(password),
    roles: ['epp'],
    active: fields.active ?? true,
    verified_at: fields.verified === false ? null : now,
    last_login_at: null,
    created_at: now,
    updated_at: now,
  });
}

beforeAll(async () => {
  setHashCost();
  world = await testWorld();
  await addUser('colon', 'pass:word::');
  await addUser('sleeping', 'sleeping-password', { active: false });
  await addUser('stranger', 'stranger-password', { verified: false });
  // Its base64 holds both characters that the two alphabets spell differently.
  await addUser('alphabets', 'ÿþ>?~~?>þÿ!');
});

const signIn = (authorization: string | null) =>
  world.request({ url: '/registry/v1/accounts/balance', auth: authorization });
const encoded = (text: string) => Buffer.from(text).toString('base64');

describe('Basic credentials', () => {
  it('are accepted', async () => {
    expect((await signIn(basic('alpha', 'alpha-sandbox'))).status).toBe(200);
  });

  it('are read in both base64 alphabets, with padding or without', async () => {
    const standard = encoded('alphabets:ÿþ>?~~?>þÿ!');
    expect(standard).toMatch(/[+/].*=/s);
    const urlSafe = standard.replaceAll('+', '-').replaceAll('/', '_');
    for (const text of [standard, urlSafe, standard.replace(/=+$/, ''), urlSafe.replace(/=+$/, '')])
      expect((await signIn(`Basic ${text}`)).status).toBe(200);
  });

  it('may have white space around them', async () => {
    expect((await signIn(`Basic   ${encoded('alpha:alpha-sandbox')} `)).status).toBe(200);
  });

  it('are split at the first colon, so that a password may hold more', async () => {
    expect((await signIn(basic('colon', 'pass:word::'))).status).toBe(200);
    expect((await signIn(basic('colon', 'pass'))).status).toBe(401);
  });

  it.each([
    ['none', null],
    ['an empty header', ''],
    ['the scheme alone', 'Basic'],
    ['nothing after the scheme', 'Basic '],
    ['a bare token', encoded('alpha:alpha-sandbox')],
    ['another case of the scheme', `basic ${encoded('alpha:alpha-sandbox')}`],
    ['no base64', 'Basic alpha:alpha-sandbox'],
    ['base64 with a character too many', `Basic ${encoded('alpha:alpha-sandbox')}!`],
    ['bits beyond the last byte', 'Basic YWxwaGE6YWxwaGEtc2FuZGJveB'],
    ['no colon', `Basic ${encoded('alpha')}`],
    ['an unknown user', basic('nobody', 'alpha-sandbox')],
    ['a wrong password', basic('alpha', 'beta-sandbox')],
    ['an empty password', basic('alpha', '')],
    ['an empty user', basic('', '')],
    ['another case of the user', basic('Alpha', 'alpha-sandbox')],
    ['U+0000', basic('alpha\0', 'alpha-sandbox')],
    ['a portal token', 'Bearer portal-sandbox'],
    ['an operator token', 'Bearer operator-sandbox'],
    ['half a megabyte less of a user name', basic('a'.repeat(8_000), 'x')],
  ])('are refused when they are %s', async (_, authorization) => {
    const answer = await signIn(authorization);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(invalid);
  });

  it('of an inactive user are refused like wrong ones', async () => {
    expect(await signIn(basic('sleeping', 'sleeping-password'))).toMatchObject({
      status: 401,
      body: invalid,
    });
  });

  it('of a user whose identity is not verified are refused with a word of advice, if the password is right', async () => {
    expect(await signIn(basic('stranger', 'stranger-password'))).toMatchObject({
      status: 401,
      body: { code: 2202, message: unverified, data: {} },
    });
    expect(await signIn(basic('stranger', 'guess'))).toMatchObject({ status: 401, body: invalid });
  });

  it('never come back in an answer', async () => {
    const { text } = await signIn(basic('alpha', 'my-secret-guess'));
    expect(text).not.toContain('my-secret-guess');
  });

  it('are kept as a salted hash, each user with its own salt', async () => {
    const { db } = world.container.database;
    const [one, other] = [await apiUserByName(db, 'colon'), await apiUserByName(db, 'alphabets')];
    for (const user of [one, other])
      expect(user?.password_hash).toMatch(/^scrypt\$16384\$8\$1\$[^$]{20,}\$[^$]{40,}$/);
    expect(one?.password_hash.split('$')[4]).not.toBe(other?.password_hash.split('$')[4]);
  });

  it('note when the user last signed in', async () => {
    await addUser('fresh', 'fresh-password');
    const lastLogin = async () => (await apiUserByName(world.container.database.db, 'fresh'))?.last_login_at;
    await signIn(basic('fresh', 'wrong'));
    expect(await lastLogin()).toBeNull();
    await signIn(basic('fresh', 'fresh-password'));
    expect(await lastLogin()).toBeInstanceOf(Date);
  });
});

describe('the other API', () => {
  const whoAmI = (auth: string | null) => graph(world, '{ viewer { name kind } }', { auth });

  it('knows the same caller', async () => {
    expect((await whoAmI(basic('colon', 'pass:word::'))).data).toEqual({
      viewer: { name: 'colon', kind: 'REGISTRAR' },
    });
  });

  it('refuses the same ones, with HTTP 401 and UNAUTHENTICATED', async () => {
    for (const auth of [
      basic('alpha', 'wrong'),
      basic('sleeping', 'sleeping-password'),
      'Basic !',
      'nonsense',
    ]) {
      const { status, errors } = await whoAmI(auth);
      expect(status).toBe(401);
      expect(errors).toEqual([
        {
          message: 'Invalid authorization information',
          extensions: { code: 'UNAUTHENTICATED', resultCode: 2202, helpUrl: expect.any(String) },
        },
      ]);
    }
    const stranger = await whoAmI(basic('stranger', 'stranger-password'));
    expect(stranger).toMatchObject({ status: 401, errors: [{ message: unverified }] });
  });
});
