import { beforeAll, describe, expect, it } from 'vitest';
import { secondContainer } from '../../../support/containers.ts';
import { secondConnection } from '../../../support/database.ts';
import { expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { Browser, codeOf, keyOn, newOperator, password } from '../../../support/operators.ts';
import { operator, type TestWorld, testWorld } from '../../../support/world.ts';

/** People who run the registry sign in at the console with a password and a one-time code. */
let world: TestWorld;
const mutate = mutateOf(() => world);
const signIn = '/operator/sign-in';

beforeAll(async () => {
  world = await testWorld();
});

const invited = async (name: string, role = 'VIEWER'): Promise<string> => {
  const email = `${name.toLowerCase()}@registry.example`;
  const made = await mutate('operatorCreate', { name, email, role }, 'link');
  expectDone(made);
  return new URL(String(made.link)).pathname;
};

describe('the link of a new operator', () => {
  it('leads to a password and an authenticator, signs in, and works once', async () => {
    const path = await invited('Liis');
    const browser = new Browser(world);
    const page = await browser.get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<svg');
    const key = keyOn(page.body);
    const form = { password, code: codeOf(key) };
    const done = await browser.post(path, form);
    expect([done.statusCode, done.headers.location]).toEqual([303, '/operator']);
    expect((await browser.get('/operator')).body).toContain('Liis <span class="tag">VIEWER</span>');
    const again = new Browser(world);
    expect((await again.get(path)).statusCode).toBe(404);
    expect((await again.post(path, form)).statusCode).toBe(404);
    expect(again.cookies.size).toBe(0);
  });

  it('keeps the person out with a wrong code or a short password, and can be tried again', async () => {
    const path = await invited('Mart');
    const browser = new Browser(world);
    const key = keyOn((await browser.get(path)).body);
    const wrong = await browser.post(path, { password, code: '000000' });
    expect([wrong.statusCode, wrong.body.includes('The code is wrong')]).toEqual([422, true]);
    const short = await browser.post(path, { password: 'abc', code: codeOf(key) });
    expect([short.statusCode, short.body.includes('too short')]).toEqual([422, true]);
    expect((await browser.post(path, { password, code: codeOf(key) })).statusCode).toBe(303);
  });

  it('ends after seven days, with a newer link, and when the person is disabled', async () => {
    const path = await invited('Nele');
    const { id } = await world.container.database.db
      .selectFrom('operators')
      .select('id')
      .where('name', '=', 'Nele')
      .executeTakeFirstOrThrow();
    const newer = await mutate('operatorUpdate', { id: String(id), newLink: true }, 'link');
    const next = new URL(String(newer.link)).pathname;
    const open = async (one: string) => (await new Browser(world).get(one)).statusCode;
    expect([await open(path), await open(next)]).toEqual([404, 200]);
    expectDone(await mutate('operatorDisable', { id: String(id) }, 'operator { disabledAt }'));
    expect(await open(next)).toBe(404);
    const late = await invited('Olev');
    await world.container.database.db
      .updateTable('operators')
      .set({ link_ends_at: world.clock.now() })
      .where('name', '=', 'Olev')
      .execute();
    expect(await open(late)).toBe(404);
  });
});

describe('a password with a one-time code', () => {
  it('signs in, and answers alike to a wrong address, password and code', async () => {
    const { email, key } = await newOperator(world, 'SUPPORT');
    const browser = new Browser(world);
    const code = codeOf(key);
    for (const form of [
      { email: 'nobody@registry.example', password, code },
      { email, password: 'something-else', code },
      { email, password, code: '123' },
    ]) {
      const { statusCode, body } = await browser.post(signIn, form);
      expect(statusCode).toBe(401);
      expect(body).toContain('The e-mail address, the password or the code is wrong.');
    }
    const right = await browser.post(signIn, {
      email: email.toUpperCase(),
      password,
      code,
      to: '/operator/jobs',
    });
    expect([right.statusCode, right.headers.location]).toEqual([303, '/operator/jobs']);
    expect((await browser.get('/operator/jobs')).statusCode).toBe(200);
  });

  it('accepts a code once, also when it comes twice at the same moment', async () => {
    const { email, key } = await newOperator(world, 'VIEWER');
    const form = { email, password, code: codeOf(key) };
    const both = await Promise.all([1, 2].map(() => new Browser(world).post(signIn, form)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 401]);
    expect((await new Browser(world).post(signIn, form)).statusCode).toBe(401);
    // The next one is good; the one before it is not, although its time is not over.
    expect((await new Browser(world).post(signIn, { ...form, code: codeOf(key, 1) })).statusCode).toBe(303);
  });

  it('makes guesses wait', async () => {
    const { email } = await newOperator(world, 'VIEWER');
    const guess = (code: number) =>
      new Browser(world, '10.8.0.1').post(signIn, { email, password, code: String(code) });
    const answers: number[] = [];
    for (let code = 100_000; code < 100_007; code += 1) answers.push((await guess(code)).statusCode);
    expect(answers.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    const { statusCode, headers } = await guess(100_008);
    expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('counts guesses from everywhere together, however the address of the person is spelled', async () => {
    const { email } = await newOperator(world, 'VIEWER');
    const answers: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      const spelled = time % 2 === 0 ? email : ` ${email.toUpperCase()}`;
      const stranger = new Browser(world, `10.8.1.${time}`);
      const { statusCode } = await stranger.post(signIn, { email: spelled, password: 'x', code: '100000' });
      answers.push(statusCode);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('begins a session of its own, whatever cookie the browser had', async () => {
    const { email, key, browser } = await newOperator(world, 'VIEWER');
    const before = new Map(browser.cookies);
    const victim = new Browser(world);
    for (const [name, value] of before) victim.cookies.set(name, value);
    expect((await victim.post(signIn, { email, password, code: codeOf(key) })).statusCode).toBe(303);
    expect(victim.cookies.get('zonegraph_operator')).not.toBe(before.get('zonegraph_operator'));
    // Whoever had planted the first one is signed out.
    expect((await browser.get('/operator/jobs')).statusCode).toBe(303);
  });

  it('is not taken from a form of another site', async () => {
    const { email, key } = await newOperator(world, 'VIEWER');
    const form = { email, password, code: codeOf(key) };
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
      const browser = new Browser(world);
      const { statusCode } = await browser.post(signIn, form, headers as Record<string, string>);
      expect([statusCode, browser.cookies.size]).toEqual([403, 0]);
    }
  });

  it('leads to pages of the console only', async () => {
    const { email, key } = await newOperator(world, 'VIEWER');
    const form = { email, password, code: codeOf(key), to: 'https://evil.example/operator' };
    expect((await new Browser(world).post(signIn, form)).headers.location).toBe('/operator');
  });
});

const operatorRows = (id: string) =>
  world.container.database.db
    .selectFrom('operators')
    .selectAll()
    .where('id', '=', Number(Buffer.from(id, 'base64').toString().split(':')[1]))
    .execute();

describe('the key of an authenticator', () => {
  it('is kept encrypted, and an older unencrypted one can still be read', async () => {
    const { id, email, key } = await newOperator(world, 'VIEWER');
    const [row] = await operatorRows(id);
    expect(row?.code_key).toMatch(/^sealed:[\w-]{60,}$/);
    expect(JSON.stringify(row)).not.toContain(key);
    await world.container.database.db
      .updateTable('operators')
      .set({ code_key: key })
      .where('id', '=', Number(row?.id))
      .execute();
    const browser = new Browser(world);
    const wrong = await browser.post(signIn, { email, password, code: '000000', to: '/operator' });
    expect(wrong.statusCode).toBe(401);
    const right = await browser.post(signIn, { email, password, code: codeOf(key), to: '/operator' });
    expect(right.statusCode).toBe(303);
  });

  it('cannot be read with another secret of the server', async () => {
    const { email, key } = await newOperator(world, 'VIEWER');
    const database = (await secondConnection()) ?? world.container.database;
    const other = await secondContainer({
      env: { BILLING_SECRET: 'another-secret-of-at-least-32-characters' },
      clock: world.clock,
      database,
    });
    const form = { email, password, code: codeOf(key), to: '/operator' };
    expect((await new Browser(other).post(signIn, form)).statusCode).toBe(401);
  });
});

describe('the session of a person', () => {
  const isIn = async (browser: Browser) => (await browser.get('/operator/jobs')).statusCode === 200;
  const ends: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    'when the person is disabled': (id) => mutate('operatorDisable', { id }, 'operator { id }'),
    'when the role changes': (id) => mutate('operatorUpdate', { id, role: 'FINANCE' }, 'operator { id }'),
    'when the address changes': (id) =>
      mutate(
        'operatorUpdate',
        { id, email: `uus-${id.length}-${Date.now()}@registry.example` },
        'operator { id }',
      ),
    'for good when the role changes, also when it is given back': async (id) => {
      for (const role of ['FINANCE', 'SUPPORT'])
        expectDone(await mutate('operatorUpdate', { id, role }, 'operator { id }'));
    },
    'for good when the address changes, also when it is given back': async (id) => {
      const [{ email } = { email: '' }] = await operatorRows(id);
      for (const one of ['elsewhere@registry.example', email])
        expectDone(await mutate('operatorUpdate', { id, email: one }, 'operator { id }'));
    },
    'when a new link is made': (id) => mutate('operatorUpdate', { id, newLink: true }, 'operator { id }'),
  };

  it.each(Object.entries(ends))('ends %s, in every process', async (_, end) => {
    const database = await secondConnection();
    const other = await secondContainer({
      clock: world.clock,
      ...(database ? { database } : { database: world.container.database }),
    });
    const { id, browser } = await newOperator(world, 'SUPPORT');
    const elsewhere = new Browser(other);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect([await isIn(browser), await isIn(elsewhere)]).toEqual([true, true]);
    await end(id);
    expect([await isIn(browser), await isIn(elsewhere)]).toEqual([false, false]);
  });

  it('goes on under the new name when only the name changes', async () => {
    const { id, browser } = await newOperator(world, 'SUPPORT');
    expectDone(await mutate('operatorUpdate', { id, name: 'Uue Nimega' }, 'operator { id }'));
    expect((await browser.get('/operator/jobs')).body).toContain('Uue Nimega');
  });

  it('ends after twelve hours', async () => {
    const own = await testWorld();
    const { browser } = await newOperator(own, 'VIEWER');
    own.clock.moveTo(new Date(own.clock.now().getTime() + 12 * 3_600_000));
    expect((await browser.get('/operator/jobs')).statusCode).toBe(303);
  });
});

describe('the console', () => {
  const forms = async (browser: Browser, path: string): Promise<string[]> => {
    const { body } = await browser.get(`/operator${path}`);
    return [...body.matchAll(/action="\/operator\/do\/(\w+)"/g)].map(([, name = '']) => name).sort();
  };

  it.each([
    ['VIEWER', ['/zones', []], ['/registrars', []], ['/tokens', ['accessTokenCreate']]],
    ['SUPPORT', ['/zones', []], ['/registrars', ['registrarNotify']], ['/names/blocked', ['nameBlock']]],
    ['FINANCE', ['/zones', ['priceSet']], ['/registrars', ['bankTransferRecord']], ['/names/blocked', []]],
    [
      'ADMIN',
      ['/zones', ['priceSet', 'zoneClose', 'zoneCreate', 'zoneUpdate']],
      ['/settings', ['settingSet']],
    ],
  ] as [string, ...[string, string[]][]][])(
    'shows %s what the role can do, and refuses the rest',
    async (role, ...pages) => {
      const { browser } = await newOperator(world, role);
      for (const [path, expected] of pages) expect(await forms(browser, path)).toEqual(expected);
      const { body } = await browser.get('/operator');
      expect(body.includes('href="/operator/operators"')).toBe(role === 'ADMIN');
      const refused = await browser.post('/operator/do/settingSet', {
        name: 'orphan_months',
        value: '7',
        back: '/operator/settings',
      });
      expect(refused.statusCode === 303).toBe(role === 'ADMIN' && !refused.body.includes('Not done'));
      if (role !== 'ADMIN') expect(refused.body).toContain(`yours is ${role}`);
    },
  );

  it('adds, changes and disables operators for an ADMIN', async () => {
    const { browser } = await newOperator(world, 'ADMIN');
    const form = {
      name: 'Kadri Kask',
      email: 'kadri@registry.example',
      role: 'SUPPORT',
      back: '/operator/operators',
    };
    const made = await browser.post('/operator/do/operatorCreate', form);
    expect(made.body).toMatch(/welcome\/[0-9a-f]{64}/);
    expect((await browser.get('/operator/operators?q=kadri')).body).toContain('Kadri Kask');
    expect((await browser.get('/operator/operators.csv')).body).toContain('kadri@registry.example');
  });
});

describe('operators', () => {
  it('cannot share an address or a name, or have the name of a machine', async () => {
    const input = { name: 'Tiit Tamm', email: 'tiit@registry.example', role: 'VIEWER' };
    expectDone(await mutate('operatorCreate', input, 'link'));
    expectRefused(
      await mutate('operatorCreate', { ...input, name: 'Teine', email: 'TIIT@registry.example' }, 'link'),
      2302,
    );
    expectRefused(
      await mutate('operatorCreate', { ...input, name: 'tiit tamm', email: 'b@registry.example' }, 'link'),
      2302,
    );
    for (const name of [
      'expire',
      'Registry',
      'oauth',
      'operator 0a1b2c3d',
      '',
      'x'.repeat(101),
      'a\u202eb',
      '<b>',
      'Tiit Tamm\ufe00',
      'Tiit\u2800Tamm',
      '\u0422iit Tamm',
      'e\u0445pire',
      '\u0435\u0445\u0440ire',
      `Tiit${'\u0323'.repeat(6)}`,
    ])
      expectRefused(
        await mutate('operatorCreate', { ...input, name, email: 'c@registry.example' }, 'link'),
        name ? 2005 : 2003,
      );
    for (const nothing of ['\u3164', '\u2800', '\ufe00 '])
      expectRefused(
        await mutate('operatorCreate', { ...input, name: nothing, email: 'c@registry.example' }, 'link'),
        2003,
      );
    const accented = { ...input, name: 'J\u00fcri  Tamm', email: 'jyri@registry.example' };
    expect(await mutate('operatorCreate', accented, 'operator { name }')).toMatchObject({
      operator: { name: 'J\u00fcri Tamm' },
    });
    expectRefused(
      await mutate(
        'operatorCreate',
        { ...input, name: 'Ju\u0308ri Tamm', email: 'd@registry.example' },
        'link',
      ),
      2302,
    );
    expectRefused(
      await mutate('operatorCreate', { ...input, name: 'Keegi', email: 'not-an-address' }, 'link'),
      2005,
    );
  });

  it('leave their names in the history, with their kind', async () => {
    const { browser, name } = await newOperator(world, 'SUPPORT');
    await browser.post('/operator/do/nameBlock', { name: 'keelatud.ee', back: '/operator/names/blocked' });
    const query = `{ operatorLog(first: 1, where: { objectKey: { eq: "keelatud.ee" } }) { nodes { actor actorKind entry { actor actorKind } } } }`;
    const { body } = await world.request({
      method: 'POST',
      url: '/graphql',
      auth: operator,
      payload: { query },
    });
    expect(body.data.operatorLog.nodes).toEqual([
      { actor: name, actorKind: 'PERSON', entry: { actor: name, actorKind: 'PERSON' } },
    ]);
  });

  it('neither disable nor demote themselves', async () => {
    const { id, browser } = await newOperator(world, 'ADMIN');
    const update = await browser.post('/operator/do/operatorUpdate', {
      id,
      role: 'VIEWER',
      back: '/operator/operators',
    });
    expect(update.body).toContain('Only another ADMIN can change your role');
    const disable = await browser.post('/operator/do/operatorDisable', { id, back: '/operator/operators' });
    expect(disable.body).toContain('Only another ADMIN can disable you');
  });
});
