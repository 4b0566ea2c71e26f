import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoginThrottle } from '#src/apis/access/login-throttle.ts';
import { apiUserByName, insertApiUser } from '#src/registry/store/registry/api-users.ts';
import { cheapHash } from '../../support/cheap-hash.ts';
import { secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  for (const name of many) await addUser(name);
});
/** Users at whom several tests guess once each. For a name that nobody has a whole hash is made, of no password. */
const many = Array.from({ length: 40 }, (_, index) => `many-${index}`);

/** Each test has a user and addresses of its own: what one guesses is no business of another. */
let username: string;
let count = 0;
const right = 'the right password';
const home = () => `192.0.2.${count}`;
const elsewhere = () => `198.51.100.${count}`;
beforeEach(async () => {
  count += 1;
  username = `user-${count}`;
  await addUser(username);
});

async function addUser(name: string): Promise<void> {
  const { db } = world.container.database;
  const now = world.clock.now();
  await insertApiUser(db, {
    registrar_id: (await apiUserByName(db, 'alpha'))?.registrar_id ?? 0,
    username: name,
    password_hash: cheapHash(right),
    roles: ['epp'],
    verified_at: now,
    last_login_at: null,
    created_at: now,
    updated_at: now,
  });
}

const signIn = (password: string, remoteAddress: string, name = username) =>
  world.request({
    url: '/registry/v1/accounts/balance',
    auth: basic(name, password),
    remoteAddress,
  });
const statusesOf = async (answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
const tally = (statuses: readonly number[]) => ({
  wrong: statuses.filter((status) => status === 401).length,
  refused: statuses.filter((status) => status === 429).length,
});
const guesses = (howMany: number, address: () => string, name = username) =>
  statusesOf(Array.from({ length: howMany }, (_, index) => signIn(`guess ${index}`, address(), name)));

/** How many hashes the house has made, by what came of them. */
async function hashes(): Promise<number> {
  const { text } = await world.request({ url: '/metrics', auth: null });
  return ['right', 'wrong']
    .map(
      (outcome) => new RegExp(`zonegraph_passwords_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1],
    )
    .reduce((sum, found) => sum + Number(found ?? 0), 0);
}

describe('a caller that guesses passwords', () => {
  it('at one user gets five answers, and then has to wait, before anything is hashed', async () => {
    const before = await hashes();
    expect(tally(await guesses(40, elsewhere))).toEqual({ wrong: 5, refused: 35 });
    expect((await hashes()) - before).toBe(5);
  });

  it('one after another gets no more than all at once', async () => {
    const statuses = [];
    for (let index = 0; index < 8; index += 1)
      statuses.push((await signIn(`guess ${index}`, elsewhere())).status);
    expect(tally(statuses)).toEqual({ wrong: 5, refused: 3 });
  });

  it('learns how long to wait, the same over both APIs', async () => {
    await guesses(6, elsewhere);
    const { status, headers, body } = await signIn('guess', elsewhere());
    expect(status).toBe(429);
    expect(body).toEqual({
      code: 2502,
      message: expect.stringMatching(/^Too many wrong passwords\. Try again in \d+ seconds?$/),
      data: {},
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const answer = await graph(world, '{ viewer { name } }', { auth: basic(username, 'another guess') });
    expect(answer.status).toBe(429);
    expect(answer.errors).toEqual([
      {
        message: expect.stringMatching(/^Too many wrong passwords\./),
        extensions: {
          ...{ code: 'THROTTLED', resultCode: 2502, helpUrl: expect.any(String) },
          retryAfterSeconds: Number(answer.headers['retry-after']),
        },
      },
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('from many addresses at one user gets no more', async () => {
    const statuses = await statusesOf(
      Array.from({ length: 40 }, (_, index) => signIn(`guess ${index}`, `203.0.113.${index + 1}`)),
    );
    expect(tally(statuses)).toEqual({ wrong: 5, refused: 35 });
  });

  it('from one address at many users gets twenty', async () => {
    const statuses = await statusesOf(
      Array.from({ length: 40 }, (_, index) => signIn('guess', elsewhere(), `nobody-${count}-${index}`)),
    );
    expect(tally(statuses)).toEqual({ wrong: 20, refused: 20 });
  });

  it('from the addresses of one IPv6 network comes from one', async () => {
    const statuses = await statusesOf(
      many.map((name, index) => signIn('guess', `2001:db8:${count}::${index + 1}`, name)),
    );
    expect(tally(statuses)).toEqual({ wrong: 20, refused: 20 });
  });

  it('finds out nothing by the right password while it has to wait', async () => {
    expect((await signIn(right, home())).status).toBe(200);
    await guesses(6, elsewhere);
    expect((await signIn(right, elsewhere())).status).toBe(429);
  });

  it('makes no new guess by the same one', async () => {
    const before = await hashes();
    for (let index = 0; index < 30; index += 1)
      expect((await signIn('an old password', elsewhere())).status).toBe(401);
    expect((await hashes()) - before).toBe(1);
    expect((await signIn(right, elsewhere())).status).toBe(200);
  });
});

describe('the right password from an address that its user came from before', () => {
  it('is not locked out by guesses at the user from elsewhere', async () => {
    expect((await signIn(right, home())).status).toBe(200);
    await guesses(40, elsewhere);
    expect((await signIn(right, home())).status).toBe(200);
  });

  it('is not locked out by guesses at other users from there', async () => {
    expect((await signIn(right, home())).status).toBe(200);
    await statusesOf(many.map((name) => signIn('guess', home(), name)));
    expect((await signIn(right, home())).status).toBe(200);
  });

  it('is not locked out by guesses at the user from there', async () => {
    expect((await signIn(right, home())).status).toBe(200);
    expect(tally(await guesses(200, home))).toEqual({ wrong: 10, refused: 190 });
    expect((await signIn(right, home())).status).toBe(200);
  });

  it('is waited for when a thousand guesses come from there, or guessing would be free', async () => {
    expect((await signIn(right, home())).status).toBe(200);
    for (let round = 0; round < 6; round += 1)
      await statusesOf(Array.from({ length: 200 }, (_, index) => signIn(`${round} ${index}`, home())));
    await guesses(6, elsewhere);
    expect((await signIn(right, home())).status).toBe(429);
  });

  it('is known as such by a process that has just started', async () => {
    expect((await signIn(right, home())).status).toBe(200);
    const database = await secondConnection();
    const { container } = await secondContainer(database ? { database } : {});
    const there = (password: string, address: string) =>
      container.authenticator
        .registrar({
          authorization: basic(username, password),
          address,
          certificate: { pem: undefined, commonName: undefined },
        })
        .then(
          () => 'let in',
          (refusal: Error) => refusal.message,
        );
    await Promise.all(Array.from({ length: 10 }, (_, index) => there(`guess ${index}`, elsewhere())));
    expect(await there(right, elsewhere())).toMatch(/^Too many wrong passwords/);
    expect(await there(right, home())).toBe('let in');
  });
});

describe('the count of wrong passwords', () => {
  const second = 1000;
  const minute = 60 * second;
  let now = 0;
  const counted = () => {
    now = 0;
    return new LoginThrottle(() => now);
  };
  const guess = (guessing: LoginThrottle, user = 'u', address = '192.0.2.1') =>
    guessing.ofStranger(user, address).begin();

  it('doubles the wait with each one, up to a minute for a user', () => {
    const guessing = counted();
    const waits = Array.from({ length: 12 }, (_, index) => {
      guess(guessing, 'u', `192.0.2.${index}`);
      return guessing.ofStranger('u', '198.51.100.1').waitMs / second;
    });
    expect(waits).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 60, 60, 60, 60]);
  });

  it('and up to a quarter of an hour for an address', () => {
    const guessing = counted();
    for (let index = 0; index < 60; index += 1) guess(guessing, `u${index}`);
    expect(guessing.ofStranger('other', '192.0.2.1').waitMs).toBe(15 * minute);
    expect(guessing.ofStranger('other', '192.0.2.2').waitMs).toBe(0);
  });

  it('lets one more through when the wait is over', () => {
    const guessing = counted();
    for (let index = 0; index < 6; index += 1) guess(guessing);
    now = 10 * second;
    expect(guessing.ofStranger('u', '192.0.2.1').waitMs).toBe(0);
    guess(guessing);
    expect(guessing.ofStranger('u', '192.0.2.1').waitMs).toBe(20 * second);
  });

  it('takes back what turned out right', () => {
    const guessing = counted();
    for (let index = 0; index < 100; index += 1) guess(guessing).right();
    expect(guessing.ofStranger('u', '192.0.2.1').waitMs).toBe(0);
  });

  it('makes nobody wait longer because somebody else was right there', () => {
    const guessing = counted();
    const [free, ...wrong] = Array.from({ length: 21 }, (_, index) => guess(guessing, `u${index}`));
    for (const one of wrong) one.wrong();
    free?.right();
    now = 6 * second;
    const [right, unknown] = [guess(guessing, 'owner'), guess(guessing, 'other')];
    right.right();
    // While the other one may be a guess, it counts as one.
    expect(guessing.ofStranger('third', '192.0.2.1').waitMs).toBe(10 * second);
    unknown.right();
    expect(guessing.ofStranger('third', '192.0.2.1').waitMs).toBe(0);
    guess(guessing, 'guesser').wrong();
    expect(guessing.ofStranger('third', '192.0.2.1').waitMs).toBe(10 * second);
  });

  it('is forgotten after a quiet quarter of an hour', () => {
    const guessing = counted();
    for (let index = 0; index < 30; index += 1) guess(guessing);
    now = 15 * minute;
    guess(guessing);
    expect(guessing.ofStranger('u', '192.0.2.1').waitMs).toBe(0);
  });

  it('is kept for ten thousand, however many names are thought up', () => {
    const guessing = counted();
    for (let index = 0; index < 10; index += 1) guess(guessing, 'target');
    for (let index = 0; index < 20_000; index += 1) guessing.ofStranger(`u${index}`, '192.0.2.1').refuse();
    expect(guessing.ofStranger('target', '192.0.2.9').waitMs).toBe(60 * second);
    for (let index = 0; index < 10_000; index += 1) guess(guessing, `u${index}`, `a${index}`);
    expect(guessing.ofStranger('target', '192.0.2.9').waitMs).toBe(0);
  });
});
