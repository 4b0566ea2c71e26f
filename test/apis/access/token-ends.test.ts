import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '#src/apis/access/authenticator.ts';
import { createLog } from '#src/base/log.ts';
import { publishedToken } from '#src/registry/rules/registrar/access-tokens.ts';
import { giveToken, signInAs } from '../../support/access-tokens.ts';
import { logToMemory, type SecondContainer, secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { basic, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** When tokens end, in this process and in another one beside it. */
let world: TestWorld;
let other: SecondContainer;
const log = logToMemory();
const mutate = mutateOf(() => world);
const password = 'kasutaja-salasona';

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  const database = await secondConnection();
  other = await secondContainer({
    ...(database && { database }),
    clock: world.clock,
    log: createLog('trace', log.stream),
  });
});

let count = 0;
async function newUser(): Promise<{ username: string; auth: string }> {
  count += 1;
  const username = `kasutaja-${count}`;
  expectDone(
    await mutate(
      'apiUserCreate',
      { registrar: 'ALPHA', username, password, roles: ['SUPER'] },
      'apiUser { username }',
    ),
  );
  return { username, auth: basic(username, password) };
}
const statuses = async (auth: string): Promise<number[]> => {
  const ask = { method: 'POST', url: '/graphql', payload: { query: '{ viewer { name } }' } } as const;
  const elsewhere = await other.app.inject({ ...ask, headers: { authorization: auth } });
  return [(await world.request({ ...ask, auth })).status, elsewhere.statusCode];
};

describe('a token that was revoked', () => {
  it('opens nothing in any process from that moment on', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { auth, id } = await giveToken(world, ['READ']);
      expect(await statuses(auth)).toEqual([200, 200]);
      expectDone(await mutate('accessTokenRevoke', { id }, 'accessToken { id }'));
      expect(await statuses(auth)).toEqual([401, 401]);
    }
  });
});

describe('a user', () => {
  it('that is locked out takes its tokens along, and comes back without them', async () => {
    const { username, auth } = await newUser();
    const token = await giveToken(world, ['READ'], { auth });
    const session = `Bearer ${String((await signInAs(world, username, password)).data.signIn.token)}`;
    for (const given of [token.auth, session]) expect(await statuses(given)).toEqual([200, 200]);
    expectDone(await mutate('apiUserUpdate', { username, active: false }, 'apiUser { active }'));
    for (const given of [token.auth, session]) expect(await statuses(given)).toEqual([401, 401]);
    expectDone(await mutate('apiUserUpdate', { username, active: true }, 'apiUser { active }'));
    for (const given of [token.auth, session]) expect(await statuses(given)).toEqual([401, 401]);
    const { data } = await graph(world, '{ accessTokens(first: 100) { nodes { id } } }', { auth: operator });
    expect(JSON.stringify(data)).not.toContain(token.id);
  });

  it('that is given another password loses its tokens, unless they are kept', async () => {
    const { username, auth } = await newUser();
    const token = await giveToken(world, ['READ'], { auth });
    const kept = { username, password: 'teine-salasona', keepTokens: true };
    expectDone(await mutate('apiUserUpdate', kept, 'apiUser { active }'));
    expect(await statuses(token.auth)).toEqual([200, 200]);
    expectDone(await mutate('apiUserUpdate', { username, password: 'kolmas-sona' }, 'apiUser { active }'));
    expect(await statuses(token.auth)).toEqual([401, 401]);
  });

  it('loses and keeps them over REST likewise', async () => {
    const { username, auth } = await newUser();
    const token = await giveToken(world, ['READ'], { auth });
    const { rows } = await sql<{ id: number }>`select id from api_users where username = ${username}`.execute(
      world.container.database.db,
    );
    const put = async (fields: object) =>
      (
        await world.request({
          method: 'PUT',
          url: `/registry/v1/api_users/${rows[0]?.id}`,
          payload: { api_user: fields },
        })
      ).body.code as unknown;
    expect(await put({ plain_text_password: 'teine-salasona', keep_tokens: true })).toBe(1000);
    expect(await statuses(token.auth)).toEqual([200, 200]);
    expect(await put({ plain_text_password: '********', email: 'a@b.ee' })).toBe(1000);
    expect(await statuses(token.auth)).toEqual([200, 200]);
    expect(await put({ plain_text_password: 'kolmas-sona' })).toBe(1000);
    expect(await statuses(token.auth)).toEqual([401, 401]);
  });

  it('that is deleted takes its tokens along', async () => {
    const { username, auth } = await newUser();
    const token = await giveToken(world, ['READ'], { auth });
    expectDone(await mutate('apiUserDelete', { username }, 'username'));
    expect(await statuses(token.auth)).toEqual([401, 401]);
  });

  it('that makes tokens with the old password while it is given a new one has none of them', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { username, auth } = await newUser();
      await statuses(auth);
      const made = await Promise.all([
        ...Array.from({ length: 4 }, () => giveToken(world, ['READ'], { auth }).catch(() => undefined)),
        mutate('apiUserUpdate', { username, password: 'teine-salasona' }, 'apiUser { active }').then(
          () => undefined,
        ),
      ]);
      for (const given of made) if (given) expect(await statuses(given.auth)).toEqual([401, 401]);
    }
  });

  it('that creates tokens while it is locked out has none of them when it is unlocked', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { username, auth } = await newUser();
      await statuses(auth);
      const made = await Promise.all([
        ...Array.from({ length: 4 }, () => giveToken(world, ['READ'], { auth }).catch(() => undefined)),
        mutate('apiUserUpdate', { username, active: false }, 'apiUser { active }').then(() => undefined),
      ]);
      expectDone(await mutate('apiUserUpdate', { username, active: true }, 'apiUser { active }'));
      for (const given of made) if (given) expect(await statuses(given.auth)).toEqual([401, 401]);
    }
  });
});

describe('an operator', () => {
  it('that is locked out loses its tokens', async () => {
    const { auth } = await giveToken(world, ['READ'], { auth: operator });
    const { container } = world;
    const sender = {
      authorization: auth,
      address: '127.0.0.1',
      certificate: { pem: undefined, commonName: undefined },
    };
    const changed = new Authenticator({
      ...container,
      config: { ...container.config, OPERATOR_TOKENS: ['somebody-else'] },
    });
    expect(await container.authenticator.anyone(sender)).toMatchObject({ kind: 'operator' });
    await expect(changed.anyone(sender)).rejects.toThrow('Invalid authorization information');
  });
});

describe('the token that the sandbox publishes', () => {
  it('only reads, and is nothing in production', async () => {
    const { container } = world;
    const auth = `Bearer ${publishedToken}`;
    expect(await statuses(auth)).toEqual([200, 200]);
    const sender = {
      authorization: auth,
      address: '127.0.0.1',
      certificate: { pem: undefined, commonName: undefined },
    };
    expect(await container.authenticator.anyone(sender)).toMatchObject({
      registrarCode: 'ALPHA',
      accessToken: { scopes: ['READ'] },
    });
    const production = new Authenticator({ ...container, config: { ...container.config, isTrial: false } });
    await expect(production.anyone(sender)).rejects.toThrow('Invalid authorization information');
  });

  it('is there again after a reset, and stays revoked otherwise', async () => {
    const { seedWorld } = await import('#src/extensions/sandbox/world.ts');
    const { db } = world.container.database;
    await seedWorld(world.container, 'bare');
    await db
      .updateTable('access_tokens')
      .set({ revoked_at: world.clock.now() })
      .where('name', 'like', 'Published%')
      .execute();
    await seedWorld(world.container, 'bare');
    expect(await statuses(`Bearer ${publishedToken}`)).toEqual([401, 401]);
    await db.deleteFrom('access_tokens').execute();
    await seedWorld(world.container, 'bare');
    expect(await statuses(`Bearer ${publishedToken}`)).toEqual([200, 200]);
  });
});

describe('an expired token', () => {
  it('is listed for a month, and then forgotten', async () => {
    const { auth, id } = await giveToken(world, ['READ'], { expiresIn: 'P1D' });
    await signInAs(world, 'alpha', 'alpha-sandbox');
    const day = 86_400_000;
    const later = async (days: number) => {
      world.clock.moveTo(new Date(world.clock.now().getTime() + days * day));
      expectDone(await mutate('jobsRun', { jobs: ['forget'] }, '__typename'));
      const { data } = await graph(world, '{ accessTokens(first: 100) { nodes { id } } }', {
        auth: operator,
      });
      return JSON.stringify(data).includes(id);
    };
    expect(await later(2)).toBe(true);
    expect(await statuses(auth)).toEqual([401, 401]);
    const { db } = world.container.database;
    expect(await db.selectFrom('access_tokens').select('id').where('scopes', 'is', null).execute()).toEqual(
      [],
    );
    expect(await later(28)).toBe(true);
    expect(await later(1)).toBe(false);
  });
});

describe('the log', () => {
  it('holds no token and no password, for any caller and any outcome', async () => {
    const { token } = await giveToken(world, ['READ']);
    const forged = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    const ask = (authorization: string, payload: object) =>
      other.app.inject({ method: 'POST', url: '/graphql', payload, headers: { authorization } });
    await ask(`Bearer ${token}`, { query: '{ viewer { name } }' });
    await ask(`Bearer ${token}`, {
      query: 'mutation { nameUnblock(input: { name: "x.ee" }) { userErrors { code } } }',
    });
    await ask(`Bearer ${forged}`, { query: '{ viewer { name } }' });
    const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';
    const { data } = (
      await ask(`Bearer ${token}`, {
        query: signIn,
        variables: { input: { username: 'alpha', password: 'alpha-sandbox' } },
      })
    ).json();
    await ask(`Bearer ${token}`, {
      query: signIn,
      variables: { input: { username: 'alpha', password: 'a wrong password' } },
    });
    await other.app.inject({ url: '/registry/v1/domains', headers: { authorization: `Bearer ${token}` } });
    const text = log.text();
    expect(text).toContain('"caller":"alpha"');
    for (const secret of [token, forged, data.signIn.token, 'alpha-sandbox', 'a wrong password'])
      expect(text).not.toContain(secret);
  });
});
