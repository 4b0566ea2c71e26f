import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Actor } from '#src/core/actor.ts';
import { Calendar } from '#src/core/calendar.ts';
import { failure } from '#src/core/errors.ts';
import { zoneToWriteIn } from '#src/operations/readers/written-domains.ts';
import { isOwnContact, sightOf } from '#src/rules/visibility.ts';
import { WrittenDomains } from '#src/store/registry/domain-reader.ts';
import { giveToken } from '../support/access-tokens.ts';
import { seed, twoNameservers } from '../support/seed.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../support/world.ts';

/** Other documents, or more of them: WRITTEN_SEED=7 WRITTEN_RUNS=20000. */
const seedOfRun = Number(process.env.WRITTEN_SEED ?? 25);
const runs = Number(process.env.WRITTEN_RUNS ?? 250);

let world: TestWorld;
let callers: readonly string[];
/** Of a domain that expires before all others, in the usual order. */
const cursorOfFirst = Buffer.from('["expiresAt",0,"2020-01-01T00:00:00.000Z",1]').toString('base64url');
const names = ['a-written.ee', 'b-written.ee', 'c-written.ee', 'd-written.ee', 'not-there.ee'];

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000000' });
  const { db } = world.container.database;
  const maker = seed(world);
  const odd = await maker.contact();
  const tech = await maker.contact({ name: 'Tech' });
  const foreign = await maker.by(beta).contact({ name: 'Foreign' });
  const keys = [
    { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' },
    { flags: '256', protocol: '3', alg: '8', public_key: 'dGVzdDI=' },
  ];
  await maker.domain('a-written.ee', {
    registrant: odd,
    techs: [tech, odd],
    admins: [odd],
    nameservers: twoNameservers,
    keys,
  });
  await maker.domain('b-written.ee', { admins: [tech] });
  await maker.domain('c-written.ee');
  await maker.by(beta).domain('d-written.ee', { registrant: foreign, admins: [foreign], techs: [foreign] });
  await maker.alter('b-written.ee', {
    statuses: ['serverHold', 'expired'],
    status_notes: JSON.stringify({ serverHold: 'be "cause"\n{' }),
    status_times: JSON.stringify({ expired: '2026-03-29T00:59:59.999Z', serverHold: '2026-07-01T12:00:00Z' }),
    outzone_at: '2026-10-25T00:30:00.1239Z',
    delete_date: '2027-01-02',
    force_delete_date: '2027-02-03',
    transfer_code: '',
  });
  // Another registrar's contacts on a domain of one's own, and those that an upstream registry has told by name only.
  await sql`update domain_contacts set contact_id = (select id from contacts where code = ${foreign})
    where domain_id = (select id from domains where name = 'b-written.ee')`.execute(db);
  await sql`update contacts set name = ${'Ann "Ö" \\ {"x": [1]} \u0001\u007f\u2028 😀 {'}, email = ${'a{'}, disclosed_attributes = '{email,name}'
    where code = ${odd}`.execute(db);
  await sql`update nameservers set ipv4 = '{192.0.2.1,192.0.2.2}', ipv6 = '{2001:DB8::1}'
    where hostname = ${twoNameservers[0]}`.execute(db);
  await sql`insert into disputes (name, name_puny, starts_at, expires_at, created_at, password)
    select 'c-written.ee', 'c-written.ee', '2000-01-01', '2100-01-01', now(), 'x'`.execute(db);
  const { auth: withoutSecrets } = await giveToken(world, ['READ']);
  callers = [alpha, alpha, beta, operator, withoutSecrets, 'Bearer portal-sandbox'];
});

/** The second type sends the same request Yoga's own way, which nothing is written on. */
const ordinary = { accept: 'application/json, text/x-nothing' };

const answers = async (payload: object, auth: string, headers: Record<string, string> = {}) => {
  const { text, status } = await world.request({ method: 'POST', url: '/graphql', payload, headers, auth });
  return { status, text: text.replace(/"requestId":"[^"]*"/g, '"requestId":""') };
};

/** Mostly the first: what the database does not write, or nobody answers, would else be in every document. */
const rarely = (usual: readonly string[], rare: readonly string[], weight = 60): fc.Arbitrary<string> =>
  fc.oneof(
    { weight, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );

const alias = rarely(['', '', '', '', 'a: ', 'one: ', 'then: ', '__proto__: '], [`${'l'.repeat(70)}: `], 100);
const directive = rarely(
  [''],
  [' @include(if: $yes)', ' @skip(if: $no)', ' @include(if: $no)', ' @skip(if: $usually)'],
  8,
);
type Text = fc.Arbitrary<string>;
const field = (name: string, below?: Text): Text =>
  fc
    .tuple(alias, directive, below ?? fc.constant(''))
    .map(([as, when, inner]) => `${as}${name}${when}${inner}`);
const selection = (...fields: Text[]): Text =>
  fc
    .array(fc.oneof(...fields), { minLength: 1, maxLength: 7 })
    .map((chosen) => ` { ${[...named(chosen)].join(' ')} }`);

/** Each name of an answer once, so that no two fields are in each other's way. */
function* named(chosen: readonly string[]): Generator<string> {
  const seen = new Set<string>();
  for (const one of chosen) {
    const key = /^\w+/.exec(one)?.[0] ?? one;
    if (!seen.has(key)) yield one;
    seen.add(key);
  }
}
const plain = (...fields: string[]): Text[] => fields.map((name) => field(name));

const contact = selection(
  ...plain(
    '__typename',
    'id',
    'code',
    'name',
    'email',
    'phone',
    'authInfo',
    'createdAt',
    'updatedAt',
    'disclosedAttributes',
  ),
  fc.constant('...person'),
  // Not written by the database.
  rarely(['code'], ['ident { code type }', 'statuses { name }'], 20),
);
const registrar = selection(...plain('__typename', 'id', 'code', 'name', 'website', 'email'));
const domain = selection(
  ...plain(
    '__typename',
    'id',
    'name',
    'punycode',
    'expiresAt',
    'createdAt',
    'updatedAt',
    'outzoneAt',
    'deleteDate',
  ),
  ...plain('forceDeleteDate', 'disputed', 'transferCode'),
  field('registrar', registrar),
  field('registrant', contact),
  field('adminContacts', contact),
  field('techContacts', contact),
  field('contacts', contact),
  field('nameservers', selection(...plain('__typename', 'id', 'hostname', 'ipv4', 'ipv6'))),
  field('dnssecKeys', selection(...plain('id', 'flags', 'protocol', 'algorithm', 'publicKey', 'keyTag'))),
  field('statuses', selection(...plain('__typename', 'name', 'note', 'setAt'))),
  fc.constant('...more'),
  fc.constant('nameservers { hostname } nameservers { ipv4 id }'),
  fc.constant('... on Domain { name registrar { code } }'),
  fc.constant('... on Node { id }'),
);
const page = selection(
  ...plain('__typename', 'totalCount'),
  field(
    'pageInfo',
    selection(...plain('hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor', '__typename')),
  ),
  field('nodes', domain),
  field('edges', selection(...plain('cursor', '__typename'), field('node', domain))),
);
const order = fc.constantFrom(
  '',
  '',
  ', orderBy: { field: NAME, direction: DESC }',
  ', orderBy: { field: UPDATED_AT }',
  ', orderBy: { field: REGISTRANT_NAME }',
  ', orderBy: $order',
);
const where = rarely(
  ['', '', ', where: { name: { startsWith: "b" } }', ', where: $where', ', asOf: null'],
  [', asOf: "2026-01-01"', ', where: { name: { in: [] } }'],
  10,
);
const size = rarely(
  ['first: 1', 'first: 2', 'first: 50', 'last: 2', 'first: $n', 'first: 2, after: $after'],
  ['first: 0', 'first: 2, after: "x"'],
  10,
);
const root = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(alias, fc.constantFrom(...names), domain)
      .map(([as, name, inner]) => `${as}domain(name: "${name}")${inner}`),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(alias, size, where, order, page)
      .map(([as, many, which, sorted, inner]) => `${as}domains(${many}${which}${sorted})${inner}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '__typename',
      'viewer { name }',
      'domain(name: "a-written.ee") { history(first: 1) { totalCount } }',
    ),
  },
);
const declared = {
  yes: 'Boolean!',
  no: 'Boolean!',
  usually: 'Boolean! = false',
  n: 'Int',
  after: 'String',
  order: 'DomainOrder',
  where: 'DomainWhere',
};
const fragments = {
  person: 'on Contact { name phone }',
  more: 'on Domain { expiresAt nameservers { ipv4 } }',
};

/** With the variables and fragments that it uses, and no others. */
const document = fc.array(root, { minLength: 1, maxLength: 3 }).map((roots) => {
  const body = `{ ${[...named(roots)].join(' ')} }`;
  const used = Object.entries(declared).filter(([name]) => new RegExp(`\\$${name}\\b`).test(body));
  const taken = Object.entries(fragments).filter(([name]) => body.includes(`...${name}`));
  return [
    used.length > 0 ? `query (${used.map(([name, type]) => `$${name}: ${type}`).join(', ')})` : '',
    body,
    ...taken.map(([name, text]) => `fragment ${name} ${text}`),
  ].join(' ');
});
const variables = fc.record(
  {
    yes: fc.constant(true),
    no: fc.boolean(),
    usually: fc.boolean(),
    n: fc.constantFrom(1, 3),
    after: fc.constantFrom(null, cursorOfFirst),
    order: fc.constantFrom({ field: 'CREATED_AT' }, { field: 'EXPIRES_AT', direction: 'DESC' }, null),
    where: fc.constantFrom({ name: { contains: 'written' } }, null),
  },
  { requiredKeys: ['yes', 'no'] },
);

describe('an answer as the database writes it', () => {
  it('is the ordinary answer, letter by letter, whatever is asked by whom', async () => {
    const written = vi.spyOn(WrittenDomains.prototype, 'read');
    const warned = vi.spyOn(world.container.log, 'warn');
    await fc.assert(
      fc.asyncProperty(document, variables, fc.nat(5), async (query, given, caller) => {
        const auth = callers[caller] ?? alpha;
        const payload = { query, variables: given };
        const expected = await answers(payload, auth, ordinary);
        expect(await answers(payload, auth)).toEqual(expected);
        // Only what comes again is written.
        expect(await answers(payload, auth)).toEqual(expected);
      }),
      { seed: seedOfRun, numRuns: runs },
    );
    // Many ask for what the database does not write, or are refused.
    expect(written.mock.calls.length).toBeGreaterThan(runs / 4);
    expect(warned).not.toHaveBeenCalled();
    written.mockRestore();
    warned.mockRestore();
  });

  it('is made of rows for an operator who looks at people, whom the access log notes', async () => {
    const { db } = world.container.database;
    const noted = async () => (await db.selectFrom('access_log').select('id').execute()).length;
    const before = await noted();
    const asked = { query: '{ domain(name: "c-written.ee") { name registrant { code } } }' };
    await answers(asked, operator);
    expect(await noted()).toBe(before);
    await answers({ query: asked.query.replace('code', 'name') }, operator);
    expect(await noted()).toBe(before + 1);
  });

  it('has no rule of visibility that looks at more than whose a row is', () => {
    const actor = { kind: 'registrar', registrarId: 7, roles: ['epp'] } as unknown as Actor;
    expect(sightOf(isOwnContact, actor)).toBe('own');
    expect(sightOf(() => true, actor)).toBe('all');
    expect(sightOf(() => false, actor)).toBe('none');
    const further = (row: { readonly registrar_id: number }) => Reflect.get(row, 'code') === 'X';
    expect(sightOf(further, actor)).toBeUndefined();
  });

  it('is not written where PostgreSQL does not tell the time as the calendar does', async () => {
    const { db } = world.container.database;
    for (const name of ['Europe/Tallinn', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'])
      expect(await zoneToWriteIn(db, new Calendar(name))).toMatchObject({ name });
    // PostgreSQL takes these for offsets before it looks for a zone of the name.
    expect(await zoneToWriteIn(db, new Calendar('CET'))).toBeUndefined();
  });

  it.each([
    ['no moment at all', { outzone_at: 'infinity' }],
    ['a moment before the offsets that are known', { outzone_at: '1850-01-01T00:00:00Z' }],
  ])('is made of rows where there is %s', async (_, columns) => {
    await seed(world).alter('c-written.ee', columns);
    const payload = { query: `{ domain(name: "c-written.ee") { name outzoneAt } } # ${columns.outzone_at}` };
    const expected = await answers(payload, alpha, ordinary);
    for (let time = 0; time < 3; time += 1) expect(await answers(payload, alpha)).toEqual(expected);
    await seed(world).alter('c-written.ee', { outzone_at: null });
  });

  it('tells where counting was refused', async () => {
    const { runner } = world.container;
    const run = runner.run.bind(runner);
    const refusing = vi
      .spyOn(runner, 'run')
      .mockImplementation(async (operation, input, call) =>
        (input as { withCount?: boolean }).withCount
          ? { ok: false, failures: [failure('AUTHORIZATION')], replayed: false }
          : run(operation, input, call),
      );
    const payload = { query: '{ x: domains(first: 1) { nodes { name } all: totalCount } }' };
    const expected = await answers(payload, alpha, ordinary);
    expect(expected.text).toContain('"path":["x","all"]');
    for (let time = 0; time < 3; time += 1) expect(await answers(payload, alpha)).toEqual(expected);
    refusing.mockRestore();
  });

  it('is not planned for what is too much, or comes once', async () => {
    const written = vi.spyOn(WrittenDomains.prototype, 'read');
    const many = Array.from({ length: 120 }, (_, index) => `n${index}: name`).join(' ');
    const long = Array.from({ length: 30 }, (_, index) => `m${index}: expiresAt`).join(' ');
    for (const query of [
      `{ domain(name: "a-written.ee") { ${many} } }`,
      `{ domain(name: "a-written.ee") { ${long} } }`,
    ])
      for (let time = 0; time < 3; time += 1) await answers({ query }, alpha);
    await answers({ query: '{ domain(name: "a-written.ee") { name } } # once' }, alpha);
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });
});
