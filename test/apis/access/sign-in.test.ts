import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiUserByName, insertApiUser } from '#src/registry/store/registry/api-users.ts';
import { buildApp } from '#src/server/app.ts';
import { giveToken, signInAs } from '../../support/access-tokens.ts';
import { cheapHash } from '../../support/cheap-hash.ts';
import { graph } from '../../support/graph.ts';
import { basic, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const password = 'the right password';
beforeAll(async () => {
  world = await testWorld();
});

let count = 0;
/** Each test has a user of its own: what one guesses is no business of another. */
async function newUser(fields: { verified?: boolean; active?: boolean } = {}): Promise<string> {
  count += 1;
  const username = `signs-in-${count}`;
  const { db } = world.container.database;
  const now = world.clock.now();
  await insertApiUser(db, {
    registrar_id: (await apiUserByName(db, 'alpha'))?.registrar_id ?? 0,
    username,
    password_hash: cheapHash(password),
    roles: ['super'],
    active: fields.active ?? true,
    verified_at: fields.verified === false ? null : now,
    last_login_at: null,
    created_at: now,
    updated_at: now,
  });
  return username;
}
const signedIn = async (username: string): Promise<string> => {
  const { data } = await signInAs(world, username, password);
  return `Bearer ${String(data.signIn.token)}`;
};
const whoAmI = (auth: string) => graph(world, '{ viewer { name } account { balance } }', { auth });
const update = (input: string) =>
  graph(world, `mutation { apiUserUpdate(input: { ${input} }) { userErrors { message } } }`, {
    auth: operator,
  });
const passes = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));

const limited = (username: string, limits: string) =>
  graph(
    world,
    `mutation { signIn(input: { username: "${username}", password: "${password}", ${limits} }) { token expiresAt userErrors { code path } } }`,
    { auth: null },
  );

describe('signIn with limits', () => {
  it('gives an access token with these scopes only, which ends with the password', async () => {
    const username = await newUser();
    const { data } = await limited(username, 'scopes: [READ], expiresIn: "PT10M"');
    const auth = `Bearer ${data.signIn.token}`;
    const inTenMinutes = world.clock.now().getTime() + 600_000;
    expect(Math.abs(Date.parse(data.signIn.expiresAt) - inTenMinutes)).toBeLessThan(60_000);
    const { data: seen, errors } = await whoAmI(auth);
    expect({ name: seen.viewer.name, account: seen.account }).toEqual({ name: username, account: null });
    expect(JSON.stringify(errors)).toContain('BILLING');
    const made = await graph(
      world,
      'mutation { accessTokenCreate(input: { name: "more", scopes: [WRITE] }) { token userErrors { code } } }',
      { auth },
    );
    expect(made.data?.accessTokenCreate?.token ?? null).toBeNull();
    await update(`username: "${username}", password: "another password"`);
    expect((await whoAmI(auth)).data?.viewer ?? null).toBeNull();
  });

  it('lasts as long as it says, and thirty days at most', async () => {
    const username = await newUser();
    const { data } = await limited(username, 'expiresIn: "PT1M"');
    const auth = `Bearer ${data.signIn.token}`;
    expect((await whoAmI(auth)).data.viewer.name).toBe(username);
    passes(61_000);
    expect((await whoAmI(auth)).data?.viewer ?? null).toBeNull();
    for (const wrong of ['P31D', 'PT0S', '-PT1H', 'soon']) {
      const refused = await limited(username, `expiresIn: "${wrong}"`);
      expect(refused.errors ?? refused.data.signIn.userErrors).toHaveLength(1);
      expect(refused.data?.signIn?.token ?? null).toBeNull();
    }
    const none = await limited(username, 'scopes: []');
    expect(none.data.signIn.userErrors).toMatchObject([{ path: ['scopes'] }]);
  });
});

describe('signIn', () => {
  it.each([
    ['a name that nobody could send in a header', 'x'.repeat(20_000), password],
    ['a password that nobody could send in a header', 'alpha', 'x'.repeat(20_000)],
    ['a name with a character that is none', 'al\0pha', password],
    ['a password with a character that is none', 'alpha', 'alpha\0sandbox'],
  ])('refuses %s like any wrong one, without a look', async (_, username, secret) => {
    const statements: string[] = [];
    // What earlier sign-ins have left to be written is not what this is about.
    await world.container.batch.flush();
    const stop = world.container.database.onStatement((text) => statements.push(text));
    const { data, errors } = await signInAs(world, username, secret);
    stop();
    expect({ token: data?.signIn?.token ?? null, errors }).toEqual({ token: null, errors: undefined });
    expect(data.signIn.userErrors).toMatchObject([{ resultCode: 2202 }]);
    expect(statements.filter((text) => /api_users/.test(text))).toEqual([]);
  });

  it('gives a token for eight hours and all that the user may do', async () => {
    const username = await newUser();
    const { data, status } = await signInAs(world, username, password);
    expect(status).toBe(200);
    expect(data.signIn).toEqual({
      token: expect.stringMatching(/^zg_[0-9A-Za-z]{40}$/),
      expiresAt: expect.any(String),
      userErrors: [],
    });
    const lasts = new Date(String(data.signIn.expiresAt)).getTime() - world.clock.now().getTime();
    expect(Math.abs(lasts - 8 * 3_600_000)).toBeLessThan(60_000);
    const auth = `Bearer ${String(data.signIn.token)}`;
    expect((await whoAmI(auth)).data).toEqual({
      viewer: { name: username },
      account: { balance: '1000.00' },
    });
    expect((await world.request({ url: '/registry/v1/accounts/balance', auth })).status).toBe(200);
    expect((await apiUserByName(world.container.database.db, username))?.last_login_at).toBeInstanceOf(Date);
    passes(8 * 3_600_000);
    expect((await whoAmI(auth)).status).toBe(401);
  });

  it('is asked for with input or with arguments, and not with both or half of them', async () => {
    const username = await newUser();
    const asked = (given: string) => {
      const filled = given.replaceAll('$u', `"${username}"`).replaceAll('$p', `"${password}"`);
      const query = `mutation { signIn(${filled}) { token userErrors { resultCode } } }`;
      return graph(world, query, { auth: null });
    };
    for (const given of ['username: $u, password: $p', 'input: { username: $u, password: $p }'])
      expect((await asked(given)).data.signIn).toEqual({
        token: expect.stringMatching(/^zg_/),
        userErrors: [],
      });
    const wrong = await asked('username: $u, password: "wrong-one"');
    expect(wrong.data.signIn.userErrors).toEqual([{ resultCode: 2202 }]);
    for (const given of [
      'username: $u',
      'username: $u, password: null',
      'dryRun: true',
      'input: { username: $u, password: $p }, password: $p',
    ])
      expect(await asked(given), given).toMatchObject({
        data: { signIn: null },
        errors: [{ extensions: { code: 'BAD_USER_INPUT', resultCode: 2003, argument: ['input'] } }],
      });
  });

  it('refuses a wrong password, an unknown user and a locked-out one in the same words', async () => {
    const invalid = {
      token: null,
      expiresAt: null,
      userErrors: [
        {
          code: 'INVALID_AUTHORIZATION_INFORMATION',
          resultCode: 2202,
          message: 'Invalid authorization information',
        },
      ],
    };
    expect((await signInAs(world, await newUser(), 'wrong')).data.signIn).toEqual(invalid);
    expect((await signInAs(world, 'nobody-at-all', password)).data.signIn).toEqual(invalid);
    expect((await signInAs(world, await newUser({ active: false }), password)).data.signIn).toEqual(invalid);
  });

  it('is refused to who has not been verified, and with it comes advice', async () => {
    const { data } = await signInAs(world, await newUser({ verified: false }), password);
    expect(data.signIn.userErrors[0]).toMatchObject({
      resultCode: 2202,
      message: expect.stringContaining('verification'),
    });
  });

  it('is throttled like every password check, and together with them', async () => {
    const username = await newUser();
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1)
      statuses.push((await signInAs(world, username, `guess ${index}`)).status);
    for (let index = 0; index < 4; index += 1)
      statuses.push(
        (await world.request({ url: '/registry/v1/domains', auth: basic(username, `more ${index}`) })).status,
      );
    const last = await signInAs(world, username, 'another guess');
    expect(statuses).toEqual([200, 200, 200, 200, 401, 429, 429, 429]);
    expect(last.status).toBe(429);
    expect(last.data).toEqual({ signIn: null });
    expect(last.errors).toMatchObject([
      {
        message: expect.stringMatching(/^Too many wrong passwords/),
        extensions: { code: 'THROTTLED', resultCode: 2502 },
      },
    ]);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is asked for once in a document: nobody tries a list of passwords in one request', async () => {
    const one = (alias: string) =>
      `${alias}: signIn(input: { username: "x", password: "${alias}" }) { token }`;
    const { errors, status } = await graph(world, `mutation { ${one('a')} ${one('b')} }`, { auth: null });
    expect({ status, code: errors?.[0]?.extensions.code as unknown }).toEqual({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
    });
  });

  it('asks for the certificate and the address that every sign-in is asked for', async () => {
    const { container } = world;
    const app = buildApp({ ...container, config: { ...container.config, REQUIRE_CLIENT_CERT: true } });
    const { Authenticator } = await import('#src/apis/access/authenticator.ts');
    const strict = new Authenticator({
      ...container,
      config: { ...container.config, REQUIRE_CLIENT_CERT: true },
    });
    await app.close();
    const sender = {
      authorization: undefined,
      address: '127.0.0.1',
      certificate: { pem: undefined, commonName: undefined },
    };
    const username = await newUser();
    await expect(strict.signIn(sender, username, password)).rejects.toThrow('Invalid user certificate');
    const { auth } = await giveToken(world, ['READ']);
    await expect(strict.anyone({ ...sender, authorization: auth })).rejects.toThrow(
      'Invalid user certificate',
    );
  });

  it('shows the token to those that have the password, though it came with a lesser one', async () => {
    const { auth } = await giveToken(world, ['READ']);
    const { data } = await signInAs(world, await newUser(), password, { auth });
    expect(data.signIn.token).toMatch(/^zg_/);
  });

  it('repeated with the same key shows the token once, and keeps neither it nor the password', async () => {
    const username = await newUser();
    const document = `mutation ($input: SignInInput!) { signIn(input: $input, idempotencyKey: "sign-in-again") { token expiresAt } }`;
    const variables = { input: { username, password } };
    const first = await graph(world, document, { auth: null, variables });
    const again = await graph(world, document, { auth: null, variables });
    expect(first.data.signIn.token).toMatch(/^zg_/);
    expect(again.data.signIn).toEqual({ token: null, expiresAt: first.data.signIn.expiresAt });
    const kept = await world.container.database.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', 'sign-in-again')
      .execute();
    expect(kept).toHaveLength(1);
    for (const secret of [password, String(first.data.signIn.token)])
      expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('is not listed among the access tokens', async () => {
    const username = await newUser();
    await signedIn(username);
    const { data } = await graph(world, '{ accessTokens(first: 100) { nodes { name createdBy } } }', {
      auth: operator,
    });
    expect(JSON.stringify(data)).not.toContain(username);
  });

  it('of one user counts a thousand times, and the oldest go', async () => {
    const username = await newUser();
    const first = await signedIn(username);
    await sql`
      insert into access_tokens (hash, name, registrar_id, api_user_id, password_mark, created_by, created_at, expires_at)
      select lpad(to_hex(number), 64, '0'), name, registrar_id, api_user_id, password_mark, created_by, created_at, expires_at
      from access_tokens, generate_series(1, 998) number where id = (select max(id) from access_tokens)`.execute(
      world.container.database.db,
    );
    expect((await whoAmI(first)).status).toBe(200);
    const second = await signedIn(username);
    expect((await whoAmI(first)).status).toBe(200);
    await signedIn(username);
    expect((await whoAmI(first)).status).toBe(401);
    expect((await whoAmI(second)).status).toBe(200);
  });
});

describe('signOut', () => {
  const signOut = (auth: string) =>
    graph(world, 'mutation { signOut { signedOut userErrors { resultCode message } } }', { auth });

  it('ends the sign-in that it comes with, and no other', async () => {
    const username = await newUser();
    const [ended, other] = [await signedIn(username), await signedIn(username)];
    const { auth: token } = await giveToken(world, ['BILLING'], { auth: ended });
    expect((await signOut(ended)).data).toEqual({ signOut: { signedOut: true, userErrors: [] } });
    expect((await whoAmI(ended)).status).toBe(401);
    expect((await signOut(ended)).status).toBe(401);
    for (const auth of [other, token]) expect((await whoAmI(auth)).status).toBe(200);
  });

  it('has nothing to end for callers with a password or an access token', async () => {
    const username = await newUser();
    const auth = basic(username, password);
    const { signOut: answer } = (await signOut(auth)).data;
    expect(answer).toMatchObject({ signedOut: false, userErrors: [{ resultCode: 2002 }] });
    const { auth: token } = await giveToken(world, ['WRITE'], { auth });
    expect((await signOut(token)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await whoAmI(auth)).status).toBe(200);
  });
});

describe('a changed password', () => {
  it('ends sign-ins, at once', async () => {
    const username = await newUser();
    const auth = await signedIn(username);
    expect((await whoAmI(auth)).status).toBe(200);
    await update(`username: "${username}", password: "another password", keepTokens: true`);
    expect((await whoAmI(auth)).status).toBe(401);
  });

  it('that was changed behind everybody\u2019s back ends them as well', async () => {
    const username = await newUser();
    const auth = await signedIn(username);
    const { db } = world.container.database;
    await db
      .updateTable('api_users')
      .set({ password_hash: cheapHash('teine-salasona') })
      .where('username', '=', username)
      .execute();
    expect((await whoAmI(auth)).status).toBe(401);
    // Unless this process has heard of something meanwhile, it takes the old password for right: what it gives opens nothing.
    const stale = await signInAs(world, username, password);
    if (stale.data.signIn.token)
      expect((await whoAmI(`Bearer ${String(stale.data.signIn.token)}`)).status).toBe(401);
  });
});
