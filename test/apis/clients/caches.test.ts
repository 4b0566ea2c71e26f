import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import type { CallerKind } from '#src/core/actor.ts';
import { type Cache, caches } from '../../support/caches.ts';
import { graph } from '../../support/graph.ts';
import { setBalance } from '../../support/money.ts';
import { documentFor, rootFields } from '../../support/root-fields.ts';
import { buildSchema } from '../../support/schema.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { advance } from '../../support/time.ts';
import { alpha, beta, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let live: { readonly document: string; readonly data: unknown };
let before: string;
const kinds: Readonly<Record<string, CallerKind>> = { [operator]: 'operator', [portal]: 'portal' };
const inputs: Record<string, { readonly input: object; readonly auth?: string }> = {};
const schema = buildSchema();

/** Everything of an object that needs no argument, with __typename and id everywhere; lists have a page. */
function everything(type: GraphQLOutputType, depth: number, kind: CallerKind = 'registrar'): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (!isObjectType(named)) return '{ __typename ... on Node { id } }';
  const isPage = named.name.endsWith('Connection');
  const own = schemaOf(schema, kind).getType(named.name);
  const fields = Object.values(isObjectType(own) ? own.getFields() : {}).filter(
    ({ name, args }) => name !== 'query' && name !== 'groups' && !args.some(isRequiredArgument),
  );
  const chosen = fields.flatMap((field) => {
    if (!isCompositeType(getNamedType(field.type))) return [field.name];
    if (isPage) return field.name === 'nodes' ? [`nodes ${everything(field.type, 0, kind)}`] : [];
    return depth > 0 ? [`${field.name} ${everything(field.type, depth - 1, kind)}`] : [];
  });
  return `{ __typename ${chosen.join(' ')} }`;
}

const queryType = (name: string): GraphQLOutputType =>
  (rootFields('Query').find((field) => field.name === name) as GraphQLField<unknown, unknown>).type;
const written = (value: unknown): string => JSON.stringify(value).replace(/"(\w+)":/g, '$1:');

/** With enums as they are written: in capitals, without quotes. */
const literal = (input: object): string =>
  written(input).replace(/"(ADMIN|TECH|PRIV|DOMAIN_CHANGED|READ|EPP|API)"/g, '$1');

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000', MAX_DOCUMENT_LENGTH: '100000' });
  await setBalance(world, 'ALPHA', '1000.00');
  const own = await seed(world).contact({ id: 'OWN', ident: people.mari });
  const other = await seed(world).contact({ id: 'OTHER', ident: people.jaan });
  const unused = await seed(world).contact({ id: 'UNUSED', ident: people.jaan });
  await seed(world).domain('oma.ee', {
    registrant: own,
    admins: [own],
    techs: [other],
    nameservers: twoNameservers,
  });
  const theirs = await seed(world, beta).contact({ id: 'THEIRS', ident: people.jaan });
  await seed(world, beta).domain('teise.ee', { registrant: theirs, admins: [theirs], techs: [theirs] });
  const day = world.container.calendar.plusDays(world.container.calendar.dateOf(world.clock.now()), 20);
  await seed(world).alter('oma.ee', { expires_at: world.container.calendar.startOf(day) });
  await seed(world).alter('teise.ee', { transfer_code: 'sesame' });
  const made = async (mutation: string, auth = alpha): Promise<Loose> => {
    const { data, errors } = await graph(world, `mutation { ${mutation} }`, { auth });
    if (errors) throw new Error(JSON.stringify(errors));
    return Object.values(data)[0] as Loose;
  };
  const { webhook } = await made(
    'webhookCreate(input: { url: "https://example.com/", events: [DOMAIN_CHANGED] }) { webhook { id } }',
  );
  const { accessToken } = await made(
    'accessTokenCreate(input: { name: "a", scopes: [READ] }) { accessToken { id } }',
  );
  const { allowedIp } = await made(
    'allowedIpAdd(input: { address: "192.0.2.1", interfaces: [API] }) { allowedIp { id } }',
  );
  before = world.clock.now().toISOString();
  await advance(world, { by: 'PT1H' });
  await graph(
    world,
    'mutation { contactUpdate(input: { code: "ALPHA:OWN", name: "Mari Uus" }) { outcome } }',
  );
  await graph(
    world,
    'mutation { domainUpdate(input: { name: "oma.ee", transferCode: "uus-kood" }) { outcome } }',
  );
  const name = 'oma.ee';
  Object.assign(inputs, {
    contactCreate: {
      input: {
        name: 'Uus',
        email: 'a@example.com',
        phone: '+372.5555555',
        ident: { code: people.jaan, type: 'PRIV', countryCode: 'EE' },
      },
    },
    contactUpdate: { input: { code: own, name: 'Keegi Teine' } },
    contactDelete: { input: { code: unused } },
    domainRegister: { input: { name: 'uus.ee', registrant: unused, period: 'P1Y', techContacts: [unused] } },
    domainRenew: { input: { name, period: 'P1Y' } },
    domainUpdate: { input: { name, transferCode: 'kolmas-kood' } },
    domainDelete: { input: { name, verified: true } },
    domainTransfer: { input: { name: 'teise.ee', transferCode: 'sesame' } },
    domainClientHoldSet: { input: { name } },
    domainContactsAdd: { input: { name, contacts: [{ code: unused, role: 'TECH' }] } },
    domainContactsRemove: { input: { name, contacts: [{ code: other, role: 'TECH' }] } },
    domainNameserversAdd: { input: { name, nameservers: [{ hostname: 'ns3.hosting.example' }] } },
    domainNameserversSet: {
      input: { name, nameservers: [{ hostname: 'a.example.net' }, { hostname: 'b.example.net' }] },
    },
    accountUpdate: { input: { billingEmail: 'uus@example.com' } },
    accountTopUp: { input: { amount: '10.00' } },
    webhookUpdate: { input: { id: webhook.id, description: 'another' } },
    webhookDelete: { input: { id: webhook.id } },
    webhookTest: { input: { id: webhook.id } },
    accessTokenRevoke: { input: { id: accessToken.id } },
    allowedIpUpdate: { input: { id: allowedIp.id, address: '192.0.2.2' } },
    allowedIpRemove: { input: { id: allowedIp.id } },
    apiUserUpdate: { input: { username: 'alpha', email: 'uus@example.com' } },
    registrarUpdate: { input: { code: 'ALPHA', name: 'Alfa' }, auth: operator },
    registrarSuspend: { input: { code: 'ALPHA', reason: 'x' }, auth: operator },
    accountAdjust: { input: { registrar: 'ALPHA', amount: '1.00' }, auth: operator },
  });
  const document = `{
    domain(name: "oma.ee") ${everything(queryType('domain'), 1)}
    theirs: domain(name: "teise.ee") ${everything(queryType('domain'), 1)}
    contact(code: "${own}") ${everything(queryType('contact'), 1)}
    other: contact(code: "${other}") ${everything(queryType('contact'), 1)}
    unused: contact(code: "${unused}") ${everything(queryType('contact'), 1)}
    viewer { __typename registrar { __typename id code name email } }
    webhooks { nodes ${everything(schema.getType('Webhook') as never, 0)} }
    accessTokens { nodes ${everything(schema.getType('AccessToken') as never, 0)} }
    apiUsers { nodes ${everything(schema.getType('ApiUser') as never, 0)} }
  }`;
  const { data, errors } = await graph(world, document);
  if (errors) throw new Error(JSON.stringify(errors));
  live = { document, data };
});

/** Writes the present and then an answer, and compares all that the cache holds of the present. */
async function keepsThePresent(make: () => Cache, document: string, data: unknown): Promise<void> {
  const cache = make();
  await cache.write(live.document, live.data);
  const held = await cache.records();
  expect(Object.keys(held).length, cache.name).toBeGreaterThan(0);
  await cache.write(document, data);
  const after = await cache.records();
  for (const [key, record] of Object.entries(held)) {
    const now = after[key] as Record<string, unknown>;
    // More may be known of it now; nothing that was known is another.
    if (cache.name.startsWith('urql')) expect(now, `${cache.name}: ${key}`).toEqual(record);
    else expect(now, `${cache.name}: ${key}`).toMatchObject(record as object);
  }
}

describe('a dry run leaves the present in caches as it is', () => {
  const shown = new Set<string>();

  it.each(rootFields('Mutation').map((field) => [field.name, field] as const))('%s', async (name, field) => {
    const known = inputs[name];
    const auths = known ? [known.auth ?? alpha] : [alpha, operator, portal];
    for (const auth of auths) {
      const selection = everything(field.type, 2, kinds[auth]);
      const sample = documentFor('Mutation', field, selection);
      const { data } = known
        ? await graph(
            world,
            `mutation { ${name}(input: ${literal(known.input)}, dryRun: true) ${selection} }`,
            { auth },
          )
        : await graph(world, sample.query, { variables: { ...sample.variables, dryRun: true }, auth });
      if (!data?.[name]) continue;
      if (known) expect((data[name] as Loose).userErrors, JSON.stringify(data[name])).toEqual([]);
      shown.add(name);
      for (const make of caches) await keepsThePresent(make, `mutation { ${name} ${selection} }`, data);
    }
  });

  it('which most of them show something in', () => {
    expect(shown.size).toBeGreaterThan(60);
    expect([...Object.keys(inputs)].filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('a look into the past leaves the present in caches as it is', () => {
  const fields = rootFields('Query').filter(({ args }) => args.some(({ name }) => name === 'asOf'));

  it.each(fields.map((field) => [field.name, field] as const))('%s(asOf:)', async (name, field) => {
    const keys: Record<string, string> = { domain: 'name: "oma.ee", ', contact: 'code: "ALPHA:OWN", ' };
    const selection = name.endsWith('s')
      ? `{ __typename nodes ${everything(schema.getType(name === 'domains' ? 'Domain' : 'Contact') as never, 1)} }`
      : everything(field.type, 1);
    const { data, errors } = await graph(
      world,
      `{ ${name}(${keys[name] ?? ''}asOf: "${before}") ${selection} }`,
    );
    expect(errors).toBeUndefined();
    expect(data[name]).not.toBeNull();
    for (const make of caches)
      await keepsThePresent(make, `{ past: ${name} ${selection} }`, { past: data[name] });
  });

  it('and is found again by its id, with its moment and the way back', async () => {
    const asked = `{ domain(name: "oma.ee", asOf: "${before}") { id name asOf registrant { id name } nameservers { id hostname databaseId } current { id asOf } } now: domain(name: "oma.ee") { id asOf current { id } } }`;
    const { data } = await graph(world, asked);
    const then = data.domain;
    expect(then.id).not.toBe(data.now.id);
    expect(new Date(then.asOf).toISOString()).toBe(before);
    expect(then.current).toEqual({ id: data.now.id, asOf: null });
    expect(data.now).toEqual({ id: then.current.id, asOf: null, current: { id: then.current.id } });
    expect((await graph(world, asked)).data).toEqual(data);
    const again = await graph(
      world,
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Domain { domain: name asOf } ... on Contact { contact: name asOf } ... on Nameserver { hostname } } }',
      { variables: { ids: [then.id, then.registrant.id, then.nameservers[0].id] } },
    );
    expect(again.data.nodes).toEqual([
      { __typename: 'Domain', id: then.id, domain: 'oma.ee', asOf: then.asOf },
      { __typename: 'Contact', id: then.registrant.id, contact: then.registrant.name, asOf: then.asOf },
      { __typename: 'Nameserver', id: then.nameservers[0].id, hostname: then.nameservers[0].hostname },
    ]);
    const stranger = await graph(world, `{ node(id: "${then.id}") { id } }`, { auth: beta });
    expect(stranger.data.node).toBeNull();
  });
});

describe('two dry runs', () => {
  it('have two ids of one object, neither of which is found, and live ids of what they leave alone', async () => {
    const asked =
      'mutation { domainNameserversAdd(input: { name: "oma.ee", nameservers: [{ hostname: "ns3.hosting.example" }] }, dryRun: true) { domain { id current { id } registrar { id } registrant { id } nameservers { id hostname } } } }';
    const one = (await graph(world, asked)).data.domainNameserversAdd.domain;
    const two = (await graph(world, asked)).data.domainNameserversAdd.domain;
    const { data } = await graph(
      world,
      '{ domain(name: "oma.ee") { id registrar { id } registrant { id } nameservers { id } } }',
    );
    expect(new Set([one.id, two.id, data.domain.id]).size).toBe(3);
    expect([one.current, two.current]).toEqual([{ id: data.domain.id }, { id: data.domain.id }]);
    expect([one.registrar, one.registrant]).toEqual([data.domain.registrar, data.domain.registrant]);
    expect(one.nameservers.slice(0, 2).map(({ id }: Loose) => id)).toEqual(
      data.domain.nameservers.map(({ id }: Loose) => id),
    );
    const added = one.nameservers.at(-1).id;
    const found = await graph(world, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: { ids: [one.id, two.id, added] },
    });
    expect(found.data.nodes).toEqual([null, null, null]);
  });
});
