import { getNamedType, isNonNullType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#src/base/actor.ts';
import { type Given, giveToken, signInAs } from '../../support/access-tokens.ts';
import { newContact } from '../../support/contacts.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { buildSchema } from '../../support/schema.ts';
import { basic, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let name: string;
let code: string;
const tokens: Partial<Record<Scope, Given>> = {};
const authOf = (scope: Scope): string => tokens[scope]?.auth ?? '';
const all = ['READ', 'WRITE', 'SECRETS', 'BILLING'] as const;

beforeAll(async () => {
  world = await testWorld();
  name = await newDomain(world);
  code = await newContact(world);
  for (const scope of all) tokens[scope] = await giveToken(world, [scope]);
});

/** Which of the scopes are let in. */
async function letIn(ask: (auth: string) => Promise<boolean>): Promise<Scope[]> {
  const found: Scope[] = [];
  for (const scope of all) if (await ask(authOf(scope))) found.push(scope);
  return found;
}
const inGraph = (query: string, variables: object = {}) =>
  letIn(async (auth) => {
    const { errors = [] } = await graph(world, query, {
      auth,
      variables: variables as Record<string, unknown>,
    });
    return !errors.some(({ extensions }) => (extensions.code as unknown) === 'FORBIDDEN');
  });
const overRest = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  letIn(async (auth) => {
    const { body } = await world.request({
      method,
      url: `/registry/v1${path}`,
      auth,
      headers: { 'dry-run': 'true' },
      ...(payload && { payload }),
    });
    return (body.code as unknown) !== 2201;
  });

describe('every scope', () => {
  it('reads', async () => {
    expect(
      await inGraph(
        '{ domains(first: 1) { nodes { name } } contacts(first: 1) { nodes { code } } zones { origin } }',
      ),
    ).toEqual(all);
    expect(await overRest('GET', '/domains')).toEqual(all);
    expect(await overRest('GET', `/domains/${name}/transfer_info`)).toEqual(all);
  });
});

describe('WRITE', () => {
  it('alone writes, over both APIs', async () => {
    expect(
      await inGraph(
        'mutation ($n: DomainName!) { domainClientHoldSet(input: { name: $n }, dryRun: true) { userErrors { code } } }',
        { n: name },
      ),
    ).toEqual(['WRITE']);
    expect(
      await inGraph(
        `mutation { contactDelete(input: { code: "${code}" }, dryRun: true) { userErrors { code } } }`,
      ),
    ).toEqual(['WRITE']);
    expect(await overRest('PUT', `/domains/${name}/statuses/clientHold`)).toEqual(['WRITE']);
    expect(await overRest('DELETE', `/contacts/${code}`)).toEqual(['WRITE']);
  });

  it('is named by the refusal without it', async () => {
    const { errors, data } = await graph(
      world,
      'mutation ($n: DomainName!) { domainClientHoldSet(input: { name: $n }) { userErrors { code } } }',
      { auth: authOf('READ'), variables: { n: name } },
    );
    expect(data).toEqual({ domainClientHoldSet: null });
    expect(errors).toMatchObject([
      {
        message: 'Authorization error: this needs an access token with the scope WRITE',
        extensions: { code: 'FORBIDDEN', resultCode: 2201, scope: 'WRITE' },
      },
    ]);
    expect(
      await world.request({
        method: 'POST',
        url: '/registry/v1/contacts',
        auth: authOf('READ'),
        payload: 'not even JSON',
        headers: { 'content-type': 'application/json' },
      }),
    ).toMatchObject({
      status: 401,
      body: {
        code: 2201,
        message: 'Authorization error: this needs an access token with the scope WRITE',
        data: {},
      },
    });
  });
});

describe('SECRETS', () => {
  const secrets = async (auth: string) => {
    const { data } = await graph(
      world,
      'query ($n: DomainName!, $c: String!) { domain(name: $n) { name transferCode registrant { name authInfo } } contact(code: $c) { code authInfo } }',
      {
        auth,
        variables: { n: name, c: code },
      },
    );
    expect(data.domain.name).toBe(name);
    return [data.domain.transferCode, data.domain.registrant.authInfo, data.contact.authInfo] as unknown[];
  };

  it('alone shows them; for others they are null', async () => {
    for (const scope of ['READ', 'WRITE', 'BILLING'] as const)
      expect(await secrets(authOf(scope))).toEqual([null, null, null]);
    for (const secret of await secrets(authOf('SECRETS'))) expect(secret).toEqual(expect.any(String));
  });

  it('is the same over REST, where they are left out', async () => {
    const over = async (auth: string) => {
      const domain = await world.request({ url: `/registry/v1/domains/${name}`, auth });
      const list = await world.request({ url: '/registry/v1/domains?details=true', auth });
      const contact = await world.request({ url: `/registry/v1/contacts/${code}`, auth });
      const contacts = await world.request({ url: '/registry/v1/contacts?details=true', auth });
      expect([domain, list, contact, contacts].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      return [domain, list, contact, contacts].map(({ text }) => /"(transfer_code|auth_info)"/.test(text));
    };
    expect(await over(authOf('SECRETS'))).toEqual([true, true, true, true]);
    for (const scope of ['READ', 'WRITE', 'BILLING'] as const)
      expect(await over(authOf(scope))).toEqual([false, false, false, false]);
  });

  it('does not come with writing: even a new secret stays hidden', async () => {
    const registrant = code;
    const made = await graph(
      world,
      'mutation ($input: DomainRegisterInput!) { domainRegister(input: $input) { domain { name transferCode } userErrors { message } } }',
      { auth: authOf('WRITE'), variables: { input: { name: 'kirjutaja.ee', registrant, period: 'P1Y' } } },
    );
    expect(made.data.domainRegister).toEqual({
      domain: { name: 'kirjutaja.ee', transferCode: null },
      userErrors: [],
    });
    const over = await world.request({
      method: 'POST',
      url: '/registry/v1/domains',
      auth: authOf('WRITE'),
      payload: { domain: { name: 'kirjutaja2.ee', registrant, period: 1, period_unit: 'y' } },
    });
    expect(over.body.data.domain).toEqual({ name: 'kirjutaja2.ee', id: expect.any(String) });
  });

  it('is needed beside WRITE to choose a transfer code, which is enough to take the domain away', async () => {
    const both = (await giveToken(world, ['WRITE', 'SECRETS'])).auth;
    const message = 'Authorization error: this needs an access token with the scope SECRETS';
    const domain = { name: 'valija.ee', registrant: code, period: 1, period_unit: 'y' };
    const requests = [
      ['POST', '/domains', domain],
      ['PUT', `/domains/${name}`, {}],
    ] as const;
    for (const [method, path, rest] of requests) {
      const send = (auth: string, transfer_code: string) =>
        world.request({
          method,
          url: `/registry/v1${path}`,
          auth,
          headers: { 'dry-run': 'true' },
          payload: { domain: { ...rest, transfer_code } },
        });
      const refused = await send(authOf('WRITE'), 'known');
      expect([refused.status, refused.body]).toEqual([401, { code: 2201, message, data: {} }]);
      expect((await send(both, 'known')).body.code).toBe(1000);
    }
    const fields = { register: { name: 'valija.ee', registrant: code, period: 'P1Y' }, update: { name } };
    for (const [what, input] of Object.entries(fields)) {
      const mutation = `domain${what === 'register' ? 'Register' : 'Update'}`;
      const send = (auth: string, transferCode: string) =>
        graph(
          world,
          `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) {
            ${mutation}(input: $input, dryRun: true) { domain { name } userErrors { resultCode } }
          }`,
          { auth, variables: { input: { ...input, transferCode } } },
        );
      const { errors = [] } = await send(authOf('WRITE'), 'known');
      expect(errors).toMatchObject([{ message, extensions: { code: 'FORBIDDEN', scope: 'SECRETS' } }]);
      expect((await send(both, 'known')).data[mutation]).toEqual({
        domain: { name: input.name },
        userErrors: [],
      });
    }
  });

  it('covers every field of the type Secret, now and later: each can be null', () => {
    const schema = buildSchema();
    const never = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => getNamedType(field.type).name === 'Secret' && isNonNullType(field.type))
      .map(({ type, field }) => `${type.name}.${field.name}`);
    expect(never).toEqual([]);
  });
});

describe('BILLING', () => {
  it('alone reads balance and invoices, and tops up', async () => {
    const only = ['BILLING'];
    expect(await inGraph('{ account { balance } }')).toEqual(only);
    expect(await inGraph('{ invoices(first: 1) { nodes { number } } }')).toEqual(only);
    expect(await inGraph('{ invoice(number: 1) { number } }')).toEqual(only);
    expect(
      await inGraph(
        'mutation { accountTopUp(input: { amount: "10.00" }, dryRun: true) { userErrors { code } } }',
      ),
    ).toEqual(only);
    expect(await overRest('GET', '/accounts/balance')).toEqual(only);
    expect(await overRest('GET', '/accounts')).toEqual(only);
    expect(await overRest('GET', '/accounts/details')).toEqual(only);
    expect(await overRest('GET', '/registrar/summary')).toEqual(only);
    expect(await overRest('GET', '/invoices')).toEqual(only);
    expect(await overRest('GET', '/accounts/disable_auto_reload_balance')).toEqual(only);
    expect(await overRest('POST', '/invoices/add_credit', { invoice: { amount: '10' } })).toEqual(only);
  });

  it('alone shows what a domain has cost, on whichever way', async () => {
    const { data } = await graph(world, `{ domain(name: "${name}") { transactions { nodes { id } } } }`, {
      auth: authOf('BILLING'),
    });
    const [{ id } = { id: '' }] = data.domain.transactions.nodes as unknown as { id: string }[];
    expect(id).not.toBe('');
    for (const scope of all) {
      const asked = await graph(
        world,
        `{ domain(name: "${name}") { transactions { nodes { id } } } node(id: "${id}") { id } }`,
        { auth: authOf(scope) },
      );
      const sees = scope === 'BILLING';
      expect(asked.data).toEqual({
        domain: { transactions: { nodes: sees ? [{ id }] : [] } },
        node: sees ? { id } : null,
      });
    }
  });

  it('is named by the refusal without it', async () => {
    const { errors } = await graph(world, '{ account { balance } }', { auth: authOf('READ') });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('the scope BILLING'),
        extensions: { code: 'FORBIDDEN', scope: 'BILLING' },
      },
    ]);
    const { body } = await world.request({ url: '/registry/v1/accounts/balance', auth: authOf('WRITE') });
    expect(body).toMatchObject({ code: 2201, message: expect.stringContaining('the scope BILLING') });
  });
});

describe('a token never does more than its maker may', () => {
  const billingUser = basic('alpha-billing', 'alpha-sandbox');
  const eppUser = basic('alpha-epp', 'alpha-sandbox');

  it('whatever its scope', async () => {
    const ofBilling = await giveToken(world, ['READ', 'BILLING'], { auth: billingUser });
    const ofEpp = await giveToken(world, [...all], { auth: eppUser });
    const forbidden = async (query: string, auth: string) =>
      (await graph(world, query, { auth })).errors?.map(({ message }) => message as unknown);
    expect(await forbidden('{ domains(first: 1) { nodes { name } } }', ofBilling.auth)).toEqual([
      expect.stringContaining('EPP or SUPER'),
    ]);
    expect(await forbidden('{ invoices(first: 1) { nodes { number } } }', ofEpp.auth)).toEqual([
      expect.stringContaining('BILLING or SUPER'),
    ]);
    expect(await forbidden('{ apiUsers(first: 1) { nodes { username } } }', ofEpp.auth)).toEqual([
      expect.stringContaining('SUPER'),
    ]);
    expect(await forbidden('{ account { balance } }', ofEpp.auth)).toBeUndefined();
  });

  it('and less when its maker may less', async () => {
    const { auth } = await giveToken(world, ['WRITE'], { auth: eppUser });
    const asked = () => graph(world, '{ domains(first: 1) { nodes { name } } }', { auth });
    expect((await asked()).errors).toBeUndefined();
    const set = (roles: string) =>
      graph(
        world,
        `mutation { apiUserUpdate(input: { username: "alpha-epp", roles: [${roles}] }) { userErrors { code } } }`,
        { auth: operator },
      );
    await set('BILLING');
    expect((await asked()).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    await set('EPP');
    expect((await asked()).errors).toBeUndefined();
  });
});

describe('tokens and passwords', () => {
  const make = 'mutation { accessTokenCreate(input: { name: "child", scopes: [READ] }) { token } }';
  const user = (field: string) =>
    `mutation { ${field}(input: { username: "laps", password: "laps-salasona", roles: [SUPER] }) { userErrors { code } } }`;

  it('are given by nobody who came with an access token', async () => {
    const { auth } = await giveToken(world, [...all]);
    const ofOperator = await giveToken(world, ['READ', 'WRITE'], { auth: operator });
    for (const given of [auth, ofOperator.auth])
      for (const query of [make, user('apiUserCreate'), user('apiUserUpdate')])
        expect((await graph(world, query, { auth: given })).errors).toMatchObject([
          {
            message: 'Authorization error: access tokens cannot do this, sign in instead',
            extensions: { code: 'FORBIDDEN', scope: 'SIGN_IN' },
          },
        ]);
    expect(
      await world.request({ method: 'POST', url: '/registry/v1/api_users', auth, payload: {} }),
    ).toMatchObject({ status: 401, body: { code: 2201 } });
  });

  it('are given by somebody who is signed in', async () => {
    const signedIn = await signInAs(world, 'alpha', 'alpha-sandbox');
    const auth = `Bearer ${String(signedIn.data.signIn.token)}`;
    const { data } = await graph(world, make, { auth });
    expect(data.accessTokenCreate.token).toMatch(/^zg_/);
  });
});

describe('an operator\u2019s token', () => {
  it('with READ reads all that operators read, money too, and changes nothing', async () => {
    const { auth } = await giveToken(world, ['READ'], { auth: operator });
    const known = await graph(world, `{ domain(name: "${name}") { id } }`);
    const id = String(known.data.domain.id);
    const { errors, data } = await graph(
      world,
      `{ ledgerProof { balanced } invoices(first: 1) { totalCount } domain: node(id: "${id}") { ... on Domain { transferCode transactions { nodes { id } } } } }`,
      { auth },
    );
    expect(errors).toBeUndefined();
    expect(data.domain).toEqual({
      transferCode: null,
      transactions: { nodes: [expect.anything()] },
    });
    const refused = await graph(
      world,
      'mutation { nameBlock(input: { name: "blokk.ee" }) { userErrors { code } } }',
      { auth },
    );
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', scope: 'WRITE' } }]);
  });

  it('with WRITE does what operators do, and is shown no secret', async () => {
    const { auth } = await giveToken(world, ['WRITE'], { auth: operator });
    const { data, errors } = await graph(
      world,
      'mutation { nameReserve(input: { name: "hoitud.ee" }) { reservedName { name password } userErrors { code } } }',
      { auth },
    );
    expect(errors).toBeUndefined();
    expect(data.nameReserve).toEqual({ reservedName: { name: 'hoitud.ee', password: null }, userErrors: [] });
    expect(
      (
        await graph(
          world,
          'mutation { accountAdjust(input: { registrar: "BETA", amount: "1.00" }) { userErrors { code } } }',
          { auth },
        )
      ).errors,
    ).toBeUndefined();
  });
});
