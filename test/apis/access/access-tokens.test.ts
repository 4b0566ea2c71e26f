import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../support/access-tokens.ts';
import { countStatements } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import {
  alpha,
  basic,
  beta,
  type Loose,
  operator,
  portal,
  type TestWorld,
  testWorld,
} from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
const epp = basic('alpha-epp', 'alpha-sandbox');
const billing = basic('alpha-billing', 'alpha-sandbox');
beforeAll(async () => {
  world = await testWorld();
});

const passes = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const whoAmI = (auth: string) => graph(world, '{ viewer { name kind } }', { auth });
const create = (input: object, auth = alpha) =>
  mutate(
    'accessTokenCreate',
    { name: 'a test', scopes: ['READ'], ...input },
    'token accessToken { id name scopes }',
    auth,
  );
const listFor = async (auth: string): Promise<Loose[]> => {
  const { data } = await graph(
    world,
    '{ accessTokens(first: 100) { nodes { id name scopes createdAt createdBy expiresAt lastUsedAt registrar { code } } totalCount } }',
    { auth },
  );
  const nodes = data.accessTokens.nodes as unknown as Loose[];
  expect(nodes.length).toBe(data.accessTokens.totalCount);
  return nodes;
};
const rows = async () =>
  world.container.database.db.selectFrom('access_tokens').selectAll().orderBy('id').execute();

/** The check as somebody else would write it, from the description alone. */
function checkOf(random: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let text = '';
  for (let rest = crc32(random); rest > 0; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text.padStart(6, '0');
}

describe('the form of a token', () => {
  it('is a prefix, 34 random characters and their CRC-32, so that secret scanners can recognise real ones', async () => {
    for (const [auth, form] of [
      [alpha, /^zg_([0-9A-Za-z]{34})([0-9A-Za-z]{6})$/],
      [operator, /^zgo_([0-9A-Za-z]{34})([0-9A-Za-z]{6})$/],
    ] as const)
      for (let times = 0; times < 20; times += 1) {
        const [, random = '', check] = form.exec((await giveToken(world, ['READ'], { auth })).token) ?? [];
        expect(check).toBe(checkOf(random));
      }
  });

  it('is never the same twice, and uses every character', async () => {
    const given = await Promise.all(Array.from({ length: 30 }, () => giveToken(world, ['READ'])));
    const tokens = given.map(({ token }) => token.slice(3, 37));
    expect(new Set(tokens).size).toBe(30);
    expect(new Set(tokens.join('')).size).toBe(62);
  });

  it('is kept as a SHA-256 hash and nowhere else', async () => {
    const { token } = await giveToken(world, ['READ']);
    const last = (await rows()).at(-1);
    expect(last?.hash).toBe(createHash('sha256').update(token).digest('hex'));
    const { db } = world.container.database;
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
    for (const { name } of tables) {
      const { rows: found } = await sql`
        select 1 from ${sql.table(name)} as one where one::text like ${`%${token.slice(3)}%`}`.execute(db);
      expect(found, name).toEqual([]);
    }
  });

  it.each([
    ['another check', (token: string) => `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['another character', (token: string) => `zg_${token[3] === 'a' ? 'b' : 'a'}${token.slice(4)}`],
    ['another prefix', (token: string) => token.replace('zg_', 'zgx_')],
    ['a character more', (token: string) => `${token}0`],
    ['a character less', (token: string) => token.slice(0, -1)],
    ['a sign that is no digit', (token: string) => `${token.slice(0, 10)}-${token.slice(11)}`],
  ])('with %s is refused at both doors, and nobody asks the database', async (_, forge) => {
    const auth = `Bearer ${forge((await giveToken(world, ['READ'])).token)}`;
    const { statements } = await countStatements(world.container.database, async () => {
      expect(await world.request({ url: '/registry/v1/domains', auth })).toMatchObject({
        status: 401,
        body: { code: 2202, message: 'Invalid authorization information' },
      });
      expect(await whoAmI(auth)).toMatchObject({
        status: 401,
        errors: [{ extensions: { code: 'UNAUTHENTICATED', resultCode: 2202 } }],
      });
    });
    expect(statements).toEqual([]);
  });

  it('of one that was never given is refused after a look', async () => {
    const random = 'x'.repeat(34);
    expect((await whoAmI(`Bearer zg_${random}${checkOf(random)}`)).status).toBe(401);
    expect((await whoAmI(`Bearer zgo_${random}${checkOf(random)}`)).status).toBe(401);
  });
});

describe('a token is used', () => {
  it('in the graph, in its maker\u2019s name', async () => {
    expect((await whoAmI((await giveToken(world, ['READ'])).auth)).data.viewer).toEqual({
      name: 'alpha',
      kind: 'REGISTRAR',
    });
    const ofOperator = await whoAmI((await giveToken(world, ['READ'], { auth: operator })).auth);
    expect(ofOperator.data.viewer).toEqual((await whoAmI(operator)).data.viewer);
  });

  it('at the registrar API, by both of its names; an operator\u2019s is not', async () => {
    const { auth } = await giveToken(world, ['READ']);
    for (const prefix of ['/registry/v1', '/repp/v1'])
      expect((await world.request({ url: `${prefix}/domains`, auth })).status).toBe(200);
    const other = await giveToken(world, ['READ', 'WRITE'], { auth: operator });
    expect(await world.request({ url: '/registry/v1/domains', auth: other.auth })).toMatchObject({
      status: 401,
      body: { code: 2202 },
    });
  });

  it('for CSV', async () => {
    const { auth } = await giveToken(world, ['READ']);
    const name = await newDomain(world);
    const { text, headers } = await graph(world, '{ domains(first: 100) { nodes { name transferCode } } }', {
      auth,
      headers: { accept: 'text/csv' },
    });
    expect(headers['content-type']).toContain('text/csv');
    expect(text).toContain(`${name},\n`);
  });

  it('not at APIs with tokens of their own, and not from a query string', async () => {
    const { token, auth } = await giveToken(world, ['READ']);
    for (const url of [
      '/api/v1/business_registry/domain_names/tamm',
      '/api/v1/invoice/reserved_domains_invoice_statuses',
    ])
      expect((await world.request({ url, auth })).status).toBe(401);
    for (const name of ['access_token', 'token', 'authorization', 'bearer']) {
      const query = new URLSearchParams({ [name]: token, query: '{ viewer { name } }' });
      expect((await world.request({ url: `/graphql?${query}`, auth: null })).status).toBe(401);
      expect((await world.request({ url: `/registry/v1/domains?${name}=${token}`, auth: null })).status).toBe(
        401,
      );
    }
  });

  it('in one statement more than the request itself, and Basic callers pay nothing for it', async () => {
    const { auth } = await giveToken(world, ['READ']);
    const statementsOf = async (given: string) => {
      await whoAmI(given);
      const { statements } = await countStatements(world.container.database, () => whoAmI(given));
      // What notes the use may come at any time.
      return statements.filter((text) => !text.startsWith('update "access_tokens"'));
    };
    expect((await statementsOf(auth)).length).toBe(1);
    expect(await statementsOf(alpha)).toEqual([]);
  });

  it('at the price of its user\u2019s budget, and of no other', async () => {
    const { container } = world;
    const actors = [
      await container.authenticator.anyone({ ...nowhere, authorization: alpha }),
      await container.authenticator.anyone({
        ...nowhere,
        authorization: (await giveToken(world, ['READ'])).auth,
      }),
    ] as const;
    const { callerOf } = await import('#src/apis/access/budget.ts');
    expect(callerOf(actors[1])).toBe(callerOf(actors[0]));
  });
});

const nowhere = { address: '127.0.0.1', certificate: { pem: undefined, commonName: undefined } };

describe('accessTokenCreate', () => {
  it('answers with the token and what is known of it', async () => {
    const made = await create({ name: '  sales dashboard ', scopes: ['BILLING', 'READ', 'READ'] });
    expect(made).toMatchObject({
      token: expect.stringMatching(/^zg_/),
      accessToken: { name: 'sales dashboard', scopes: ['READ', 'BILLING'] },
      userErrors: [],
    });
  });

  it.each([
    [{}, { days: 90 }],
    [{ expiresIn: 'P1Y' }, { years: 1 }],
    [{ expiresIn: 'P12M' }, { years: 1 }],
    [{ expiresIn: 'P1D' }, { days: 1 }],
  ])('%j lasts as long as it says', async (input, period) => {
    const { accessToken } = await create(input);
    const found = (await listFor(alpha)).find(({ id }) => id === accessToken.id);
    const wanted = world.container.calendar.plus(world.clock.now(), period).getTime();
    expect(Math.abs(new Date(String(found?.expiresAt)).getTime() - wanted)).toBeLessThan(60_000);
  });

  it.each(['P1Y1D', 'P13M', 'P367D', 'PT0S', '-P1D', 'P100000000Y', 'PT999999999999H'])(
    'is not made for %s',
    async (expiresIn) => expectRefused(await create({ expiresIn }), 2004),
  );

  it('reports all that is wrong at once', async () => {
    expectRefused(await create({ name: ' ', scopes: [], expiresIn: 'P2Y' }), 2003, 2003, 2004);
    expectRefused(await create({ name: 'x'.repeat(101) }), 2005);
    // A mail of the registry has it in a sentence.
    for (const name of [
      'agent\n\nYour password has ended',
      'agent\u2028Your password has ended',
      'agent\u202edesrever',
      'agent\u2066',
    ])
      expectRefused(await create({ name }), 2005);
    for (const name of ['\u3164', '\u2800', '\u200b']) expectRefused(await create({ name }), 2003);
  });

  it('gives nobody more than they may do', async () => {
    for (const scopes of [['WRITE'], ['READ', 'SECRETS']])
      expectRefused(await create({ scopes }, billing), 2306);
    for (const scopes of [['SECRETS'], ['WRITE', 'BILLING']])
      expectRefused(await create({ scopes }, operator), 2306);
    expectDone(await create({ scopes: ['READ', 'BILLING'] }, billing));
    expectDone(await create({ scopes: ['READ', 'WRITE'] }, operator));
  });

  it('is for registrars and operators', async () => {
    await expect(create({}, portal)).rejects.toThrow('GRAPHQL_VALIDATION_FAILED');
  });

  it('shows the token once: a repetition has the same one, without it', async () => {
    const document = `mutation { accessTokenCreate(input: { name: "twice", scopes: [READ] }, idempotencyKey: "twice") {
      token accessToken { id } } }`;
    const first = await graph(world, document);
    const again = await graph(world, document);
    expect(first.data.accessTokenCreate.token).toMatch(/^zg_/);
    expect(again.data.accessTokenCreate).toEqual({ ...first.data.accessTokenCreate, token: null });
    expect(again.headers['idempotent-replayed']).toBe('true');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        graph(
          world,
          document.replaceAll('twice', 'at the same time').replace('"at the same time")', '"same-time")'),
        ),
      ),
    );
    const shown = answers
      .map(({ data }) => data.accessTokenCreate.token as unknown)
      .filter((token) => token !== null);
    expect(shown).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data.accessTokenCreate.accessToken.id as unknown)).size).toBe(1);
  });

  it('tried out keeps nothing', async () => {
    const before = (await rows()).length;
    const { data } = await graph(
      world,
      'mutation { accessTokenCreate(input: { name: "dry", scopes: [READ] }, dryRun: true) { token } }',
    );
    expect((await whoAmI(`Bearer ${String(data.accessTokenCreate.token)}`)).status).toBe(401);
    expect((await rows()).length).toBe(before);
  });

  it('is shown in the history, without the token', async () => {
    const { token } = await giveToken(world, ['READ'], { name: 'historic' });
    const { rows: entries } = await sql<{ operation: string; actor_name: string; changes: object }>`
      select operation, actor_name, changes from history where object_type = 'access_token' and object_key = 'historic'`.execute(
      world.container.database.db,
    );
    expect(entries).toMatchObject([{ operation: 'access-token.create', actor_name: 'alpha' }]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});

describe('accessTokens', () => {
  it('lists the registrar\u2019s own to each of its users, and all to the operator', async () => {
    const mine = await giveToken(world, ['READ', 'SECRETS'], { name: 'mine' });
    const theirs = await giveToken(world, ['READ'], { auth: beta });
    const operators = await giveToken(world, ['WRITE'], { auth: operator });
    for (const auth of [alpha, epp, billing, mine.auth]) {
      const ids = (await listFor(auth)).map(({ id }) => id as unknown);
      expect(ids).toContain(mine.id);
      expect(ids).not.toContain(theirs.id);
      expect(ids).not.toContain(operators.id);
    }
    const all = await listFor(operator);
    expect(all.map(({ id }) => id as unknown)).toEqual(
      expect.arrayContaining([mine.id, theirs.id, operators.id]),
    );
    expect(all.find(({ id }) => (id as unknown) === mine.id)).toMatchObject({
      name: 'mine',
      scopes: ['READ', 'SECRETS'],
      createdBy: 'alpha',
      registrar: { code: 'ALPHA' },
    });
    expect(all.find(({ id }) => (id as unknown) === operators.id)).toMatchObject({
      createdBy: expect.stringMatching(/^operator [0-9a-f]{8}$/),
      registrar: null,
    });
  });

  it('finds one of the registrar\u2019s own by its id, and no other', async () => {
    const { id } = await giveToken(world, ['READ']);
    const nodeFor = async (auth: string) =>
      (await graph(world, 'query ($id: ID!) { node(id: $id) { id } }', { variables: { id }, auth })).data
        .node as unknown;
    expect(await nodeFor(epp)).toEqual({ id });
    expect(await nodeFor(operator)).toEqual({ id });
    expect(await nodeFor(beta)).toBeNull();
    await mutate('accessTokenRevoke', { id }, 'accessToken { id }', alpha);
    expect(await nodeFor(alpha)).toBeNull();
  });

  it('shows when one was last used, at most once a minute, and nobody waits for it', async () => {
    const { auth, id } = await giveToken(world, ['READ']);
    const lastUsedAt = async () =>
      (await listFor(alpha)).find((one) => (one.id as unknown) === id)?.lastUsedAt as unknown;
    expect(await lastUsedAt()).toBeNull();
    await whoAmI(auth);
    await expect.poll(lastUsedAt).not.toBeNull();
    const first = await lastUsedAt();
    const { statements } = await countStatements(world.container.database, async () => {
      for (let times = 0; times < 5; times += 1) await whoAmI(auth);
    });
    expect(statements.filter((text) => text.startsWith('update'))).toEqual([]);
    passes(61_000);
    await Promise.all(Array.from({ length: 5 }, () => whoAmI(auth)));
    await expect.poll(lastUsedAt).not.toBe(first);
  });
});

describe('accessTokenRevoke', () => {
  const revoke = (id: string, auth = alpha) =>
    mutate('accessTokenRevoke', { id }, 'accessToken { id name }', auth);

  it('ends it, and takes it off the list', async () => {
    const { auth, id } = await giveToken(world, ['READ'], { name: 'gone' });
    expect((await whoAmI(auth)).status).toBe(200);
    expect(await revoke(id)).toMatchObject({ accessToken: { id, name: 'gone' }, userErrors: [] });
    expect((await whoAmI(auth)).status).toBe(401);
    expect((await listFor(alpha)).map((one) => one.id as unknown)).not.toContain(id);
    expectRefused(await revoke(id), 2303);
  });

  it('is for its maker, for super users of the registrar and for operators', async () => {
    const ofSuper = await giveToken(world, ['READ']);
    const ofEpp = await giveToken(world, ['READ'], { auth: epp });
    const ofOperator = await giveToken(world, ['READ'], { auth: operator });
    expectRefused(await revoke(ofSuper.id, epp), 2303);
    expectRefused(await revoke(ofSuper.id, beta), 2303);
    expectRefused(await revoke(ofOperator.id, alpha), 2303);
    expectDone(await revoke(ofEpp.id, alpha));
    expectDone(await revoke(ofSuper.id, operator));
    expectDone(await revoke(ofOperator.id, operator));
    const own = await giveToken(world, ['WRITE'], { auth: billing }).catch(() =>
      giveToken(world, ['READ'], { auth: billing }),
    );
    expectDone(await revoke(own.id, billing));
  });

  it('many times at once is done once', async () => {
    const { id } = await giveToken(world, ['READ']);
    const done = await Promise.all(Array.from({ length: 6 }, () => revoke(id)));
    expect(done.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1);
  });

  it('tried out revokes nothing', async () => {
    const { auth, id } = await giveToken(world, ['READ']);
    await graph(
      world,
      'mutation ($id: ID!) { accessTokenRevoke(input: { id: $id }, dryRun: true) { accessToken { id } } }',
      {
        variables: { id },
      },
    );
    expect((await whoAmI(auth)).status).toBe(200);
  });
});

describe('time', () => {
  it('ends a token, by the registry\u2019s clock', async () => {
    const { auth } = await giveToken(world, ['READ'], { expiresIn: 'PT2H' });
    passes(2 * 3_600_000 - 60_000);
    expect((await whoAmI(auth)).status).toBe(200);
    passes(60_001);
    expect((await whoAmI(auth)).status).toBe(401);
    expect((await world.request({ url: '/registry/v1/domains', auth })).status).toBe(401);
  });
});
