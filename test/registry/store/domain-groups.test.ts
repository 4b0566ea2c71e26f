import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/**
 * Domains of two registrars, in turn: some of each are held by the other's contacts, some have keys, some no nameserver, and some
 * registrants have the same name.
 */
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  await manyDomains(world, { prefix: 'group', count: 60 });
  const { db } = world.container.database;
  await sql`insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code,
      auth_info, created_at, updated_at)
    select registrars.code || ':G' || n, registrars.id, 'Person ' || chr(90 - n) || registrars.code, 'g@mail.example', '+372.5555555', '1',
      (array['org', 'priv', 'birthday'])[1 + n % 3], (array['EE', 'FI'])[1 + n % 2], 'auth', now(), now()
    from generate_series(1, 12) n, registrars where registrars.code in ('ALPHA', 'BETA')`.execute(db);
  await sql`update domains set registrar_id = registrars.id, registrant_id = contacts.id from (
      select id, row_number() over (order by id)::int as n from domains where name like 'group-%') numbered
    join registrars on registrars.code = (array['ALPHA', 'BETA'])[1 + n % 2]
    join contacts on contacts.code = (array['ALPHA', 'BETA'])[1 + n % 5 % 2] || ':G' || (1 + n % 7 * n % 12)
    where domains.id = numbered.id`.execute(db);
  await sql`update contacts set name = 'Twins' where code like '%:G3' or code like '%:G4'`.execute(db);
  await sql`delete from nameservers where domain_id % 7 = 0`.execute(db);
  await sql`update nameservers set hostname = 'ns.' || domain_id % 5 || '.example', hostname_puny = 'ns.' || domain_id % 5 || '.example'
    where hostname = 'ns1.host.example'`.execute(db);
  await sql`insert into dnssec_keys (domain_id, flags, protocol, alg, public_key, key_tag, ds_digest_type, ds_digest,
      created_at, updated_at)
    select id, 257, 3, 13, 'key' || n, 1, 2, 'digest', created_at, updated_at from domains, generate_series(1, 2) n
    where id % 3 = 0`.execute(db);
});

const callers = { alpha, beta, operator };
type Caller = keyof typeof callers;

interface Made {
  readonly groups: readonly Readonly<Record<string, unknown>>[];
  readonly statements: readonly string[];
}

async function groupsOf(auth: string, where: string, args: string): Promise<Made> {
  const shown =
    'registrar { code } registrant { code name } registrantName registrantCountryCode registrantType';
  const document = `{ domains${where} { groups(${args}) { count share ${shown} signed nameserverHostname } } }`;
  let groups: Made['groups'] = [];
  const { statements } = await countStatements(world.container.database, async () => {
    const { data, errors } = await graph(world, document, { auth });
    expect(errors).toBeUndefined();
    groups = data.domains.groups as unknown as Made['groups'];
  });
  return { groups, statements };
}

/** True of every domain, which only reading them tells. */
const everyDomain = '(where: { name: { ne: "nobody-has-this.ee" } })';

const ofEveryKey = [
  ...['SIGNED', 'REGISTRANT', 'REGISTRANT_NAME', 'REGISTRANT_COUNTRY_CODE', 'REGISTRANT_TYPE', 'REGISTRAR'],
  'NAMESERVER_HOSTNAME',
].map((field) => `{ field: ${field} }`);
const byAll = [
  ...ofEveryKey,
  '{ field: REGISTRANT }, { field: REGISTRAR }',
  '{ field: REGISTRANT_TYPE }, { field: REGISTRANT_COUNTRY_CODE }',
  '{ field: SIGNED }, { field: REGISTRANT }',
];
const cases = byAll.flatMap((by) =>
  (['alpha', 'beta', 'operator'] as const).map((who) => [by, who] as const),
);

describe('groups of all domains of a list', () => {
  it.each(cases)('by %s are for %s what its domains make, one by one', async (by, who: Caller) => {
    const ways = [
      '',
      ', orderBy: { field: KEY, direction: DESC }',
      ', first: 3',
      ', first: 3, orderBy: { field: KEY, direction: DESC }',
      ', having: { count: { gte: 4 } }, first: 2',
      ', having: { count: { gte: 1000 } }',
    ];
    for (const way of ways) {
      const quick = await groupsOf(callers[who], '', `by: [${by}]${way}`);
      const { groups } = await groupsOf(callers[who], everyDomain, `by: [${by}]${way}`);
      expect(quick.groups, way).toEqual(groups);
    }
  });

  it.each([
    ['DESC', (one: number, other: number) => other - one],
    ['ASC', (one: number, other: number) => one - other],
  ])('are cut to the first ones by count, %s, and then by name', async (direction, compare) => {
    for (const auth of Object.values(callers)) {
      const by = `by: [{ field: REGISTRANT }], orderBy: { field: COUNT, direction: ${direction} }`;
      const all = (await groupsOf(auth, '', by)).groups.map(({ count }) => Number(count));
      expect(all).toEqual(all.toSorted(compare));
      for (const first of [1, 2, 5]) {
        const { groups } = await groupsOf(auth, '', `${by}, first: ${first}`);
        expect(groups.map(({ count }) => count)).toEqual(all.slice(0, first));
        expect(groups).toEqual((await groupsOf(auth, everyDomain, `${by}, first: ${first}`)).groups);
      }
    }
  });

  it('by registrant have those of other registrars together, last and without a name', async () => {
    const { groups } = await groupsOf(alpha, '', 'by: [{ field: REGISTRANT }]');
    expect(groups.length).toBeGreaterThan(3);
    expect(groups.map(({ registrant }) => registrant === null)).toEqual(
      groups.map((_, index) => index === groups.length - 1),
    );
    const { groups: first } = await groupsOf(alpha, '', 'by: [{ field: REGISTRANT }], first: 2');
    expect(first).toEqual(groups.slice(0, 2));
  });

  it('are counted in indexes, before anything is joined', async () => {
    const statementFor = async (field: string, auth: string): Promise<string> => {
      const { statements } = await groupsOf(auth, '', `by: [{ field: ${field} }]`);
      const [sent = ''] = statements.filter((text) => /with made as/.test(text));
      return sent.replaceAll(/\s+/g, ' ');
    };
    expect(await statementFor('REGISTRANT', operator)).toMatch(
      /select registrant_id as value, count\(\*\) from domains where domains\.registrar_id > 0 group by registrant_id/,
    );
    expect(await statementFor('NAMESERVER_HOSTNAME', operator)).toMatch(
      /select hostname as value, count\(\*\) from nameservers group by hostname/,
    );
    expect(await statementFor('REGISTRANT_TYPE', alpha)).toMatch(
      /select registrant_id, registrar_id, count\(\*\) as counted from domains/,
    );
    expect(await statementFor('REGISTRAR', operator)).not.toMatch(/counted/);
    expect(await statementFor('SIGNED', alpha)).toMatch(/with signed as \(select count\(\*\) from domains/);
  });
});

describe('more registrants than are put in order as they are', () => {
  beforeAll(async () => {
    const { db } = world.container.database;
    await sql`insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code,
        auth_info, created_at, updated_at)
      select 'ALPHA:MANY' || n, registrars.id, 'Many ' || n * 7919 % 2700, 'm@mail.example', '+372.5555555', '1', 'org', 'EE', 'auth', now(), now()
      from generate_series(1, 6000) n, registrars where registrars.code = 'ALPHA'`.execute(db);
    // One domain each, a second one for every two hundredth; each ninth registrant of ALPHA's contacts has its domain at BETA.
    await sql`insert into domains (name, name_puny, zone_id, registrar_id, registrant_id, transfer_code, period, period_unit,
        statuses, expires_at, created_at, updated_at)
      select made.name, made.name, zones.id, registrars.id, contact_id, 'code', 1, 'y', '{ok}', now() + interval '1 year', now(), now()
      from (select 'many-' || n || '-' || copy || '.ee' as name, n, contacts.id as contact_id
        from generate_series(1, 6000) n join contacts on contacts.code = 'ALPHA:MANY' || n,
          generate_series(1, case when n % 200 = 0 then 2 else 1 end) copy) made
      join registrars on registrars.code = case when n % 9 = 0 then 'BETA' else 'ALPHA' end
      join zones on zones.origin = 'ee'`.execute(db);
    // The index of names leads to them where the planner knows how many there are.
    for (const table of ['domains', 'contacts']) await sql`analyze ${sql.table(table)}`.execute(db);
  });

  const ways = ['KEY', 'COUNT'].flatMap((field) =>
    ['ASC', 'DESC'].flatMap((direction) => [1, 3, 50].map((first) => [field, direction, first] as const)),
  );
  it.each(ways)('are the same by %s %s, the first %d', async (field, direction, first) => {
    const args = `by: [{ field: REGISTRANT }], orderBy: { field: ${field}, direction: ${direction} }, first: ${first}`;
    for (const auth of Object.values(callers)) {
      const { groups } = await groupsOf(auth, '', args);
      expect(groups.length).toBeGreaterThan(0);
      expect(groups).toEqual((await groupsOf(auth, everyDomain, args)).groups);
    }
  });

  it('are counted, all of them, though few are shown', async () => {
    const { groups } = await groupsOf(
      operator,
      '',
      'by: [{ field: REGISTRANT }], first: 1, orderBy: { field: COUNT, direction: DESC }',
    );
    const { rows } = await sql<{
      share: number;
    }>`select round(${Number(groups[0]?.count)}::numeric * 100 / count(*), 2)::float as share
      from domains`.execute(world.container.database.db);
    expect(groups[0]?.share).toBe(rows[0]?.share);
  });
});
