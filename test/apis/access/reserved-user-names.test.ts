import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobNames } from '#src/registry/operations/lifecycle/jobs.ts';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
const password = 'kasutaja-salasona';

beforeAll(async () => {
  world = await testWorld();
});

const create = (username: string, auth: string) =>
  mutate('apiUserCreate', { registrar: 'ALPHA', username, password, roles: ['EPP'] }, 'apiUser { id }', auth);

describe('a user', () => {
  it.each(['registry', 'system', 'operator', 'eeid', ...jobNames])(
    'is not called %s, in any case',
    async (name) => {
      for (const username of [name, name.toUpperCase(), `${name[0]?.toUpperCase()}${name.slice(1)}`])
        for (const auth of [alpha, operator]) expectRefused(await create(username, auth), 2306);
      const user = {
        username: name.toUpperCase(),
        plain_text_password: password,
        active: true,
        roles: ['epp'],
      };
      const { body } = await world.request({
        method: 'POST',
        url: '/registry/v1/api_users',
        auth: alpha,
        payload: { api_user: user },
      });
      expect(body).toMatchObject({ code: 2306, message: expect.stringContaining('Username is reserved') });
    },
  );

  it('is not renamed to one either, and keeps such a name that it had', async () => {
    expectDone(await create('mari', alpha));
    const url = async (username: string) => {
      const { rows } = await sql<{
        id: number;
      }>`select id from api_users where username = ${username}`.execute(world.container.database.db);
      return `/registry/v1/api_users/${rows[0]?.id}`;
    };
    const save = async (was: string, api_user: object) =>
      (await world.request({ method: 'PUT', url: await url(was), auth: alpha, payload: { api_user } })).body
        .code;
    expect(await save('mari', { username: 'Expire' })).toBe(2306);
    await sql`update api_users set username = 'expire' where username = 'mari'`.execute(
      world.container.database.db,
    );
    expect(await save('expire', { username: 'expire', email: 'mari@alpha.example' })).toBe(1000);
    expect(await save('expire', { username: 'mari' })).toBe(1000);
  });

  it.each([
    ['a Cyrillic letter', '\u043eperator', 2005],
    ['a Greek letter', '\u03bfperator', 2005],
    ['only Cyrillic letters', '\u0440\u0435\u0433\u0438\u0441\u0442\u0440', 2005],
    ['a small capital', '\u1d0fperator', 2005],
    ['a dotless i', 'reg\u0131stry', 2005],
    ['a stroke', '\u00f8perator', 2005],
    ['a letter that is not seen', 'reg\u200Bistry', 2005],
    ['a blank of Braille', 'operator\u2800', 2005],
    ['a wide letter', '\uff4fperator', 2306],
    ['a mathematical letter', '\u{1d428}perator', 2306],
    ['an accent', 'op\u0117rator', 2306],
    ['a digit', '0perat0r', 2306],
    ['a digit in the middle', 'reg1stry', 2306],
    ['an l', 'explre', 2306],
    ['r and n', 'systern', 2306],
  ])('is not called so that it looks like one by %s', async (_, username, code) => {
    for (const auth of [alpha, operator]) expectRefused(await create(username, auth), code);
  });

  it.each([
    ['a mark that is not seen', 'mari\ufe00'],
    ['a joiner that is not seen', 'ma\u034fri'],
    ['two letters in one', '\ufb01nants'],
    ['a Roman numeral', 'tii\u217c'],
    ['a wide letter', 'm\uff41ri'],
    ['the sign of a unit', '\u212aadri'],
    ['an accent of its own', 'ju\u0308ri'],
    ['a pile of accents', 'mari\u0323\u0323\u0323\u0323'],
  ])('is not called so that it looks like another user by %s', async (_, username) => {
    for (const auth of [alpha, operator]) expectRefused(await create(username, auth), 2005);
  });

  it('may be called something that begins like one, and has its accents', async () => {
    for (const username of ['operator-mari', 'registry2', 'expires', 'j\u00fcri.\u00f5un', '\u017diga@b_1'])
      expectDone(await create(username, alpha));
  });
});
