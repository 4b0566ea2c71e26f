import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#src/registry/operations/operation.ts';
import { openApi } from '../../support/described-answers.ts';
import { newDomain, storedDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { portalOf, root } from '../../support/portal.ts';
import { buildSchema } from '../../support/schema.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { alpha, beta, type Loose, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** A repeated request shows nothing that its caller may not see now: every command that can show a secret, at both doors. */
let world: TestWorld;
let tech: string;
beforeAll(async () => {
  world = await testWorld();
  tech = await seed(world).contact();
});

const schema = buildSchema();
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const permitsOf = new Map(
  [...operations.values()].flatMap(({ graphql, permits }) => (graphql ? [[graphql, permits]] : [])),
);

/** The types of the payload's own objects; `query` is the whole graph, asked anew. */
const shownBy = (payload: GraphQLOutputType): string[] => {
  const type = getNamedType(payload);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.filter(({ name }) => name !== 'query').map((field) => getNamedType(field.type).name);
};
/** Mutations that show an object of this type to somebody else than operators. */
const showing = (type: string): string[] =>
  mutations
    .filter((field) => shownBy(field.type).includes(type))
    .filter(({ name }) => permitsOf.get(`Mutation.${name}`)?.some((permit) => permit !== 'operator'))
    .map(({ name }) => name);

const key = {
  flags: 257,
  protocol: 3,
  algorithm: 8,
  publicKey: 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6HtxWEA4RJ9Ao6LCWheg8',
};
const nameservers = twoNameservers.map((hostname) => ({ hostname }));

/** What each of them is told, about a domain of ALPHA's that is ready for it. */
const onDomains: Readonly<Record<string, (name: string) => object | Promise<object>>> = {
  domainRegister: async (name) => ({
    name: `new-${name}`,
    registrant: await seed(world).contact({ ident: people.mari }),
    period: 'P1Y',
  }),
  domainRenew: async (name) => {
    const expires_at = world.container.calendar.plus(world.clock.now(), { days: 30 });
    await seed(world).alter(name, { expires_at });
    return { name, period: 'P1Y', expiresOn: world.container.calendar.dateOf(expires_at) };
  },
  domainUpdate: (name) => ({ name, transferCode: 'alpha-has-set-this' }),
  domainDelete: (name) => ({ name, verified: true }),
  domainTransfer: async (name) => {
    await seed(world).alter(name, { registrar_id: 2, transfer_code: 'of-beta' });
    return { name, transferCode: 'of-beta' };
  },
  domainContactsAdd: async (name) => ({
    name,
    contacts: [{ code: await seed(world).contact({ ident: people.mari }), role: 'TECH' }],
  }),
  domainContactsRemove: (name) => ({ name, contacts: [{ code: tech, role: 'TECH' }] }),
  domainNameserversAdd: (name) => ({ name, nameservers: [{ hostname: 'ns3.hosting.example' }] }),
  domainNameserversSet: (name) => ({
    name,
    nameservers: [{ hostname: 'ns3.hosting.example' }, { hostname: 'ns4.hosting.example' }],
  }),
  domainNameserverReplace: (name) => ({
    name,
    hostname: 'ns0.hosting.example',
    newNameserver: { hostname: 'ns3.hosting.example' },
  }),
  domainNameserverRemove: (name) => ({ name, hostname: 'ns0.hosting.example' }),
  domainDnssecKeysAdd: (name) => ({
    name,
    dnssecKeys: [{ ...key, publicKey: key.publicKey.replace(/8$/, '9') }],
  }),
  domainDnssecKeysRemove: (name) => ({ name, dnssecKeys: [key] }),
  domainPendingChangeCancel: async (name) => {
    const code = await seed(world).contact({ ident: people.mari, name: 'Mari Maasikas' });
    await run('domainUpdate', { name, registrant: { code } }, 'domain { name }', alpha, `waits-${name}`);
    return { name };
  },
  domainClientHoldSet: (name) => ({ name }),
  domainClientHoldRemove: async (name) => {
    await seed(world).alter(name, { statuses: ['clientHold'] });
    return { name };
  },
};

const run = (mutation: string, input: object, selection: string, auth = alpha, word = 'key') => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  return graph(
    world,
    `mutation ($input: ${type}!, $key: String!) {
      ${mutation}(input: $input, idempotencyKey: $key) { ${selection} userErrors { message } } }`,
    { variables: { input, key: `${word} of ${mutation}`.replaceAll(' ', '-') }, auth },
  );
};

const secretFields = 'domain { name transferCode registrant { authInfo } techContacts { authInfo } }';

describe('a repeated mutation', () => {
  it('that shows a domain is tried here, each that there is', () => {
    expect(Object.keys(onDomains).sort()).toEqual(showing('Domain').sort());
  });

  it.each(Object.keys(onDomains))(
    '%s shows nothing of a domain that has moved away since',
    async (mutation) => {
      const name = await newDomain(world, {
        techs: [tech],
        nameservers: ['ns0.hosting.example', ...nameservers.map(({ hostname }) => hostname)],
        keys: [{ flags: '257', protocol: '3', alg: '8', public_key: key.publicKey }],
      });
      const input = (await onDomains[mutation]?.(name)) ?? {};
      const first = await run(mutation, input, secretFields);
      const { domain, userErrors } = first.data[mutation] as Loose;
      expect(userErrors).toEqual([]);
      expect(domain.transferCode).toEqual(expect.stringMatching(/./));
      expect(first.headers['idempotent-replayed']).toBeUndefined();

      await seed(world).alter(String(domain.name), { registrar_id: 2, transfer_code: 'secret-of-beta' });
      const again = await run(mutation, input, secretFields);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.data[mutation]).toMatchObject({ domain: { name: domain.name, transferCode: null } });
      expect(again.text).not.toContain('secret-of-beta');
    },
  );

  /** Everything that a domain shows and that its history keeps. */
  const wholeDomain = `domain { id name expiresAt outzoneAt deleteDate createdAt updatedAt statuses { name note } registrar { code }
    registrant { code name email } adminContacts { code name } techContacts { code name email }
    nameservers { hostname ipv4 ipv6 } dnssecKeys { flags protocol algorithm publicKey } }`;

  /** The domain goes on with another person, other servers and another expiry, as a domain of this registrar. */
  const goOn = async (name: string, registrarId: 1 | 2) => {
    const auth = registrarId === 1 ? alpha : beta;
    const expires_at = world.container.calendar.plus(world.clock.now(), { days: 40 });
    await seed(world).alter(name, { registrar_id: registrarId, statuses: ['ok'], expires_at });
    const code = await seed(world, auth).contact({ ident: people.jaan, name: 'Jaan Kask' });
    const nameservers = [{ hostname: 'ns7.hosting.example' }, { hostname: 'ns8.hosting.example' }];
    const later = [
      ['domainNameserversSet', { name, nameservers }],
      ['domainUpdate', { name, registrant: { code, verified: true } }],
      ['domainRenew', { name, period: 'P1Y', expiresOn: world.container.calendar.dateOf(expires_at) }],
      ['domainClientHoldSet', { name }],
    ] as const;
    for (const [mutation, input] of later) {
      const { data, text } = await run(
        mutation,
        input,
        'domain { name }',
        auth,
        `goes-on-${registrarId}-${name}`,
      );
      expect((data[mutation] as Loose | null)?.userErrors, text).toEqual([]);
    }
  };

  it.each(
    Object.keys(onDomains).flatMap((mutation) => [
      [mutation, 'the caller has changed it', 1 as const],
      [mutation, 'another registrar has it', 2 as const],
    ]),
  )('%s gets the first answer again when %s since', async (mutation, _, registrarId) => {
    const name = await newDomain(world, {
      techs: [tech],
      nameservers: ['ns0.hosting.example', ...nameservers.map(({ hostname }) => hostname)],
      keys: [{ flags: '257', protocol: '3', alg: '8', public_key: key.publicKey }],
    });
    const input = (await onDomains[mutation]?.(name)) ?? {};
    const word = `moved-${registrarId}`;
    const first = await run(mutation, input, wholeDomain, alpha, word);
    const { domain, userErrors } = first.data[mutation] as Loose;
    expect(userErrors).toEqual([]);
    await goOn(String(domain.name), registrarId);
    const again = await run(mutation, input, wholeDomain, alpha, word);
    expect(again.headers['idempotent-replayed']).toBe('true');
    // What has moved away is shown as of then, under an id of then.
    const isThere = registrarId === 1;
    expect(isThere ? again.data[mutation] : withoutIds(again.data[mutation])).toEqual(
      isThere ? first.data[mutation] : withoutIds(first.data[mutation]),
    );
  });

  it('gets its own answer, although one that began before it was done after it', async () => {
    const name = await newDomain(world);
    const input = { name, nameservers };
    const first = await run('domainNameserversSet', input, wholeDomain, alpha, 'overtaken');
    const hosts = [{ hostname: 'ns7.hosting.example' }, { hostname: 'ns8.hosting.example' }];
    await run('domainNameserversSet', { name, nameservers: hosts }, 'domain { name }', alpha, 'waited');
    await sql`update history set at = at - interval '1 minute' where id = (select max(id) from history)`.execute(
      world.container.database.db,
    );
    const again = await run('domainNameserversSet', input, wholeDomain, alpha, 'overtaken');
    expect(again.data).toEqual(first.data);
  });

  it('gets a contact as it was then, although it is gone', async () => {
    const ident = { code: people.mari, type: 'PRIV', countryCode: 'EE' };
    const create = { name: 'Mari Tamm', email: 'mari@example.com', phone: '+372.5555555', ident };
    const ask = () =>
      run('contactCreate', create, 'contact { id code name email phone createdAt }', alpha, 'gone');
    const first = await ask();
    const { code } = (first.data.contactCreate as Loose).contact as Loose;
    await run('contactUpdate', { code, name: 'Mari Kask' }, 'contact { code }', alpha, 'gone');
    expect((await ask()).data).toEqual(first.data);
    await run('contactDelete', { code }, 'code', alpha, 'gone');
    expect(withoutIds((await ask()).data)).toEqual(withoutIds(first.data));
  });

  it('that shows a contact shows its secret only while the contact is the caller’s', async () => {
    expect(showing('Contact').sort()).toEqual(['contactCreate', 'contactUpdate']);
    const ident = { code: people.jaan, type: 'PRIV', countryCode: 'EE' };
    const create = { name: 'Jaan Tamm', email: 'jaan@example.com', phone: '+372.5555555', ident };
    const update = { code: await seed(world).contact(), name: 'Jaan Kask' };
    for (const [mutation, input] of [
      ['contactCreate', create],
      ['contactUpdate', update],
    ] as const) {
      const ask = async () =>
        (await run(mutation, input, 'contact { code authInfo email }')).data[mutation]?.contact as Loose;
      const { code, authInfo } = await ask();
      expect(authInfo).toEqual(expect.stringMatching(/./));
      await world.container.database.db
        .updateTable('contacts')
        .set({ registrar_id: 2 })
        .where('code', '=', String(code))
        .execute();
      expect(await ask()).toEqual({ code, authInfo: null, email: null });
    }
  });

  it('that shows a reservation shows no code that has been used', async () => {
    expect(showing('Reservation').sort()).toEqual(['paidReservationCreate', 'reservationCreate']);
    const ask = async (): Promise<unknown> => {
      const { data } = await run(
        'reservationCreate',
        { names: ['kordus.ee'] },
        'reservation { entries { password } }',
        portal,
      );
      const [entry] = data.reservationCreate.reservation.entries as unknown as { password: string }[];
      return entry?.password;
    };
    const password = await ask();
    expect(await ask()).toBe(password);
    await newDomain(world, { name: 'kordus.ee', reservationCode: String(password) });
    expect(await ask()).toBeNull();
  });
});

/** Names of properties that hold a secret. */
const secret = /^(transfer_code|password|auth_info|code_word|token|secret)$/;

function tellsSecret(schema: unknown, seen = new Set<unknown>()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  return Object.entries(schema).some(
    ([name, value]) =>
      (secret.test(name) && typeof value === 'object') ||
      (name === '$ref'
        ? tellsSecret(openApi.components.schemas[String(value).split('/').at(-1) ?? ''], seen)
        : tellsSecret(value, seen)),
  );
}

describe('a repeated REST call', () => {
  it('that can show a secret is tried here, each that is published', () => {
    const telling = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'get')
        .filter(([, { responses }]) =>
          ['200', '201'].some((status) =>
            Object.values(responses[status]?.content ?? {}).some((one) => tellsSecret(one.schema)),
          ),
        )
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(telling.sort()).toEqual([
      `POST ${root}/reserve_domains`,
      'POST /registry/v1/domains',
      // Where users are linked: test/apis/access/switching.test.ts.
      'PUT /registry/v1/accounts/switch_user',
    ]);
  });

  it('POST /domains shows the code that holds now while the domain is the caller’s, and none afterwards', async () => {
    const registrant = await seed(world).contact({ ident: people.mari });
    const register = () =>
      world.request({
        method: 'POST',
        url: '/registry/v1/domains',
        payload: { domain: { name: 'rannik.ee', registrant, period: 1, period_unit: 'y' } },
        headers: { 'idempotency-key': 'rannik' },
      });
    const { transfer_code, ...rest } = (await register()).body.data.domain;
    expect((await register()).body.data.domain).toEqual({ ...rest, transfer_code });
    const taken = await world.request({
      method: 'POST',
      url: '/registry/v1/domains/rannik.ee/transfer',
      payload: { transfer: { transfer_code } },
      auth: beta,
    });
    expect(taken.status).toBe(200);
    const again = await register();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data.domain).toEqual(rest);
    expect(again.text).not.toContain((await storedDomain(world, 'rannik.ee')).transfer_code);
  });

  it('gets the first answer even if the domain has another sponsor now', async () => {
    const name = await newDomain(world, { nameservers: ['ns0.hosting.example', 'ns1.hosting.example'] });
    const expires_at = world.container.calendar.plus(world.clock.now(), { days: 30 });
    await seed(world).alter(name, { expires_at });
    const exp_date = world.container.calendar.dateOf(expires_at);
    const writes = [
      ['POST', '/renew', { renews: { period: 1, period_unit: 'y', exp_date } }],
      ['PUT', '', { domain: { transfer_code: 'sesame' } }],
      ['POST', '/nameservers', { nameservers: [{ hostname: 'ns2.hosting.example' }] }],
      ['DELETE', '/nameservers/ns2.hosting.example', undefined],
      ['PUT', '/statuses/clientHold', undefined],
      ['DELETE', '/statuses/clientHold', undefined],
      ['DELETE', '', { domain: { delete: { verified: true } } }],
    ] as const;
    const send = async (at: number) => {
      const [method, path, payload] = writes[at] ?? ['PUT', '', undefined];
      const { status, body } = await world.request({
        method,
        url: `/registry/v1/domains/${name}${path}`,
        ...(payload && { payload }),
        headers: { 'idempotency-key': `first-${at}` },
      });
      return { status, body };
    };
    const firsts = [];
    for (const at of writes.keys()) firsts.push(await send(at));
    expect(firsts.map(({ status }) => status)).toEqual(writes.map(() => 200));
    await seed(world).alter(name, { registrar_id: 2, transfer_code: 'of-beta' });
    for (const at of writes.keys()) expect(await send(at)).toEqual(firsts[at]);
  });

  it('POST /reserve_domains shows no code that has been used', async () => {
    const reserve = async () =>
      (
        await portalOf(world).post(
          '/reserve_domains',
          { domain_names: ['lahe.ee', 'laht.ee'] },
          { 'idempotency-key': 'lahe' },
        )
      ).body.reserved_domains as unknown as { name: string; password: string }[];
    const [used, kept] = await reserve();
    await newDomain(world, { name: String(used?.name), reservationCode: String(used?.password) });
    expect(await reserve()).toEqual([kept]);
  });
});

const withoutIds = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (name, value) => (name === 'id' ? undefined : value)));
