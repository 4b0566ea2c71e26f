import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readsManyRows } from '#src/registry/operations/lists.ts';
import { Turns } from '#src/registry/operations/runner/turns.ts';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { QueryCostMeter } from '#src/registry/store/driver/connections/query-cost-meter.ts';
import { DatabaseUnavailable } from '#src/registry/store/driver/connections/trouble.ts';
import { groupDomains } from '#src/registry/store/registry/domain-groups.ts';
import { type Question, questionsOf } from '../../../bench/questions.ts';
import { countStatements, secondConnection } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { alpha, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** What a registry with millions of domains does, asked of one that only says that it has them. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  await manyDomains(world, { prefix: 'grown', count: 200, apart: '1 hour' });
  const { db } = world.container.database;
  await sql`insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code,
      auth_info, created_at, updated_at)
    select 'ALPHA:' || id, registrar_id, 'Person ' || id, id || '@mail.example', '+372.' || id, id::text, 'org', 'EE',
      'auth', created_at + id * interval '1 hour', updated_at + id * interval '1 hour' from domains`.execute(
    db,
  );
  await sql`update domains set registrant_id = contacts.id, created_at = contacts.created_at
    from contacts where contacts.code = 'ALPHA:' || domains.id`.execute(db);
  await sql`update nameservers set hostname = domain_id || hostname`.execute(db);
  // The planner believes that there are many more rows where it has seen these.
  for (const table of large) {
    await sql`analyze ${sql.table(table)}`.execute(db);
    // A server would count them again after a while.
    if (world.container.database.kind === 'postgres')
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
  }
  await sql`update pg_class set reltuples = 5000000 where relnamespace = current_schema()::regnamespace
    and relname = any(${[...large, ...ofEverybody]})`.execute(db);
});

const large = ['domains', 'contacts', 'domain_contacts', 'nameservers'] as const;
/** Indexes with a condition that every row meets. */
const ofEverybody = ['domains_created', 'domains_expires'];

const schema = buildSchema(
  readFileSync(fileURLToPath(new URL('../../../schema/schema.graphql', import.meta.url)), 'utf8'),
);

/** `domains.name contains` and the question; not what most rows meet, which is soon found. */
const conditions = new Map<string, Question>();
for (const question of questionsOf(schema)) {
  const [, condition = 'isNull'] = /^where (.*)$/.exec(question.what) ?? [];
  if (/^(?:domains|contacts)$/.test(question.list) && !/isNull|notContains/.test(condition))
    conditions.set(`${question.list}.${condition}`, question);
}

/** By which index each condition leads to its rows; one of trigrams also finds whole texts. */
const ways: readonly (readonly [conditions: RegExp, index: RegExp])[] = [
  [/^domains.name (?:eq|in)$/, /^domains_(?:name_unique|name_parts|registrar_name)$/],
  [/^domains.(?:name|punycode) (?:contains|startsWith)$/, /^domains_name_parts$/],
  [/^domains.punycode (?:eq|in)$/, /^domains_(?:puny_unique|name_parts)$/],
  [/^domains.registrantCode|^domains.contactCodes|^contacts.code/, /^contacts_(?:code_unique|parts)$/],
  [/^domains.contactIdents|^contacts.ident /, /^contacts_(?:ident|parts)$/],
  [/^domains.registrantName|^contacts.name/, /^contacts_(?:name|parts)$/],
  [/^contacts.email/, /^contacts_parts$/],
  [/^domains.statuses/, /^domains_statuses$/],
  [/^domains.nameserverHostnames/, /^nameservers_hostname$/],
  [/^domains.expiresAt/, /^domains_expires$/],
  [/^domains.createdAt/, /^domains_created$/],
  [/^domains.outzoneAt/, /^domains_outzone$/],
  [/^domains.deleteDate/, /^domains_delete_date$/],
  [/^domains.forceDeleteDate/, /^domains_force_delete$/],
  [/^contacts.createdAt/, /^contacts_created$/],
];

const wayOf = (condition: string): RegExp | undefined => ways.find(([which]) => which.test(condition))?.[1];

interface Node {
  readonly 'Node Type': string;
  readonly 'Subplan Name'?: string;
  readonly Alias?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Node[];
}

const indexesIn = (node: Node): string[] => [
  ...(node['Index Name'] ? [node['Index Name']] : []),
  ...(node.Plans ?? []).flatMap(indexesIn),
];

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

/** The indexes by which the planner would find the rows of a page. */
const indexesBehind = async (document: string): Promise<string[]> => indexesIn(await planBehind(document));

async function planBehind(document: string): Promise<Node> {
  const { database } = world.container;
  const { statements } = await countStatements(database, async () => {
    expect((await graph(world, document, { auth: operator })).errors).toBeUndefined();
  });
  const [sent = ''] = statements.filter((text) => /^\s*select\b.*\blimit\b/is.test(text));
  const values = [...new Set(sent.match(/\$\d+/g))].map(() => 'null').join(', ');
  return database.transaction(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    await sql.raw(`prepare question as ${sent}`).execute(tx);
    const { rows } = await sql
      .raw<Record<string, [{ Plan: Node }]>>(
        `explain (format json) execute question${values && `(${values})`}`,
      )
      .execute(tx);
    await sql`deallocate question`.execute(tx);
    const [found] = Object.values(rows[0] ?? {});
    if (!found) throw new TypeError('there is no plan');
    return found[0].Plan;
  });
}

describe('a condition on a very long list', () => {
  it.each([...conditions.keys()].filter((name) => wayOf(name)))('leads to its rows: %s', async (name) => {
    const indexes = await indexesBehind(conditions.get(name)?.document ?? '');
    expect(indexes).toContainEqual(expect.stringMatching(wayOf(name) ?? ''));
  });

  it('has an index, or costs as many points as the rows that it scans', () => {
    const looking = [...conditions.keys()].filter((name) => wayOf(name) === undefined);
    expect(new Set(looking.map((name) => name.split(' ')[0]))).toEqual(
      new Set([
        // Few zones and registrars: most often the next row is one of them.
        'domains.zone',
        'domains.signed',
        'domains.registrar',
        'contacts.registrar',
        // Registrars have theirs; operators look through all.
        'domains.updatedAt',
        'contacts.updatedAt',
        'contacts.phone',
        'contacts.countryCode',
        'contacts.addressCity',
        'contacts.addressCountryCode',
        'contacts.identType',
        'contacts.statuses',
      ]),
    );
  });
});

describe('groups by nameserver of more domains than can be looked through', () => {
  const document = (where = '') =>
    `{ domains${where} { groups(by: [{ field: NAMESERVER_HOSTNAME }], first: 2) { count } } }`;

  it('are refused before they are read, with what they would cost, and cost the least themselves', async () => {
    const { statements } = await countStatements(world.container.database, async () => {
      const { body, errors } = await graph(world, document(), { auth: alpha });
      expect(errors).toEqual([
        expect.objectContaining({
          message:
            'This would look something up for each of more than 2000000 rows of the list, which takes longer than 10 seconds and costs more than 1000 points: narrow the list down with where; the registry allows more with a longer QUERY_TIMEOUT',
          path: ['domains', 'groups'],
          extensions: expect.objectContaining({
            code: 'QUERY_TOO_EXPENSIVE',
            resultCode: 2004,
            retryable: false,
            mostRows: 2_000_000,
          }),
        }),
      ]);
      expect(body.extensions?.cost?.used).toBe(1);
    });
    expect(statements.filter((text) => /with made as/.test(text))).toEqual([]);
  });

  it('are refused as a file, too', async () => {
    const { text } = await world.request({
      method: 'POST',
      url: '/graphql',
      auth: alpha,
      headers: { accept: 'text/csv' },
      payload: { query: document() },
    });
    expect(text).toContain('QUERY_TOO_EXPENSIVE');
  });

  it.each([
    ['of a few of them', alpha, '(where: { name: { eq: "grown-7.ee" } })'],
    ['of a zone, of which the planner knows nothing', alpha, '(where: { zone: { eq: "ee" } })'],
    ['of a registrar that is looked up', operator, '(where: { registrar: { in: ["ALPHA"] } })'],
    ['of what is not something', operator, '(where: { not: { expiresAt: { lt: "2000-01-01T00:00:00Z" } } })'],
    [
      'of one thing or another',
      operator,
      '(where: { or: [{ name: { eq: "grown-7.ee" } }, { signed: { eq: false } }] })',
    ],
    ["of everybody's, which an index has", operator, ''],
  ])('are made %s', async (_, auth, where) => {
    const { data, errors } = await graph(world, document(where), { auth });
    expect(errors).toBeUndefined();
    expect(data.domains.groups).toHaveLength(2);
  });

  it('are refused where a condition chooses too many, and the refusal says how many were counted', async () => {
    const grouping = (mostRows: number) => ({
      by: [{ field: 'nameserverHostname' }],
      timeZone: 'Europe/Tallinn',
      measures: [],
      order: { by: 'key' as const, descending: false },
      limit: 2,
      mostRows,
    });
    const { db } = world.container.database;
    const chosen = { field: 'expiresAt', is: 'gte', value: new Date(0) } as const;
    const { rows } = await sql<{ count: number }>`select count(*) from domains`.execute(db);
    const count = Number(rows[0]?.count);
    const groups = (mostRows: number) => groupDomains(db, undefined, chosen, grouping(mostRows));
    expect((await groups(count)).groups).toHaveLength(2);
    await expect(groups(count - 1)).rejects.toMatchObject({
      mostRows: count - 1,
      rows: count,
      rowsCounted: count,
    });
  });
});

describe('contacts in the order of how many domains they have, where there are too many to count for', () => {
  const document = (where = '') =>
    `{ contacts(first: 2, orderBy: { field: DOMAINS_COUNT }${where}) { nodes { code } } }`;

  it('are refused before any is counted for, and found among a few', async () => {
    const { statements } = await countStatements(world.container.database, async () => {
      const { errors, body } = await graph(world, document(), { auth: alpha });
      expect(errors).toEqual([
        expect.objectContaining({
          message: expect.stringContaining('for each of more than 500000 rows of the list'),
          extensions: expect.objectContaining({ code: 'QUERY_TOO_EXPENSIVE', argument: ['orderBy'] }),
        }),
      ]);
      expect(body.extensions.cost.used).toBe(25);
    });
    expect(statements.filter((text) => !text.startsWith('explain') && /domains_count/.test(text))).toEqual(
      [],
    );
    const few = await graph(world, document(', where: { email: { contains: "7@mail.example" } }'), {
      auth: alpha,
    });
    expect(few.errors).toBeUndefined();
    expect(few.data.contacts.nodes).toHaveLength(2);
  });
});

describe('the price before the call', () => {
  const priceOf = async (query: string, auth = alpha) => {
    const headers = { 'cost-only': 'true' };
    let answer: { body: Loose } | undefined;
    const { statements } = await countStatements(world.container.database, async () => {
      answer = await world.request({ method: 'POST', url: '/graphql', auth, headers, payload: { query } });
    });
    const listed = statements.filter((text) => /\b(?:domains|contacts|ledger)\b/.test(text));
    return { body: answer?.body as Loose, statements: listed };
  };
  const isEstimate = (text: string): boolean => text.startsWith('explain (format json)');

  it.each([
    ['ZONE', alpha],
    ['REGISTRANT', alpha],
    ['REGISTRANT_TYPE', alpha],
    ['NAMESERVER_HOSTNAME', operator],
  ])('of groups by %s has the rows that they are made of, and none is read', async (field, auth) => {
    const query = `{ domains { groups(by: [{ field: ${field} }], first: 5) { count } } }`;
    const { body, statements } = await priceOf(query, auth);
    expect(body.errors).toBeUndefined();
    expect(body.data).toBeUndefined();
    expect(Number(body.extensions.cost.requested)).toBeGreaterThan(2000);
    expect(statements.filter((text) => !isEstimate(text) && !/^\s*select max\(id\)/.test(text))).toEqual([]);
    expect(statements.some(isEstimate)).toBe(true);
  });

  it("reveals nothing about other callers' objects: its condition is neither changed nor evaluated for them", async () => {
    const grouped = (where: string) =>
      `{ contacts${where} { groups(by: [{ field: COUNTRY_CODE }]) { count } } }`;
    const whole = await priceOf(grouped(''));
    expect(Number(whole.body.extensions.cost.requested)).toBeGreaterThan(1000);
    for (const value of ['ORG', 'PRIV']) {
      const { body, statements } = await priceOf(grouped(`(where: { identType: { eq: ${value} } })`));
      expect(body, value).toEqual(whole.body);
      expect(statements.filter((text) => text.includes('ident_type'))).toEqual([]);
    }
  });

  it.each([
    ['domains', 'ZONE'],
    ['contacts', 'COUNTRY_CODE'],
  ])(
    'tells nothing of what others had: of %s as of another moment it is that of now',
    async (list, field) => {
      const grouped = (asOf: string) => `{ ${list}${asOf} { groups(by: [{ field: ${field} }]) { count } } }`;
      const { body } = await priceOf(grouped(''));
      expect(Number(body.extensions.cost.requested)).toBeGreaterThan(1000);
      for (const asOf of ['-P30D', '-P200D'])
        expect((await priceOf(grouped(`(asOf: "${asOf}")`))).body, asOf).toEqual(body);
    },
  );

  it.each([
    '{ domains(first: 5) { totalCount nodes { name registrant { name } } } }',
    '{ domains(first: 5, where: { zone: { eq: "ee" } }) { nodes { name } } }',
    '{ domain(name: "grown-7.ee") { name } }',
    '{ contacts(first: 5, orderBy: { field: DOMAINS_COUNT }) { nodes { code } } }',
  ])('of anything else is that of its largest answer, and nothing is asked: %s', async (query) => {
    const { body, statements } = await priceOf(query);
    expect(body.errors).toBeUndefined();
    expect(Number(body.extensions.cost.requested)).toBeLessThan(30);
    expect(statements).toEqual([]);
  });

  it('comes with the refusal where all of the list would be refused', async () => {
    const groups = '{ groups(by: [{ field: NAMESERVER_HOSTNAME }], first: 2) { count } }';
    const { body } = await priceOf(`{ domains ${groups} }`);
    expect(body.errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_EXPENSIVE', mostRows: 2_000_000 } }]);
    expect(Number(body.extensions.cost.requested)).toBeGreaterThan(1000);
    const chosen = await priceOf(`{ domains(where: { zone: { eq: "ee" } }) ${groups} }`);
    expect(chosen.body.errors).toBeUndefined();
  });

  it('is not given while the database is too busy to be asked', async () => {
    const busy = new DatabaseUnavailable('busy');
    const spy = vi.spyOn(Turns.prototype, 'addUp').mockRejectedValue(busy);
    const { body } = await priceOf('{ domains { groups(by: [{ field: ZONE }]) { count } } }');
    spy.mockRestore();
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryable: true } }],
    });
    expect(body.extensions?.cost).toBeUndefined();
  });

  it('counts the movements of an account too, and reads nothing else of them', async () => {
    const query = '{ account { balance transactions { groups(by: [{ field: KIND }]) { sum } } } }';
    const { body, statements } = await priceOf(query);
    expect(body.errors).toBeUndefined();
    expect(statements.filter((text) => !isEstimate(text))).toEqual([]);
    expect(statements).toHaveLength(1);
  });
});

describe('a count of contacts by their statuses', () => {
  it.each([
    ['contains: ["serverDeleteProhibited"]', 0],
    ['notContains: ["ok", "pendingDelete"]', 0],
    ['containsAny: ["ok", "linked"]', 1],
  ])('looks for their domains only where that is asked: %s', async (condition, looks) => {
    const { statements } = await countStatements(world.container.database, async () => {
      const document = `{ contacts(where: { statuses: { ${condition} } }) { totalCount } }`;
      expect((await graph(world, document, { auth: alpha })).errors).toBeUndefined();
    });
    const [counted = ''] = statements.filter((text) => /count\(\*\).*from "contacts"/s.test(text));
    expect(counted).not.toBe('');
    expect(counted.match(/from domains/g)?.length ?? 0).toBe(looks);
  });
});

describe('what may be true of every domain or of none', () => {
  const shared = [
    ['zone', 'zone: { eq: "med.ee" }'],
    ['registrar', 'registrar: { contains: "ALPH" }'],
    ['nameserver', 'nameserverHostnames: { contains: ["ns1.nowhere.example"] }'],
  ] as const;

  it.each(shared)('is looked for near by, and then everywhere at once: %s', async (_, where) => {
    const nodes = nodesIn(await planBehind(`{ domains(first: 50, where: { ${where} }) { nodes { id } } }`));
    const near = nodes.find((node) => node['Subplan Name'] === 'CTE near');
    const indexes = near && indexesIn(near);
    expect(indexes).toContain('domains_expires');
    // The other half is put in order when all of it is found: nothing walks along the list once more.
    const walks = (all: readonly (string | undefined)[]) =>
      all.filter((name) => name === 'domains_expires').length;
    expect(walks(nodes.map((node) => node['Index Name']))).toBe(walks(indexes ?? []));
  });
});

describe('a search through rows', async () => {
  const other = await secondConnection();

  /** Answers after the table was locked for a moment: it took long. */
  async function slowly<T>(ask: () => Promise<T>): Promise<T> {
    if (!other) throw new TypeError('there is no second connection');
    let asking: Promise<T> | undefined;
    await other.transaction(async (tx) => {
      await sql`lock table domains in access exclusive mode`.execute(tx);
      asking = ask();
      const isWaiting = async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            world.container.database.health.db,
          )
        ).rows.length > 0;
      await expect.poll(isWaiting).toBe(true);
      await sleep(400);
    });
    if (!asking) throw new TypeError('nobody asked');
    return asking;
  }

  const document = '{ domains(where: { zone: { eq: "ee" } }) { totalCount } }';

  it.runIf(other)('costs a caller of the graph by what the planner makes of it', async () => {
    const { body } = await slowly(() => graph(world, document, { auth: alpha }));
    expect(body.extensions?.cost?.used).toBeGreaterThan(50);
  });

  it.runIf(other)('costs the same over REST', async () => {
    const left = async () =>
      Number((await world.request({ url: '/registry/v1/accounts/balance' })).headers['ratelimit-remaining']);
    const before = await left();
    await slowly(() => world.request({ url: '/registry/v1/domains?limit=1' }));
    expect(before - (await left())).toBeGreaterThan(50);
  });

  it.runIf(other)('costs as much put together to groups, however few they are', async () => {
    const grouped = '{ domains(where: { zone: { eq: "ee" } }) { groups(by: { field: ZONE }) { count } } }';
    const { body } = await slowly(() => graph(world, grouped, { auth: alpha }));
    expect(body.extensions?.cost?.used).toBeGreaterThan(50);
  });

  it.runIf(other)(
    'costs as much for one row as for a page, however soon the planner hoped to find it',
    async () => {
      const { db } = world.container.database;
      await sql`create table long_list as select n as id, n as twin from generate_series(1, 300000) n`.execute(
        db,
      );
      await sql`create index on long_list (id)`.execute(db);
      await sql`analyze long_list`.execute(db);
      const rowsFor = async (condition: string) => {
        const meter = new QueryCostMeter(db);
        const text = `select id from long_list where (select pg_sleep(0.25)::text = '') and ${condition} order by id limit 1`;
        await meter.db.executeQuery(CompiledQuery.raw(text));
        return meter.rows();
      };
      // No row differs from its twin, which no planner knows.
      expect(await rowsFor('id <> twin')).toBeGreaterThan(200_000);
      expect(await rowsFor('id <> twin + 1')).toBe(0);
      await sql`drop table long_list`.execute(db);
    },
  );

  it('is answered whether or not the planner can be asked about it', async () => {
    const meter = new QueryCostMeter(world.container.database.db);
    // It takes long, and nothing can explain it.
    await meter.db.executeQuery(CompiledQuery.raw('do $$ begin perform pg_sleep(0.3); end $$'));
    expect(await meter.rows()).toBe(0);
  });

  it('is not counted twice in groups, which report how many rows they are made of', () => {
    const query = { sort: [{ field: 'id' }], slice: { by: 'offset', offset: 0, limit: 0 } };
    const list = { query, withCount: false };
    expect([readsManyRows(list), readsManyRows({ ...list, grouping: {} })]).toEqual([true, false]);
    const chosen = { ...list, query: { ...query, filter: {} }, grouping: {} };
    expect(readsManyRows(chosen)).toBe(true);
  });

  it('costs nothing where it was soon found', async () => {
    const { body } = await graph(world, '{ domains(where: { name: { eq: "x.ee" } }) { totalCount } }');
    expect(body.extensions?.cost).toMatchObject({ used: 1 });
  });
});

// Last: whoever makes an index counts the rows.
describe('a server that has no trigrams to give', () => {
  it('is searched without an index, until it has them', async () => {
    const indexesMade = async (tx: Db) => {
      const made = await sql<{ index_parts_of_names: boolean }>`select index_parts_of_names()`.execute(tx);
      const { rows } = await sql<{ indexname: string }>`
        select indexname from pg_indexes where indexname like '%\\_parts' order by 1`.execute(tx);
      return [made.rows[0]?.index_parts_of_names, ...rows.map(({ indexname }) => indexname)];
    };
    const undone = world.container.database.transaction(async (tx) => {
      await sql`drop extension pg_trgm cascade`.execute(tx);
      await sql`create role without_rights`.execute(tx);
      await sql`set local role without_rights`.execute(tx);
      expect(await indexesMade(tx)).toEqual([false]);
      await sql`reset role`.execute(tx);
      expect(await indexesMade(tx)).toEqual([
        true,
        'contacts_parts',
        'domains_name_parts',
        'domains_puny_parts',
        'ledger_parts',
      ]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
  });
});
