import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { alpha, basic, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
});

const signsIn = async (username: string, password = 'sesame') =>
  (await world.request({ url: '/registry/v1/accounts/balance', auth: basic(username, password) })).status ===
  200;
const created = (username: string, input: object = {}, auth: string | null = alpha) =>
  mutate(
    'apiUserCreate',
    { username, password: 'sesame', roles: ['EPP'], ...input },
    'apiUser { username }',
    auth,
  );
const updated = (username: string, input: object, auth: string | null = alpha) =>
  mutate('apiUserUpdate', { username, ...input }, 'apiUser { username roles active email }', auth);
const deleted = (username: string, auth: string | null = alpha) =>
  mutate('apiUserDelete', { username }, 'username', auth);
const usernames = async (auth: string) =>
  (
    (await ask('{ apiUsers(first: 100) { totalCount nodes { username } } }', {}, auth)).data
      .apiUsers as unknown as { nodes: { username: string }[] }
  ).nodes.map(({ username }) => username);
const mails = async () =>
  (
    await world.container.database.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute()
  ).map(({ payload }) => payload as unknown as { to: string; subject: string });

describe('a super user of a registrar', () => {
  it('admits users of its own registrar, who can sign in at once', async () => {
    const made = await mutate(
      'apiUserCreate',
      {
        username: 'alpha-mari',
        password: 'sesame',
        roles: ['EPP', 'BILLING', 'EPP'],
        email: ' mari@alpha.example ',
        identityCode: '47101010033',
      },
      `apiUser { username roles active email identityCode registrar { code } createdAt updatedAt certificates { id }
        verification { requestedAt pendingAt verifiedAt } }`,
      alpha,
    );
    expectDone(made);
    expect(made.apiUser).toMatchObject({
      username: 'alpha-mari',
      roles: ['EPP', 'BILLING'],
      active: true,
      email: 'mari@alpha.example',
      identityCode: '47101010033',
      registrar: { code: 'ALPHA' },
      certificates: [],
      verification: { requestedAt: null, pendingAt: null, verifiedAt: expect.stringContaining('T') },
    });
    expect(await signsIn('alpha-mari')).toBe(true);
  });

  it('does so for nobody else', async () => {
    expectRefused(await created('beta-2', { registrar: 'BETA' }), 2303);
    expectDone(await created('alpha-2', { registrar: 'ALPHA' }));
    expectRefused(await updated('beta', { password: 'sesame' }), 2303);
    expectRefused(await deleted('beta'), 2303);
    expect((await ask('{ apiUser(username: "beta") { username } }', {}, alpha)).data).toEqual({
      apiUser: null,
    });
    expect(await usernames(alpha)).toEqual(['alpha', 'alpha-2', 'alpha-billing', 'alpha-epp', 'alpha-mari']);
    expect(await usernames(beta)).toEqual(['beta']);
    expect(await usernames(operator)).toHaveLength(6);
  });

  it('is shown everything that is wrong', async () => {
    const refused = await created(' ', {
      password: '',
      roles: [],
      email: 'mari',
      identityCode: '1\n2',
    });
    expect(refused.userErrors.map(({ resultCode, message }) => `${resultCode} ${message}`)).toEqual([
      '2003 Username is missing',
      '2003 Password is missing',
      '2004 Password is too short (minimum is 6 characters)',
      '2003 Roles is missing',
      '2005 Email is invalid',
      '2005 Identity code is invalid',
    ]);
    const taken = await created('beta');
    expect(taken.userErrors).toMatchObject([
      { resultCode: 2302, message: 'Username already exists', path: ['username'] },
    ]);
    const twice = await created('alpha-3', { identityCode: '47101010033' });
    expect(twice.userErrors).toMatchObject([
      { resultCode: 2302, message: 'Identity code already exists at this registrar', path: ['identityCode'] },
    ]);
    expectDone(await created('beta-3', { identityCode: '47101010033' }, beta));
  });

  it('changes what it likes of them, and only that', async () => {
    const changed = await updated('alpha-2', { newUsername: 'alpha-ii', active: true, email: '' });
    expect(changed.apiUser).toEqual({ username: 'alpha-ii', roles: ['EPP'], active: true, email: null });
    expect(await signsIn('alpha-ii')).toBe(true);
    await expect.poll(() => signsIn('alpha-2')).toBe(false);
    expect((await updated('alpha-ii', { newUsername: 'beta' })).userErrors).toMatchObject([
      { resultCode: 2302, path: ['newUsername'] },
    ]);
    expectRefused(await updated('alpha-ii', { newUsername: 'a:b' }), 2005);
  });

  it('writes to its registrar when a password was changed', async () => {
    const before = (await mails()).length;
    expectDone(await updated('alpha-ii', { active: true }));
    expect(await mails()).toHaveLength(before);
    expectDone(await updated('alpha-ii', { password: 'open sesame' }));
    expect((await mails()).at(-1)).toMatchObject({
      to: 'info@alpha.example',
      subject: 'Notification: API user [alpha-ii] password changed',
    });
    await expect.poll(() => signsIn('alpha-ii')).toBe(false);
    expect(await signsIn('alpha-ii', 'open sesame')).toBe(true);
  });

  it('gives nobody certificates or addresses of their own', async () => {
    for (const input of ['certificateFingerprints: []', 'allowedIps: []']) {
      const { errors } = await ask(
        `mutation { apiUserUpdate(input: { username: "alpha-ii", ${input} }) { userErrors { code } } }`,
        {},
        alpha,
      );
      expect(errors?.[0]).toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
    }
  });

  it('deletes them: they are gone at once, and their name stays taken', async () => {
    const gone = await deleted('alpha-ii');
    expect(gone.username).toBe('alpha-ii');
    await expect.poll(() => signsIn('alpha-ii', 'open sesame')).toBe(false);
    expect(await usernames(alpha)).not.toContain('alpha-ii');
    expectRefused(await created('alpha-ii'), 2302);
    expectRefused(await deleted('alpha-ii'), 2303);
    expectRefused(await updated('alpha-ii', { active: true }, operator), 2303);
  });

  it('never locks itself out', async () => {
    expectDone(await created('alpha-boss', { roles: ['SUPER'] }));
    expectRefused(await deleted('alpha'), 2304);
    expectRefused(await updated('alpha', { active: false }), 2304);
    expectRefused(await updated('alpha', { roles: ['EPP'] }), 2304);
    expectDone(await updated('alpha', { roles: ['SUPER', 'EPP'], active: true }));
    const boss = basic('alpha-boss', 'sesame');
    expectDone(await updated('alpha', { roles: ['EPP'] }, boss));
    expectDone(await updated('alpha', { roles: ['SUPER'] }, boss));
    expectDone(await deleted('alpha-boss'));
  });
});

it('two super users who take each other\u2019s power at once do not both succeed', async () => {
  for (const name of ['beta-one', 'beta-two']) expectDone(await created(name, { roles: ['SUPER'] }, beta));
  expectDone(await updated('beta', { active: false }, operator));
  // The second one is refused, or not let in any more.
  const answers = await Promise.allSettled(
    [
      ['beta-one', 'beta-two'],
      ['beta-two', 'beta-one'],
    ].map(([by = '', whom = '']) => updated(whom, { active: false }, basic(by, 'sesame'))),
  );
  const done = answers.filter((one) => one.status === 'fulfilled' && one.value.userErrors.length === 0);
  expect(done).toHaveLength(1);
  expectDone(await updated('beta', { active: true }, operator));
});

it('an operator deletes any user, also the last one', async () => {
  expectDone(await mutate('registrarCreate', { code: 'GAMMA', name: 'Gamma' }, 'registrar { code }'));
  expectRefused(await created('gamma', { roles: ['SUPER'] }, operator), 2003);
  expectDone(await created('gamma', { registrar: 'GAMMA', roles: ['SUPER'] }, operator));
  expectDone(await deleted('gamma', operator));
});

it('users who may not do everything see and change none', async () => {
  for (const username of ['alpha-epp', 'alpha-billing'])
    for (const document of [
      '{ apiUsers(first: 1) { totalCount } }',
      'mutation { apiUserDelete(input: { username: "alpha" }) { username } }',
      'mutation { allowedIpAdd(input: { address: "192.0.2.1", interfaces: [API] }) { allowedIp { id } } }',
    ]) {
      const { errors } = await ask(document, {}, basic(username, 'alpha-sandbox'));
      expect(errors?.[0], document).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    }
});

it('a password stands in no answer, history, mail or idempotency record', async () => {
  const secret = 'Wirsing-4711';
  const query = `mutation ($input: ApiUserCreateInput!) { apiUserCreate(input: $input, idempotencyKey: "once") {
    apiUser { username } } }`;
  const variables = { input: { username: 'alpha-secret', password: secret, roles: ['EPP'] } };
  for (const _ of [1, 2]) {
    const answer = await ask(query, variables, alpha);
    expect(JSON.stringify(answer)).not.toContain(secret);
  }
  expectDone(await updated('alpha-secret', { password: `${secret}-new` }));
  const { db } = world.container.database;
  const kept = [
    await db.selectFrom('history').selectAll().execute(),
    await db.selectFrom('idempotency_keys').selectAll().execute(),
    await db.selectFrom('outbox').selectAll().execute(),
    await db.selectFrom('notifications').selectAll().execute(),
  ];
  expect(JSON.stringify(kept)).not.toContain('Wirsing');
  expect(JSON.stringify(kept)).not.toContain('scrypt$');
});
