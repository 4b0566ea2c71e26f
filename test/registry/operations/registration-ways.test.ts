import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { realClock, SimulatedClock } from '#src/base/clock.ts';
import { countStatements, isWaiting, secondConnection } from '../../support/database.ts';
import { openDispute, storedDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { expectBooksToBalance, setBalance } from '../../support/money.ts';
import { expectRefusal, restApi } from '../../support/rest.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { webhooksOf } from '../../support/webhooks.ts';
import { type Answer, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let registrant: string;
let asShort: Done;
beforeAll(async () => {
  // Time stands still: what two registrations leave behind can be compared whole.
  const now = realClock.now();
  world = await testWorld({}, { clock: new SimulatedClock(0, { now: () => now }) });
  registrant = await seed(world).contact();
  await call('GET /domains');
  asShort = await register('short.ee');
  expect(asShort).toMatchObject({ trips: 2, isShort: true });
});

const call = restApi(() => world);
const database = () => world.container.database;

const bodyOf = (name: string, more: object = {}) => ({
  domain: {
    name,
    registrant,
    period: 1,
    period_unit: 'y',
    admin_contacts: [registrant],
    tech_contacts: [registrant],
    nameservers_attributes: twoNameservers.map((hostname) => ({ hostname })),
    ...more,
  },
});

interface Done {
  readonly trips: number;
  /** Whether the history was written with the commit, by the statement that fails where a webhook has begun to listen. */
  readonly isShort: boolean;
  /** What was written to, in this order. */
  readonly written: readonly string[];
  readonly answer: Answer;
  readonly left: unknown;
}

async function register(
  name: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Done> {
  let answer: Answer | undefined;
  const { trips, statements } = await countStatements(database(), async () => {
    answer = await call('POST /domains', bodyOf(name, more), { headers });
  });
  if (answer?.status !== 200) throw new Error(answer?.text);
  const written = statements.flatMap((text) => [...text.matchAll(writes)].map(([, table = '']) => table));
  const isShort = statements.some((text) => text.includes('a webhook listens'));
  return { trips, isShort, written, answer, left: await leftBy(name) };
}

const writes = /(?<!for |do )\b(?:insert into|update|delete from)\s+"?(\w+)/g;

/** The numbers of rows and requests, and what is random or adds up. */
const ofItsOwn = new Set([
  'id',
  'uuid',
  'domain_id',
  'object_id',
  'request_id',
  'transfer_code',
  'position',
  'balance',
]);

/** Every row about the domain, as if it had another name. */
async function leftBy(name: string): Promise<unknown> {
  const { rows } = await sql<{ left: string }>`
    with it as (select * from domains where name = ${name})
    select jsonb_build_object(
      'domains', (select jsonb_agg(it) from it),
      'contacts', (select jsonb_agg(one order by role, contact_id) from domain_contacts one join it on it.id = domain_id),
      'nameservers', (select jsonb_agg(one order by hostname) from nameservers one join it on it.id = domain_id),
      'history', (select jsonb_agg(one order by one.id) from history one where object_type = 'domain' and object_key = ${name}),
      'versions', (select jsonb_agg(one order by one.id) from domain_versions one where one.name = ${name}),
      'terms', (select jsonb_agg(one) from domain_terms one where one.name = ${name}),
      'ledger', (select jsonb_agg(one) from ledger one join it on it.id = domain_id),
      'messages', (select count(*) from outbox where subject like ${`%${name}%`}))::text as left`.execute(
    database().db,
  );
  return JSON.parse(String(rows[0]?.left).replaceAll(name, 'its-name.ee'), (key, value: unknown) =>
    ofItsOwn.has(key) ? undefined : value,
  );
}

/** The answer is complete, and shows the code that is stored. */
async function expectAnswer({ answer }: Done, name: string): Promise<void> {
  const { uuid, transfer_code } = await storedDomain(world, name);
  expect(answer.body).toEqual({
    code: 1000,
    message: 'Command completed successfully',
    data: { domain: { name, transfer_code, id: uuid } },
  });
}

/** What else each of them writes. */
const ways: readonly {
  readonly way: string;
  readonly also: readonly string[];
  readonly prepare: (name: string) => Promise<{ more?: object; headers?: Record<string, string> }>;
}[] = [
  {
    way: 'that is held to the outcome of a dry run',
    also: [],
    prepare: async (name) => {
      const { headers } = await call('POST /domains', bodyOf(name), { headers: { 'dry-run': 'true' } });
      return { headers: { 'if-outcome': String(headers.outcome) } };
    },
  },
  {
    way: 'of a reserved name, with its code',
    also: ['secret_failures', 'reserved_names', 'reservation_entries'],
    prepare: async (name) => {
      const now = world.clock.now();
      await sql`insert into reserved_names (name, name_puny, password, created_at, updated_at)
        values (${name}, ${name}, 'reserved-code', ${now}, ${now})`.execute(database().db);
      return { more: { reserved_pw: 'reserved-code' } };
    },
  },
  {
    way: 'of a disputed name, with its code',
    also: ['secret_failures', 'disputes'],
    prepare: async (name) => {
      await openDispute(world, name);
      return { more: { reserved_pw: 'dispute-code' } };
    },
  },
  {
    way: 'that comes with a legal document',
    also: ['legal_documents'],
    prepare: async () => ({
      more: { legal_document: { type: 'pdf', body: Buffer.alloc(5000, 7).toString('base64') } },
    }),
  },
  {
    way: 'with an idempotency key',
    also: ['idempotency_keys'],
    prepare: async () => ({ headers: { 'idempotency-key': 'the-long-way' } }),
  },
];

describe('a registration', () => {
  it('in two trips answers with the code that is stored', () => expectAnswer(asShort, 'short.ee'));

  it.each(ways)('$way takes the long way and does the same', async ({ way, also, prepare }) => {
    const name = `long-${ways.findIndex((one) => one.way === way)}.ee`;
    const { more, headers } = await prepare(name);
    const asLong = await register(name, more, headers);
    expect(asLong.isShort).toBe(false);
    await expectAnswer(asLong, name);
    expect(asLong.left).toEqual(asShort.left);
    expect(asLong.written.filter((table) => !also.includes(table))).toEqual(asShort.written);
    expect(new Set(asLong.written.filter((table) => also.includes(table)))).toEqual(new Set(also));
    await expectBooksToBalance(world);
  });
});

describe('what a token may spend', () => {
  /** A token that may spend what three registrations cost. */
  async function buyer(): Promise<{ auth: string; spent: () => Promise<string> }> {
    const { data } = await graph(
      world,
      `mutation { accessTokenCreate(input: { name: "buyer" scopes: [WRITE] guards: { spendLimit: { amount: "30.00" per: MONTH } } }) {
        token accessToken { id } } }`,
    );
    const { token, accessToken } = data.accessTokenCreate;
    const spent = async () => {
      const asked = await graph(world, '{ accessTokens(first: 50) { nodes { id guards { spent } } } }');
      const nodes = asked.data.accessTokens.nodes as unknown as Loose[];
      return String(nodes.find(({ id }) => id === accessToken.id)?.guards?.spent);
    };
    return { auth: `Bearer ${token}`, spent };
  }

  it('is not used up by a registration that its commit refuses', async () => {
    const { auth, spent } = await buyer();
    await setBalance(world, 'ALPHA', '9.99');
    expectRefusal(
      await call('POST /domains', bodyOf('too-poor.ee'), { auth }),
      400,
      2104,
      'Billing failure - credit balance low',
    );
    expect(await spent()).toBe('0.00');
    await setBalance(world, 'ALPHA', '1000.00');
    expect((await call('POST /domains', bodyOf('too-poor.ee'), { auth })).status).toBe(200);
    expect(await spent()).toBe('10.00');
    await expectBooksToBalance(world);
  });

  it('is used up once by a registration that its commit sends back to begin again', async ({ skip }) => {
    const holder = await secondConnection();
    if (!holder) return skip('the embedded database has one connection, for which all wait');
    const { auth, spent } = await buyer();
    const hooks = webhooksOf(world);
    let registering: ReturnType<typeof call> | undefined;
    let id = '';
    await holder.transaction(async (tx) => {
      await sql`select from contacts where code = ${registrant} for update`.execute(tx);
      registering = call('POST /domains', bodyOf('again.ee'), { auth });
      await expect.poll(() => isWaiting(database(), 'with%new_nameservers%')).toBe(true);
      ({ id } = await hooks.create('https://hooks.example/zonegraph'));
    });
    expect((await registering)?.status).toBe(200);
    expect(await spent()).toBe('10.00');
    await hooks.remove(id);
    await expectBooksToBalance(world);
  });
});
