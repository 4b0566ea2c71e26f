import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { nameInMail } from '#src/registry/rules/text.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { newOperator } from '../../support/operators.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** What somebody must not get by a name, a spelling or a role of the database. */
let world: TestWorld;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld({
    OPERATOR_TOKENS: 'operator-sandbox,night-watch:SUPPORT:a-token-of-the-night-watch',
  });
});

describe('a bank transfer', () => {
  beforeAll(async () => {
    await sql`insert into reference_numbers (reference_number, registrar_id, initiator, created_at)
      select '1234561', id, 'registry', now() from registrars where code = 'ALPHA'`.execute(
      world.container.database.db,
    );
  });

  const record = async (bankReference: string, more: object = {}) => {
    const input = {
      referenceNumber: ' \uff11234561 ',
      amount: '1.00',
      description: 'top-up',
      receivedAt: world.clock.now().toISOString(),
      bankReference,
      ...more,
    };
    return mutate('bankTransferRecord', input, 'invoice { number }');
  };

  it('is credited once, however its reference is typed', async () => {
    expectDone(await record('BR1'));
    for (const same of ['BR1', ' BR1', 'BR1\n', '\uff22\uff32\uff11', '\u3000BR1 '])
      expectRefused(await record(same), 2302);
    for (const unseen of ['BR\u200b1', 'BR1\u200b', 'B\u00adR1', 'BR\u28001', 'BR\n1'])
      expectRefused(await record(unseen), 2005);
    expectDone(await record('\u212a1'));
    expectRefused(await record('K1'), 2302);
  });

  it('was received within the last ten years', async () => {
    for (const receivedAt of ['0001-01-01T00:00:00Z', '2999-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])
      expectRefused(await record(`at ${receivedAt}`, { receivedAt }), 2004);
  });
});

describe('a name', () => {
  it.each(['night-watch', 'Night-Watch', 'n\u00efght-watch', 'nlght-watch'])(
    'of a machine of the registry, such as %s, is no user name',
    async (username) => {
      const input = { username, password: 'a-long-password', roles: ['EPP'] };
      expectRefused(await mutate('apiUserCreate', input, 'apiUser { id }', alpha), 2306);
      const person = { name: username, email: 'watch@registry.example', role: 'VIEWER' };
      expectRefused(await mutate('operatorCreate', person, 'link'), 2005);
      expectRefused(
        await mutate(
          'apiUserUpdate',
          { username: 'alpha-epp', newUsername: username },
          'apiUser { id }',
          alpha,
        ),
        2306,
      );
    },
  );

  it.each([
    [
      'agent" of ALPHA. Approve it at https://evil.example/x. "',
      'agent of ALPHA Approve it at https evil example x',
    ],
    ['www.evil.example', 'www evil example'],
    ['Minu äpp-1_a', 'Minu äpp-1_a'],
    ['a\u201d\u00bb<b>@c', 'a b c'],
  ])('%s ends nothing in a mail, and leads nowhere', (name, shown) => {
    expect(nameInMail(name)).toBe(shown);
  });

  it('of a token stands like that in the mail about an approval', async () => {
    const name = 'agent" https://evil.example "';
    const input = { name, scopes: ['WRITE'], guards: { approvalNeeded: true } };
    const { token } = await mutate('accessTokenCreate', input, 'token', alpha);
    const domain = await newDomain(world);
    await graph(
      world,
      `mutation { domainClientHoldSet(input: { name: "${domain}" }) { userErrors { code } } }`,
      { auth: `Bearer ${token}` },
    );
    const mails = JSON.stringify(
      await world.container.database.db
        .selectFrom('outbox')
        .select('payload')
        .where('kind', '=', 'mail')
        .execute(),
    );
    expect(mails).toContain('agent https evil example');
    expect(mails).not.toContain('evil.example');
  });
});

describe('a write by an access token', () => {
  it('has the token beside the person in history and events, and a session has none', async () => {
    const { token, accessToken } = await mutate(
      'accessTokenCreate',
      { name: 'night agent', scopes: ['WRITE'] },
      'token accessToken { id }',
      alpha,
    );
    const name = await newDomain(world);
    for (const [field, auth] of [
      ['domainClientHoldSet', `Bearer ${token}`],
      ['domainClientHoldRemove', alpha],
    ])
      await graph(world, `mutation { ${field}(input: { name: "${name}" }) { userErrors { code } } }`, {
        auth: String(auth),
      });
    const signedIn = await mutate(
      'signIn',
      { username: 'alpha', password: 'alpha-sandbox' },
      'token',
      null as never,
    );
    await graph(
      world,
      `mutation { domainClientHoldSet(input: { name: "${name}" }) { userErrors { code } } }`,
      { auth: `Bearer ${signedIn.token}` },
    );
    const { data } = await graph(
      world,
      `{ domain(name: "${name}") { history(first: 5) { nodes { operation actor actorKind token { id name } } } } }`,
      { auth: alpha },
    );
    const used = { id: accessToken?.id, name: 'night agent' };
    expect(
      data.domain.history.nodes.map((entry: { operation: string; actor: string; token: unknown }) => [
        entry.actor,
        entry.token,
      ]),
    ).toEqual([
      ['alpha', null],
      ['alpha', null],
      ['alpha', used],
      ['alpha', null],
    ]);
  });

  it('is told so of operators, too', async () => {
    const { token } = await mutate(
      'accessTokenCreate',
      { name: 'ops script', scopes: ['WRITE'] },
      'token',
      operator,
    );
    await graph(world, 'mutation { nameBlock(input: { name: "margi.ee" }) { userErrors { code } } }', {
      auth: `Bearer ${token}`,
    });
    const { data } = await graph(
      world,
      '{ operatorLog(first: 1, where: { objectKey: { eq: "margi.ee" } }) { nodes { entry { token { name } } } } }',
      { auth: operator },
    );
    expect(data.operatorLog.nodes).toEqual([{ entry: { token: { name: 'ops script' } } }]);
  });
});

describe('files of the console', () => {
  it('are 403 to an operator whose role is not enough, and 303 or 401 to nobody', async () => {
    const { browser } = await newOperator(world, 'VIEWER');
    expect((await browser.get('/operator/legal-documents/1')).statusCode).toBe(403);
    expect((await browser.get('/operator/zones/ee.zone')).statusCode).toBe(200);
    const { statusCode } = await world.app.inject({ url: '/operator/legal-documents/1' });
    expect([303, 401]).toContain(statusCode);
  });
});

describe('an account', () => {
  it('is never mirrored beside accounts with money', async () => {
    const { db } = world.container.database;
    const made = await mutate(
      'registrarCreate',
      { code: 'PEEGEL', name: 'Peegel', email: 'peegel@example.com' },
      'registrar { code }',
    );
    expectDone(made);
    const { id } = await db
      .selectFrom('registrars')
      .select('id')
      .where('code', '=', 'PEEGEL')
      .executeTakeFirstOrThrow();
    await expect(
      db.updateTable('accounts').set({ mirrored: true }).where('registrar_id', '=', id).execute(),
    ).rejects.toThrow(/mirrored only where/);
    const { rows } = await sql<{
      id: number;
    }>`insert into registrars (code, name, email, created_at, updated_at)
      select 'PALJAS', 'Paljas', email, created_at, updated_at from registrars where id = ${id} returning id`.execute(
      db,
    );
    const bare = rows[0] ?? { id: 0 };
    await expect(
      db.insertInto('accounts').values({ registrar_id: bare.id, mirrored: true }).execute(),
    ).rejects.toThrow(/mirrored only where/);
  });
});

describe('packages', () => {
  it('run no scripts when they are installed, but for those that are known', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { hasInstallScript?: true }>;
    };
    const running = Object.entries(packages).flatMap(([name, { hasInstallScript }]) =>
      name !== '' && hasInstallScript ? [name.replace(/^.*node_modules\//, '')] : [],
    );
    // esbuild looks for the binary of the machine, fsevents is for macOS only.
    expect(running.filter((name) => !['esbuild', 'fsevents'].includes(name))).toEqual([]);
  });
});
