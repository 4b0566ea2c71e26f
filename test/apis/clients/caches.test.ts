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
import { literal } from '../../support/literal.ts';
import { setBalance } from '../../support/money.ts';
import { documentFor, rootFields } from '../../support/root-fields.ts';
import { buildSchema } from '../../support/schema.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { advance } from '../../support/time.ts';
import { alpha, beta, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
interface Live {
  readonly document: string;
  readonly data: unknown;
}
/** The present as ALPHA sees it, and an operator, to whom some of it is hidden. */
let live: Live;
let ofOperator: Live;
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
  const third = [...twoNameservers, 'ns3.hosting.example'];
  await seed(world).domain('kolm.ee', { registrant: own, admins: [own], techs: [other], nameservers: third });
  await made('domainClientHoldSet(input: { name: "kolm.ee" }) { domain { name } }');
  await made('nameBlock(input: { name: "kinni.ee" }) { blockedName { name } }', operator);
  await made('nameReserve(input: { name: "hoitud.ee" }) { reservedName { name } }', operator);
  await made('disputeOpen(input: { name: "vaidlus.ee" }) { dispute { id } }', operator);
  await made('zoneCreate(input: { origin: "uus.test" }) { zone { origin } }', operator);
  const { invoice } = await made('accountTopUp(input: { amount: "10.00" }) { invoice { number } }');
  await made(
    'apiUserCreate(input: { username: "alpha-teine", password: "long-enough", roles: [EPP] }) { apiUser { id } }',
  );
  const { question } = await made(
    'questionPublish(input: { name: "a", document: "{ domains { totalCount } }" }) { question { id } }',
  );
  const { board } = await made(
    `boardPublish(input: { name: "a", questions: ["${question.id}"] }) { board { id } }`,
  );
  const { reservation } = await made(
    'reservationCreate(input: { names: ["portaal.ee"] }) { reservation { userUniqueId } }',
    portal,
  );
  await made('registrarCreate(input: { code: "DELTA", name: "Delta" }) { registrar { code } }', operator);
  await made('registrarSuspend(input: { code: "DELTA", reason: "x" }) { registrar { code } }', operator);
  const bulk = { hostname: 'ns9.hosting.example' };
  const more = {
    accessTokenCreate: { input: { name: 'b', scopes: ['READ'] } },
    accountAutoReloadSet: { input: { amount: '20.00', threshold: '5.00' } },
    allowedIpAdd: { input: { address: '192.0.2.77', interfaces: ['API'] } },
    allowedIpCommit: { input: { id: allowedIp.id }, auth: operator },
    apiUserCreate: { input: { username: 'alpha-kolmas', password: 'long-enough', roles: ['EPP'] } },
    apiUserDelete: { input: { username: 'alpha-teine' } },
    boardPublish: { input: { name: 'b', questions: [question.id] } },
    boardRevoke: { input: { id: board.id } },
    boardUpdate: { input: { id: board.id, name: 'c' } },
    contactMerge: { input: { code: other, into: unused }, auth: operator },
    disputeClose: { input: { name: 'vaidlus.ee' }, auth: operator },
    disputeOpen: { input: { name: 'oma.ee' }, auth: operator },
    domainBulkNameserverAdd: { input: { names: ['oma.ee'], newNameserver: bulk } },
    domainBulkNameserverReplace: { input: { hostname: 'ns1.hosting.example', newNameserver: bulk } },
    domainBulkRenew: { input: { names: ['oma.ee'], period: 'P1Y' } },
    domainBulkTechContactReplace: { input: { currentContact: other, newContact: unused } },
    domainBulkTransfer: { input: { transfers: [{ name: 'teise.ee', transferCode: 'sesame' }] } },
    domainClientHoldRemove: { input: { name: 'kolm.ee' } },
    domainForceDelete: { input: { name: 'oma.ee', kind: 'SOFT' }, auth: operator },
    domainNameserverRemove: { input: { name: 'kolm.ee', hostname: 'ns3.hosting.example' } },
    domainStatusesSet: { input: { name: 'oma.ee', add: ['serverHold'] }, auth: operator },
    invoiceCancel: { input: { number: invoice.number } },
    invoiceSend: { input: { number: invoice.number, recipient: 'a@example.com' } },
    invoiceStatusUpdate: { input: { number: invoice.number, status: 'CANCELLED' }, auth: operator },
    nameBlock: { input: { name: 'kinni2.ee' }, auth: operator },
    nameReserve: { input: { name: 'hoitud2.ee' }, auth: operator },
    nameUnblock: { input: { name: 'kinni.ee' }, auth: operator },
    nameUnreserve: { input: { name: 'hoitud.ee' }, auth: operator },
    paidReservationCreate: { input: { names: ['portaal2.ee'] }, auth: portal },
    priceSet: {
      input: { zone: 'ee', operation: 'RENEW', period: 'P1Y', price: '9.00' },
      auth: operator,
    },
    questionPublish: { input: { name: 'b', document: '{ domains { totalCount } }' } },
    questionRevoke: { input: { id: question.id } },
    questionUpdate: { input: { id: question.id, name: 'c' } },
    registrarCreate: { input: { code: 'GAMMA', name: 'Gamma' }, auth: operator },
    registrarNotify: { input: { kind: 'NEWS', all: true, text: 'x' }, auth: operator },
    registrarReinstate: { input: { code: 'DELTA' }, auth: operator },
    reservationCancel: { input: { userUniqueId: reservation.userUniqueId }, auth: operator },
    reservationCreate: { input: { names: ['portaal3.ee'] }, auth: portal },
    settingSet: { input: { name: 'dnskeys_max_count', value: '5' }, auth: operator },
    webhookCreate: { input: { url: 'https://example.com/b', events: ['DOMAIN_CHANGED'] } },
    webhookSecretRotate: { input: { id: webhook.id } },
    zoneClose: { input: { origin: 'uus.test' }, auth: operator },
    zoneCreate: { input: { origin: 'uus2.test' }, auth: operator },
    personErase: { input: { email: 'nobody@example.com', reason: 'Asked for it' }, auth: operator },
    zoneUpdate: { input: { origin: 'med.ee', ttl: 3600 }, auth: operator },
  };
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
    ...more,
  });
  const objects = (kind: CallerKind): string => `
    domain(name: "oma.ee") ${everything(queryType('domain'), 1, kind)}
    theirs: domain(name: "teise.ee") ${everything(queryType('domain'), 1, kind)}
    contact(code: "${own}") ${everything(queryType('contact'), 1, kind)}
    other: contact(code: "${other}") ${everything(queryType('contact'), 1, kind)}
    unused: contact(code: "${unused}") ${everything(queryType('contact'), 1, kind)}`;
  const seenBy = async (document: string, auth: string): Promise<Live> => {
    const { data, errors } = await graph(world, document, { auth });
    if (errors) throw new Error(JSON.stringify(errors));
    return { document, data };
  };
  live = await seenBy(
    `{ ${objects('registrar')}
      viewer { __typename registrar { __typename id code name email } }
      webhooks { nodes ${everything(schema.getType('Webhook') as never, 0)} }
      accessTokens { nodes ${everything(schema.getType('AccessToken') as never, 0)} }
      apiUsers { nodes ${everything(schema.getType('ApiUser') as never, 0)} } }`,
    alpha,
  );
  ofOperator = await seenBy(
    `{ ${objects('operator')} settings ${everything(schema.getType('Setting') as never, 0, 'operator')} }`,
    operator,
  );
});

/** Writes the present and then an answer, and compares all that the cache holds of the present. */
async function keepsThePresent(
  make: () => Cache,
  document: string,
  data: unknown,
  present: Live = live,
): Promise<void> {
  const cache = make();
  await cache.write(present.document, present.data);
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
  const accepted = new Set<string>();

  it.each(rootFields('Mutation').map((field) => [field.name, field] as const))('%s', async (name, field) => {
    const known = inputs[name];
    const auths = known ? [known.auth ?? alpha] : [alpha, operator, portal];
    for (const auth of auths) {
      const selection = everything(field.type, 2, kinds[auth]);
      const sample = documentFor('Mutation', field, selection);
      const { data } = known
        ? await graph(
            world,
            `mutation { ${name}(input: ${literal(name, known.input)}, dryRun: true) ${selection} }`,
            { auth },
          )
        : await graph(world, sample.query, { variables: { ...sample.variables, dryRun: true }, auth });
      if (!data?.[name]) continue;
      if (known) expect((data[name] as Loose).userErrors, JSON.stringify(data[name])).toEqual([]);
      shown.add(name);
      if ((data[name] as Loose).userErrors.length === 0) accepted.add(name);
      for (const make of caches)
        await keepsThePresent(
          make,
          `mutation { ${name} ${selection} }`,
          data,
          auth === operator ? ofOperator : live,
        );
    }
  });

  it('which most of them show something in', () => {
    expect(shown.size).toBeGreaterThan(60);
    // A refused one proves nothing: give a new mutation a sample that succeeds.
    expect(accepted.size).toBeGreaterThanOrEqual(80);
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
  it('have two ids of one object, neither of which is found, and live ids of unchanged objects', async () => {
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
