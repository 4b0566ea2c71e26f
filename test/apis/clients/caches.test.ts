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
import type { CallerKind } from '#src/base/actor.ts';
import { type Cache, caches } from '../../support/caches.ts';
import { setSetting } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { literal } from '../../support/literal.ts';
import { documentFor, rootFields } from '../../support/root-fields.ts';
import { type Samples, samplesOfWrites } from '../../support/samples-of-writes.ts';
import { buildSchema } from '../../support/schema.ts';
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
let samples: Samples;
const kinds: Readonly<Record<string, CallerKind>> = { [operator]: 'operator', [portal]: 'portal' };
const schema = buildSchema();

/** What only succeeds with a payment at the provider, a dead letter, a mail or a linked user. */
const needMoreThanAWorld = [
  'invoiceRefund',
  'outboxItemRetry',
  'paymentDisagreementResolve',
  'paymentRefund',
  'paymentRefundAbandon',
  'registrantDecide',
  'sandboxPaymentComplete',
  'sessionSwitch',
];

/** What is not an object, what is not a list, and what changes with each request. */
const leftOut = ['query', 'groups', 'lastLoginAt', 'lastUsedAt'];

/** Everything of an object that needs no argument, with __typename and id everywhere; lists have a page. */
function everything(type: GraphQLOutputType, depth: number, kind: CallerKind = 'registrar'): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (!isObjectType(named)) return '{ __typename ... on Node { id } }';
  const isPage = named.name.endsWith('Connection');
  const own = schemaOf(schema, kind).getType(named.name);
  const fields = Object.values(isObjectType(own) ? own.getFields() : {}).filter(
    ({ name, args }) => !leftOut.includes(name) && !args.some(isRequiredArgument),
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
  const made = await samplesOfWrites(world);
  ({ samples, before } = made);
  const { own, other, unused } = made.contacts;
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

/** Whatever can be found by its id has its present value in each plain field, whatever its type is. */
async function showsThePresent(answer: Loose, auth: string): Promise<void> {
  const found = new Map<string, Loose>();
  const walk = (value: Loose): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const type = schema.getType(String(value.__typename));
    if (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'))
      found.set(value.id, { ...found.get(value.id), ...value });
    Object.values(value).forEach(walk);
  };
  walk(answer);
  for (const [id, shown] of found) {
    const type = schemaOf(schema, kinds[auth] ?? 'registrar').getType(shown.__typename);
    const fields = isObjectType(type) ? type.getFields() : {};
    const plain = Object.keys(shown).filter(
      (field) => fields[field] && !isCompositeType(getNamedType(fields[field].type)),
    );
    const { data, errors } = await graph(
      world,
      `{ node(id: "${id}") { __typename ... on ${shown.__typename} { ${plain.join(' ')} } } }`,
      { auth },
    );
    expect(errors).toBeUndefined();
    if (data.node) expect(shown, `${shown.__typename} ${id}`).toMatchObject(data.node);
  }
}

describe('a dry run leaves the present in caches as it is', () => {
  const shown = new Set<string>();
  const accepted = new Set<string>();

  it.each(rootFields('Mutation').map((field) => [field.name, field] as const))('%s', async (name, field) => {
    const known = samples[name];
    const has = (auth: string) =>
      name in
      (schemaOf(schema, kinds[auth] ?? 'registrar')
        .getMutationType()
        ?.getFields() ?? {});
    const auths = known ? [known.auth ?? alpha] : [alpha, operator, portal].filter(has);
    for (const auth of auths) {
      const selection = everything(field.type, 2, kinds[auth]);
      const present = auth === operator ? ofOperator : live;
      // In the same request the present is read too, which must not be taken from what the dry run has read.
      const beside = auth === portal ? '' : ` beside: query ${present.document}`;
      const sample = documentFor('Mutation', field, selection);
      const { data } = known
        ? await graph(
            world,
            `mutation { ${name}(${known.input ? `input: ${literal(name, known.input)}, ` : ''}dryRun: true) ${selection.slice(0, -1)}${beside} } }`,
            { auth },
          )
        : await graph(world, sample.query, { variables: { ...sample.variables, dryRun: true }, auth });
      if (!data?.[name]) continue;
      if (known && beside) expect(data[name].beside).toEqual(present.data);
      delete data[name].beside;
      if (known) expect((data[name] as Loose).userErrors, JSON.stringify(data[name])).toEqual([]);
      shown.add(name);
      if ((data[name] as Loose).userErrors.length === 0) accepted.add(name);
      for (const make of caches)
        await keepsThePresent(make, `mutation { ${name} ${selection} }`, data, present);
      await showsThePresent(data[name], auth);
    }
  });

  it('which most of them show something in', () => {
    expect(shown.size).toBeGreaterThan(60);
    // A refused one proves nothing: give a new mutation a sample that succeeds.
    expect(
      rootFields('Mutation')
        .map((field) => field.name)
        .filter((name) => !accepted.has(name)),
    ).toEqual(needMoreThanAWorld);
    expect([...Object.keys(samples)].filter((name) => !shown.has(name))).toEqual([]);
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

describe('each write of a document is followed by what is there after it', () => {
  const own = 'name: "oma.ee"';
  it.each([
    `domainRenew(input: { ${own}, period: "P1Y" }, idempotencyKey: "one")`,
    `domainRenew(input: { ${own}, period: "P2Y" }, idempotencyKey: "two")`,
    `domainBulkRenew(input: { names: ["oma.ee"], period: "P1Y" })`,
    `domainNameserversAdd(input: { ${own}, nameservers: [{ hostname: "ns7.hosting.example" }] })`,
    `domainContactsAdd(input: { ${own}, contacts: [{ code: "ALPHA:OTHER", role: ADMIN }] })`,
    `domainClientHoldSet(input: { ${own} })`,
    'contactUpdate(input: { code: "ALPHA:OWN", phone: "+372.5555556" })',
    'accessTokenCreate(input: { name: "late", scopes: [READ] })',
  ])('%s', async (write) => {
    await setSetting(world, 'days_to_renew_domain_before_expire', '0');
    const before = 'contactUpdate(input: { code: "ALPHA:OTHER", name: "Jaan Tamm" })';
    const { data } = await graph(
      world,
      `mutation { before: ${before} { query ${live.document} } done: ${write} { userErrors { message } query ${live.document} } }`,
    );
    expect(data.done).toEqual({ userErrors: [], query: (await graph(world, live.document)).data });
    expect(data.done.query).not.toEqual(data.before.query);
  });
});
