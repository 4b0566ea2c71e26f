import { beforeAll, describe, expect, it } from 'vitest';
import { unknownField } from '../../../support/graph.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { alpha, basic, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
});

const balance = (auth: string) =>
  world.request({ method: 'GET', url: '/registry/v1/accounts/balance', auth });
const historyOf = async (type: string, key: string) =>
  world.container.database.db
    .selectFrom('history')
    .selectAll()
    .where('object_type', '=', type)
    .where('object_key', '=', key)
    .orderBy('id')
    .execute();

describe('registrarCreate', () => {
  it('shows in a dry run what would be on the account', async () => {
    const tried = await ask(
      `mutation { registrarCreate(input: { code: "DRY", name: "Dry", balance: "12.5" }, dryRun: true) {
        registrar { code balance } userErrors { message } } }`,
    );
    expect(tried.data.registrarCreate).toEqual({
      registrar: { code: 'DRY', balance: '12.50' },
      userErrors: [],
    });
  });

  it('opens an account whose balance is a row of the ledger', async () => {
    const created = await mutate(
      'registrarCreate',
      {
        code: 'gamma',
        name: 'Gamma',
        website: 'https://gamma.example',
        email: 'a@gamma.example',
        regNo: '1',
        balance: '12.5',
      },
      'registrar { code name website email }',
    );
    expectDone(created);
    expect(created.registrar).toEqual({
      code: 'GAMMA',
      name: 'Gamma',
      website: 'https://gamma.example',
      email: 'a@gamma.example',
    });
    const { data } = await ask(
      '{ ledger(registrar: "GAMMA", first: 5) { totalCount nodes { description amount balance } } ledgerProof { balanced } }',
    );
    expect(data.ledger).toEqual({
      totalCount: 1,
      nodes: [{ description: 'Opening balance', amount: '12.50', balance: '12.50' }],
    });
    expect(data.ledgerProof).toEqual({ balanced: true });
    expect(await historyOf('registrar', 'GAMMA')).toMatchObject([
      { event: 'create', operation: 'registrar.create', actor_kind: 'operator' },
    ]);
  });

  it('refuses a code or a name that is taken, and codes that contacts could not carry', async () => {
    expectRefused(
      await mutate('registrarCreate', { code: 'ALPHA', name: 'Other' }, 'registrar { code }'),
      2302,
    );
    expectRefused(
      await mutate('registrarCreate', { code: 'NEW', name: 'Alpha Domains' }, 'registrar { code }'),
      2302,
    );
    for (const code of ['', 'A B', 'A:B', 'CID', 'Ä'])
      expectRefused(await mutate('registrarCreate', { code, name: 'New' }, 'registrar { code }'), 2005);
    expectRefused(
      await mutate('registrarCreate', { code: 'NEW', name: 'New', balance: '-1.00' }, 'registrar { code }'),
      2004,
    );
  });

  it('reports everything that is wrong at once', async () => {
    const refused = await mutate(
      'registrarCreate',
      { code: '', name: ' ', website: 'nope' },
      'registrar { code }',
    );
    expect(refused.userErrors.map((error) => error.path)).toEqual([['code'], ['name'], ['website']]);
  });

  it('is for the operator only', async () => {
    for (const auth of [alpha, portal]) {
      const { errors } = await ask(
        'mutation { registrarCreate(input: { code: "X", name: "X" }) { registrar { code } } }',
        {},
        auth,
      );
      expect(errors?.[0]).toMatchObject(unknownField('registrarCreate', 'Mutation'));
    }
  });
});

describe('apiUserCreate', () => {
  it('lets a registrar in with the new credentials', async () => {
    const created = await mutate(
      'apiUserCreate',
      { registrar: 'ALPHA', username: 'alpha-new', password: 'sesame', roles: ['EPP', 'BILLING'] },
      'apiUser { username roles active registrar { code } }',
    );
    expectDone(created);
    expect(created.apiUser).toEqual({
      username: 'alpha-new',
      roles: ['EPP', 'BILLING'],
      active: true,
      registrar: { code: 'ALPHA' },
    });
    expect((await balance(basic('alpha-new', 'sesame'))).status).toBe(200);
  });

  it('keeps the password nowhere but as a hash', async () => {
    const { password_hash } = await world.container.database.db
      .selectFrom('api_users')
      .select('password_hash')
      .where('username', '=', 'alpha-new')
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^scrypt\$/);
    expect(JSON.stringify(await historyOf('api_user', 'alpha-new'))).not.toMatch(/sesame|scrypt/);
  });

  it('refuses short passwords, taken names, unknown registrars and users without a role', async () => {
    const base = { registrar: 'ALPHA', username: 'alpha-2', password: 'sesame', roles: ['EPP'] };
    expectRefused(
      await mutate('apiUserCreate', { ...base, password: '12345' }, 'apiUser { username }'),
      2004,
    );
    expectRefused(await mutate('apiUserCreate', { ...base, username: 'beta' }, 'apiUser { username }'), 2302);
    expectRefused(await mutate('apiUserCreate', { ...base, username: 'a:b' }, 'apiUser { username }'), 2005);
    expectRefused(
      await mutate('apiUserCreate', { ...base, registrar: 'NONE' }, 'apiUser { username }'),
      2303,
    );
    expectRefused(await mutate('apiUserCreate', { ...base, roles: [] }, 'apiUser { username }'), 2003);
  });
});

describe('apiUserUpdate', () => {
  const auth = basic('alpha-changing', 'sesame');

  beforeAll(async () => {
    await mutate(
      'apiUserCreate',
      { registrar: 'ALPHA', username: 'alpha-changing', password: 'sesame', roles: ['SUPER'] },
      'apiUser { username }',
    );
    expect((await balance(auth)).status).toBe(200);
  });

  it('changes the password at once, though the old one was known to be good', async () => {
    expectDone(
      await mutate(
        'apiUserUpdate',
        { username: 'alpha-changing', password: 'open-sesame' },
        'apiUser { active }',
      ),
    );
    await expect.poll(async () => (await balance(auth)).status).toBe(401);
    expect((await balance(basic('alpha-changing', 'open-sesame'))).status).toBe(200);
  });

  it('locks a user out and lets it in again', async () => {
    const changed = basic('alpha-changing', 'open-sesame');
    expectDone(
      await mutate('apiUserUpdate', { username: 'alpha-changing', active: false }, 'apiUser { active }'),
    );
    await expect.poll(async () => (await balance(changed)).status).toBe(401);
    expectDone(
      await mutate('apiUserUpdate', { username: 'alpha-changing', active: true }, 'apiUser { active }'),
    );
    await expect.poll(async () => (await balance(changed)).status).toBe(200);
  });

  it('writes fingerprints in one form and refuses what is none, and addresses that are none', async () => {
    const hex = 'ab'.repeat(32);
    const spelled = hex.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:');
    const updated = await mutate(
      'apiUserUpdate',
      {
        username: 'alpha-changing',
        certificateFingerprints: [spelled],
        allowedIps: ['10.0.0.0/28', '2001:db8::/64', '::1'],
      },
      'apiUser { certificateFingerprints allowedIps }',
    );
    expect(updated.apiUser).toEqual({
      certificateFingerprints: [hex],
      allowedIps: ['10.0.0.0/28', '2001:db8::/64', '::1'],
    });
    const update = (input: object) =>
      mutate('apiUserUpdate', { username: 'alpha-changing', ...input }, 'apiUser { active }');
    expectRefused(await update({ certificateFingerprints: ['abc'] }), 2005);
    expectRefused(await update({ allowedIps: ['nowhere'] }), 2005);
    expectRefused(await update({ allowedIps: ['10.0.0.0/24'] }), 2306);
    expectRefused(await update({ allowedIps: ['2001:db8::/48'] }), 2306);
    expectRefused(await mutate('apiUserUpdate', { username: 'nobody' }, 'apiUser { active }'), 2303);
  });
});

describe('accountAdjust', () => {
  it('adds and takes away, and says so in the ledger', async () => {
    const added = await mutate(
      'accountAdjust',
      { registrar: 'BETA', amount: '50.00', description: 'Goodwill' },
      'transaction { amount balance description registrar { code } }',
    );
    expect(added.transaction).toEqual({
      amount: '50.00',
      balance: '1050.00',
      description: 'Goodwill',
      registrar: { code: 'BETA' },
    });
    const taken = await mutate(
      'accountAdjust',
      { registrar: 'BETA', amount: '-50.00' },
      'transaction { balance }',
    );
    expect(taken.transaction).toEqual({ balance: '1000.00' });
  });

  it('never takes more than there is', async () => {
    expectRefused(
      await mutate('accountAdjust', { registrar: 'BETA', amount: '-1000.01' }, 'transaction { amount }'),
      2104,
    );
    expectDone(
      await mutate('accountAdjust', { registrar: 'BETA', amount: '-1000.00' }, 'transaction { amount }'),
    );
    expectDone(
      await mutate('accountAdjust', { registrar: 'BETA', amount: '1000.00' }, 'transaction { amount }'),
    );
    expect(
      (await ask('{ ledgerProof { balanced accounts { registrar { code } balanced broken } } }')).data
        .ledgerProof.balanced,
    ).toBe(true);
  });

  it('refuses unknown registrars and unbelievable amounts', async () => {
    expectRefused(
      await mutate('accountAdjust', { registrar: 'NONE', amount: '1.00' }, 'transaction { amount }'),
      2303,
    );
    expectRefused(
      await mutate(
        'accountAdjust',
        { registrar: 'BETA', amount: '999999999999.00' },
        'transaction { amount }',
      ),
      2004,
    );
  });

  it('keeps nothing of a dry run', async () => {
    const { data } = await ask(
      'mutation { accountAdjust(input: { registrar: "BETA", amount: "7.00" }, dryRun: true) { transaction { balance } } }',
    );
    expect(data.accountAdjust.transaction).toEqual({ balance: '1007.00' });
    expect(
      (await ask('{ ledger(registrar: "BETA", first: 1) { nodes { balance } } }')).data.ledger.nodes,
    ).toEqual([{ balance: '1000.00' }]);
  });
});

describe('registrars', () => {
  it('shows the operator everyone and a registrar itself', async () => {
    const codes = async (auth?: string) =>
      (
        (await ask('{ registrars(first: 5) { nodes { code } } }', {}, auth)).data.registrars
          .nodes as unknown as { code: string }[]
      ).map(({ code }) => code);
    expect(await codes()).toEqual(['ALPHA', 'BETA', 'GAMMA']);
    expect(await codes(alpha)).toEqual(['ALPHA']);
  });
});
