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
  it.each(['registry', 'reg\u200Bistry', 'system', 'operator', 'eeid', ...jobNames])(
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

  it('may be called something that begins like one', async () => {
    for (const username of ['operator-mari', 'registry2', 'expires'])
      expectDone(await create(username, alpha));
  });
});
