import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { countStatements } from '../../support/database.ts';
import { unknownField } from '../../support/graph.ts';
import { alpha, beta, type Loose, operator, portal } from '../../support/world.ts';

/** The demo world, added up by the database and by hand. */
let demo: SecondContainer;
beforeAll(async () => {
  demo = await secondContainer({ env: { LOG_LEVEL: 'silent' } });
  await seedWorld(demo.container, 'demo');
});

type Row = Record<string, Loose>;

async function ask(
  query: string,
  auth = alpha,
): Promise<{ data: Loose; errors: Loose[] | undefined; extensions: Loose }> {
  const response = await demo.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', authorization: auth },
    payload: { query },
  });
  return response.json();
}

/** Where a list stands: `LIST` is put in its place. */
interface Place {
  readonly auth: string;
  readonly around: string;
  readonly at: readonly string[];
  readonly args?: string;
}
const places = {
  domains: { auth: alpha, around: '{ domains LIST }', at: ['domains'] },
  contacts: { auth: beta, around: '{ contacts LIST }', at: ['contacts'] },
  notifications: { auth: alpha, around: '{ notifications LIST }', at: ['notifications'] },
  transactions: { auth: alpha, around: '{ account { transactions LIST } }', at: ['account', 'transactions'] },
  ledger: { auth: operator, around: '{ ledger LIST }', at: ['ledger'] },
  invoices: { auth: operator, around: '{ invoices LIST }', at: ['invoices'] },
  reservations: { auth: operator, around: '{ reservations LIST }', at: ['reservations'] },
} as const satisfies Record<string, Place>;
type PlaceName = keyof typeof places;

async function listAt(name: PlaceName, selection: string, args = ''): Promise<Loose> {
  const { auth, around, at } = places[name];
  const { data, errors } = await ask(around.replace('LIST', `${args} ${selection}`), auth);
  expect(errors).toBeUndefined();
  return at.reduce<Loose>((value, step) => value[step] as Loose, data);
}

/** Every row of a list, page by page. */
async function allNodes(name: PlaceName, selection: string): Promise<Row[]> {
  const nodes: Row[] = [];
  let after = '';
  for (let page = 0; page < 20; page += 1) {
    const args = `(first: 100${after && `, after: "${after}"`})`;
    const found = await listAt(name, `{ nodes { ${selection} } pageInfo { hasNextPage endCursor } }`, args);
    nodes.push(...(found.nodes as unknown as Row[]));
    if (!found.pageInfo?.hasNextPage) return nodes;
    after = String(found.pageInfo.endCursor);
  }
  throw new Error('too many pages');
}

const cents = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''));
const euros = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

function countedByHand(rows: readonly Row[], keysOf: (row: Row) => unknown[], amount?: string) {
  const groups = new Map<string, { key: unknown; count: number; sum: bigint }>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const group = groups.get(String(key)) ?? { key: key ?? null, count: 0, sum: 0n };
      group.count += 1;
      if (amount) group.sum += cents(row[amount]);
      groups.set(String(key), group);
    }
  return [...groups.values()]
    .map(({ key, count, sum }) => ({ key, count, ...(amount && { sum: euros(sum) }) }))
    .sort((one, other) => String(one.key).localeCompare(String(other.key)));
}

const month = (moment: unknown): unknown => (moment ? `${String(moment).slice(0, 7)}-01` : null);
const orNull = (values: unknown[]): unknown[] => (values.length > 0 ? values : [null]);
const names = (value: unknown, field: string): unknown[] => (value as Row[]).map((one) => one[field]);

const cases: readonly [PlaceName, string, string, string, (row: Row) => unknown[], string?][] = [
  ['domains', 'REGISTRAR', 'registrar { code }', 'registrar { code }', ({ registrar }) => [registrar?.code]],
  ['domains', 'ZONE', 'zone', 'name', ({ name }) => [String(name).split('.').slice(1).join('.')]],
  ['domains', 'STATUS', 'status', 'statuses { name }', ({ statuses }) => names(statuses, 'name')],
  [
    'domains',
    'REGISTRANT_COUNTRY_CODE',
    'registrantCountryCode',
    'registrant { ident { countryCode } }',
    ({ registrant }) => [registrant?.ident?.countryCode],
  ],
  [
    'domains',
    'REGISTRANT_TYPE',
    'registrantType',
    'registrant { ident { type } }',
    ({ registrant }) => [registrant?.ident?.type],
  ],
  [
    'domains',
    'SIGNED',
    'signed',
    'dnssecKeys { id }',
    ({ dnssecKeys }) => [(dnssecKeys as unknown as Row[]).length > 0],
  ],
  [
    'domains',
    'NAMESERVER_HOSTNAME',
    'nameserverHostname',
    'nameservers { hostname }',
    ({ nameservers }) => orNull(names(nameservers, 'hostname')),
  ],
  ['domains', 'CREATED_AT, per: MONTH', 'createdAt', 'createdAt', ({ createdAt }) => [month(createdAt)]],
  ['domains', 'EXPIRES_AT, per: MONTH', 'expiresAt', 'expiresAt', ({ expiresAt }) => [month(expiresAt)]],
  ['contacts', 'REGISTRAR', 'registrar { code }', 'registrar { code }', ({ registrar }) => [registrar?.code]],
  ['contacts', 'COUNTRY_CODE', 'countryCode', 'ident { countryCode }', ({ ident }) => [ident?.countryCode]],
  ['contacts', 'IDENT_TYPE', 'identType', 'ident { type }', ({ ident }) => [ident?.type]],
  [
    'contacts',
    'CREATED_AT, per: YEAR',
    'createdAt',
    'createdAt',
    ({ createdAt }) => [`${String(createdAt).slice(0, 4)}-01-01`],
  ],
  ['notifications', 'KIND', 'kind', 'kind', ({ kind }) => [kind]],
  ['notifications', 'READ', 'read', 'readAt', ({ readAt }) => [readAt !== null]],
  [
    'notifications',
    'CREATED_AT, per: DAY',
    'createdAt',
    'createdAt',
    ({ createdAt }) => [String(createdAt).slice(0, 10)],
  ],
  ['transactions', 'KIND', 'kind', 'kind amount', ({ kind }) => [kind], 'amount'],
  [
    'transactions',
    'ZONE',
    'zone',
    'domain { name } amount',
    ({ domain }) => [domain ? String(domain.name).split('.').slice(1).join('.') : null],
    'amount',
  ],
  [
    'transactions',
    'CREATED_AT, per: MONTH',
    'createdAt',
    'createdAt amount',
    ({ createdAt }) => [month(createdAt)],
    'amount',
  ],
  ['ledger', 'KIND', 'kind', 'kind amount', ({ kind }) => [kind], 'amount'],
  ['invoices', 'STATUS', 'status', 'status amount', ({ status }) => [status], 'amount'],
  ['invoices', 'INITIATOR', 'initiator', 'initiator amount', ({ initiator }) => [initiator], 'amount'],
  [
    'invoices',
    'CREATED_AT, per: MONTH',
    'createdAt',
    'createdAt amount',
    ({ createdAt }) => [month(createdAt)],
    'amount',
  ],
  ['invoices', 'PAID_AT, per: MONTH', 'paidAt', 'paidAt amount', ({ paidAt }) => [month(paidAt)], 'amount'],
  ['reservations', 'KIND', 'kind', 'kind', ({ kind }) => [kind]],
  [
    'reservations',
    'STATUS',
    'status',
    'entries { status }',
    ({ entries }) => [...new Set(names(entries, 'status'))],
  ],
  [
    'reservations',
    'CREATED_AT, per: WEEK',
    'createdAt',
    'createdAt',
    ({ createdAt }) => [mondayOf(String(createdAt).slice(0, 10))],
  ],
];

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

describe('groups', () => {
  it.each(cases)(
    'of %s by %s are what counting by hand gives',
    async (place, by, shown, selection, keysOf, amount) => {
      const rows = await allNodes(place, selection);
      expect(rows.length).toBeGreaterThan(0);
      const { groups } = await listAt(
        place,
        `{ groups(by: [{ field: ${by} }]) { ${shown} count ${amount ? 'sum' : ''} } }`,
      );
      const field = shown.split(' ')[0] ?? '';
      const found = (groups as unknown as Row[]).map(({ [field]: key, ...rest }) => ({
        key: key !== null && typeof key === 'object' ? key.code : key,
        ...rest,
      }));
      found.sort((one, other) => String(one.key).localeCompare(String(other.key)));
      expect(found).toEqual(countedByHand(rows, keysOf, amount));
    },
  );

  it('answer the question of the contract as it is: income by month and kind', async () => {
    const { data, errors } = await ask(/* GraphQL */ `
      { account { transactions(where: { createdAt: { gte: "-P1Y" } }) {
          groups(by: [{ field: CREATED_AT, per: MONTH }, { field: KIND }]) { createdAt kind count sum } } } }
    `);
    expect(errors).toBeUndefined();
    const groups = data.account?.transactions?.groups as unknown as Row[];
    expect(groups.length).toBeGreaterThan(3);
    const order = groups.map(({ createdAt, kind }) => `${createdAt} ${kind}`);
    expect(order).toEqual([...order].sort());
  });

  it('show sum, least, most and average as exact amounts, sorted as it is asked for', async () => {
    const { groups } = await listAt(
      'ledger',
      '{ groups(by: [{ field: REGISTRAR }, { field: KIND }], orderBy: { field: SUM, direction: DESC }) { registrar { code } kind count sum min max average } }',
    );
    const found = groups as unknown as Row[];
    expect(found.map(({ sum }) => cents(sum))).toEqual(
      found.map(({ sum }) => cents(sum)).sort((one, other) => (one < other ? 1 : one > other ? -1 : 0)),
    );
    for (const { sum, min, max, average, count } of found) {
      for (const amount of [sum, min, max, average]) expect(amount).toMatch(/^-?\d+\.\d\d$/);
      expect(Math.abs(Number(average) - Number(sum) / Number(count))).toBeLessThanOrEqual(0.005001);
    }
    const { rows } = await sql<{ min: string; max: string }>`
      select min(sum) as min, max(sum) as max from ledger
      where activity = 'renew' and registrar_id = (select id from registrars where code = 'ALPHA')`.execute(
      demo.container.database.db,
    );
    expect(
      found.find(({ kind, registrar }) => `${kind} ${registrar?.code}` === 'RENEWAL ALPHA'),
    ).toMatchObject(rows[0] ?? {});
  });

  it('by the periods of a moment are the same whether an index counts them or each row is looked at', async () => {
    for (const auth of [alpha, operator])
      for (const field of ['EXPIRES_AT', 'CREATED_AT'])
        for (const per of ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'])
          for (const more of [
            '',
            ', orderBy: { field: COUNT }, first: 3',
            ', having: { count: { gte: 2 } }',
          ]) {
            const key = field === 'EXPIRES_AT' ? 'expiresAt' : 'createdAt';
            const groups = `{ groups(by: [{ field: ${field}, per: ${per} }]${more}) { ${key} count share } }`;
            const { data, errors } = await ask(
              `{ counted: domains ${groups} looked: domains(where: { name: { contains: "." } }) ${groups} }`,
              auth,
            );
            expect(errors).toBeUndefined();
            expect(data.counted, `${field} ${per}${more}`).toEqual(data.looked);
          }
    const { data } = await ask('{ domains { groups(by: [{ field: EXPIRES_AT, per: MONTH }]) { count } } }');
    expect((data.domains as Loose).groups.length).toBeGreaterThan(1);
  });

  it("by the periods of everybody's movements are added up in an index, alone and by registrar and kind", async () => {
    for (const per of ['DAY', 'MONTH', 'YEAR'])
      for (const more of ['', ', { field: REGISTRAR }', ', { field: KIND }, { field: REGISTRAR }']) {
        const shown = 'createdAt kind registrar { code } count share sum min max average';
        const groups = `{ groups(by: [{ field: CREATED_AT, per: ${per} }${more}]) { ${shown} } }`;
        const document = `{ added: ledger ${groups} looked: ledger(where: { createdAt: { gte: "1999-01-01T00:00:00Z" } }) ${groups} }`;
        const { statements } = await countStatements(demo.container.database, async () => {
          const { data, errors } = await ask(document, operator);
          expect(errors).toBeUndefined();
          expect((data.added as Loose).groups.length).toBeGreaterThan(0);
          expect(data.added, `${per}${more}`).toEqual(data.looked);
        });
        expect(statements.filter((text) => text.includes('with recursive periods'))).toHaveLength(1);
      }
  });

  it('go over all that where chooses, whatever page stands beside them, in one statement', async () => {
    const document =
      '{ domains(first: 1, where: { statuses: { contains: ["ok"] } }) { totalCount nodes { name } groups(by: [{ field: SIGNED }]) { count } } }';
    await ask(document);
    const { statements } = await countStatements(demo.container.database, async () => {
      const { data } = await ask(document);
      const { totalCount, groups } = data.domains as Loose;
      expect((groups as unknown as Row[]).reduce((sum, { count }) => sum + Number(count), 0)).toBe(
        totalCount,
      );
    });
    expect(statements.filter((sql) => sql.includes('grouped'))).toHaveLength(1);
    expect(statements).toHaveLength(3);
  });

  it('are the first ones in the order asked for with first; keys break ties, and nothing at all is one group', async () => {
    const { groups } = await listAt(
      'domains',
      '{ groups(by: [{ field: STATUS }], orderBy: { field: COUNT, direction: DESC }, first: 2) { status count } }',
    );
    const all = await listAt('domains', '{ groups(by: [{ field: STATUS }]) { status count } }');
    const sorted = [...(all.groups as unknown as { status: string; count: number }[])].sort(
      (one, other) => other.count - one.count,
    );
    expect(groups).toEqual(sorted.slice(0, 2));
    const whole = await listAt('domains', '{ totalCount groups(by: []) { status count } }');
    expect(whole.groups).toEqual([{ status: null, count: whole.totalCount }]);
    const none = await listAt(
      'domains',
      '{ groups(by: []) { count } }',
      '(where: { name: { eq: "nowhere.ee" } })',
    );
    expect(none.groups).toEqual([]);
  });

  it.each([
    ['{ field: CREATED_AT }', '', 'CREATED_AT needs per: DAY, WEEK, MONTH, QUARTER or YEAR', 2003],
    ['{ field: ZONE, per: DAY }', '', 'ZONE is not a date: leave per out', 2005],
    ['{ field: ZONE }, { field: ZONE }', '', 'ZONE appears twice in by', 2005],
    ['{ field: ZONE }', ', first: 0', 'first must be between 1 and 1000', 2004],
    ['{ field: ZONE }', ', first: 1001', 'first must be between 1 and 1000', 2004],
  ])('by %s%s are refused', async (by, first, message, resultCode) => {
    const { errors } = await ask(`{ domains { groups(by: [${by}]${first}) { count } } }`);
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', resultCode } }]);
  });

  it('are for callers that may list, and of what they may see', async () => {
    expect((await ask('{ ledger { groups(by: []) { count } } }')).errors).toMatchObject([
      unknownField('ledger'),
    ]);
    const own = await ask(
      '{ account { transactions { groups(by: [{ field: REGISTRAR }]) { registrar { code } } } } }',
      beta,
    );
    expect(own.data).toEqual({ account: { transactions: { groups: [{ registrar: { code: 'BETA' } }] } } });
    const portals = await ask('{ reservations { totalCount groups(by: []) { count } } }', portal);
    expect(portals.errors).toBeUndefined();
  });

  it('cost what they can hold, and in the end what was read', async () => {
    const { extensions } = await ask('{ domains { groups(by: [{ field: ZONE }]) { count } } }');
    expect(extensions).toEqual({ cost: { requested: 21, used: 1 } });
    const bounded = await ask(
      '{ domains(first: 50) { nodes { name } groups(by: [{ field: ZONE }], first: 49) { count } } }',
    );
    expect(bounded.extensions.cost?.requested).toBe(2);
  });
});

describe('the domains of contacts', () => {
  it('can be chosen, sorted and grouped, for a whole page of contacts in one statement each', async () => {
    const document = `{ contacts(first: 20) { nodes { code
      domains(first: 2, where: { statuses: { contains: ["ok"] } }, orderBy: { field: EXPIRES_AT, direction: DESC }) {
        totalCount nodes { name expiresAt } groups(by: [{ field: STATUS }], orderBy: { field: COUNT, direction: DESC }) { status count } } } } }`;
    await ask(document);
    let data: Loose = {};
    const { count } = await countStatements(demo.container.database, async () => {
      const answer = await ask(document);
      expect(answer.errors).toBeUndefined();
      data = answer.data;
    });
    // Contacts; links, domains, counts and groups of all of them.
    expect(count).toBe(5);
    const contacts = data.contacts?.nodes as unknown as Row[];
    expect(contacts.some(({ domains }) => Number(domains?.totalCount) > 2)).toBe(true);
    for (const { domains } of contacts) {
      const nodes = domains?.nodes as unknown as { expiresAt: string }[];
      expect(nodes).toHaveLength(Math.min(2, Number(domains?.totalCount)));
      expect(nodes.map((one) => one.expiresAt)).toEqual(
        nodes
          .map((one) => one.expiresAt)
          .sort()
          .reverse(),
      );
      const groups = domains?.groups as unknown as Row[];
      const ok = groups.find(({ status }) => String(status) === 'ok');
      expect(ok?.count ?? 0).toBe(domains?.totalCount);
    }
  });

  it('are read on with the cursor of the order they were asked in', async () => {
    const pageOf = (after: string) =>
      ask(`{ contacts(first: 1, where: { statuses: { contains: ["linked"] } }, orderBy: { field: CODE }) { nodes {
        domains(first: 1${after}, orderBy: { field: NAME, direction: DESC }) { totalCount nodes { name } pageInfo { hasNextPage endCursor } } } } }`);
    const seen: unknown[] = [];
    let after = '';
    let total = -1;
    for (let page = 0; page < 30; page += 1) {
      const { data } = await pageOf(after);
      const contacts = data.contacts?.nodes as unknown as Row[];
      const list = contacts[0]?.domains as Loose;
      total = Number(list.totalCount);
      seen.push(...names(list.nodes, 'name'));
      if (!list.pageInfo?.hasNextPage) break;
      after = `, after: "${list.pageInfo.endCursor}"`;
    }
    expect(seen).toHaveLength(total);
    expect(seen).toEqual([...seen].sort().reverse());
  });
});
