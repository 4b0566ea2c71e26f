import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Actor } from '#src/core/actor.ts';
import { Calendar } from '#src/core/calendar.ts';
import { isOwnContact, sightOf } from '#src/rules/visibility.ts';
import { WrittenDomains } from '#src/store/registry/domain-reader.ts';
import { momentText } from '#src/store/registry/domain-text.ts';
import { giveToken } from '../support/access-tokens.ts';
import { seed, twoNameservers } from '../support/seed.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../support/world.ts';

/** Other documents, or more of them: WRITTEN_SEED=7 WRITTEN_RUNS=20000. */
const seedOfRun = Number(process.env.WRITTEN_SEED ?? 25);
const runs = Number(process.env.WRITTEN_RUNS ?? 250);

let world: TestWorld;
let callers: readonly string[];
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

const alias = rarely(['', '', '', 'a: ', 'then: ', '_b1: '], [`${'l'.repeat(70)}: `], 100);
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
  ['first: 1', 'first: 2', 'first: 50', 'last: 2', 'first: $n'],
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
    order: fc.constantFrom({ field: 'CREATED_AT' }, { field: 'EXPIRES_AT', direction: 'DESC' }, null),
    where: fc.constantFrom({ name: { contains: 'written' } }, null),
  },
  { requiredKeys: ['yes', 'no'] },
);

describe('an answer as the database writes it', () => {
  it('is the ordinary answer, letter by letter, whatever is asked by whom', async () => {
    const written = vi.spyOn(WrittenDomains.prototype, 'read');
    await fc.assert(
      fc.asyncProperty(document, variables, fc.nat(5), async (query, given, caller) => {
        const auth = callers[caller] ?? alpha;
        const payload = { query, variables: given };
        const got = await answers(payload, auth);
        expect(got).toEqual(await answers(payload, auth, ordinary));
      }),
      { seed: seedOfRun, numRuns: runs },
    );
    // Many ask for what the database does not write, or are refused.
    expect(written.mock.calls.length).toBeGreaterThan(runs / 4);
    written.mockRestore();
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

  it('tells moments as the calendar does', async () => {
    const { db } = world.container.database;
    for (const zone of ['Europe/Tallinn', 'America/St_Johns', 'Asia/Kathmandu', 'UTC']) {
      const calendar = new Calendar(zone);
      const moments = fc.sample(
        fc.date({ min: new Date('1950-01-01'), max: new Date('2199-01-01'), noInvalidDate: true }),
        { seed: seedOfRun, numRuns: 500 },
      );
      const { rows } = await sql<{ text: string }>`select ${momentText(sql`moment`, zone)} as text
        from unnest(${moments.map((moment) => moment.toISOString())}::timestamptz[]) with ordinality as one(moment, place)
        order by place`.execute(db);
      expect(rows.map(({ text }) => text)).toEqual(moments.map((moment) => calendar.format(moment)));
    }
  });
});
