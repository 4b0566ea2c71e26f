import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../support/access-tokens.ts';
import { countStatements, isWaiting, secondConnection } from '../../support/database.ts';
import { newDomain, storedDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { expectBooksToBalance, setBalance } from '../../support/money.ts';
import { expectRefusal, restApi } from '../../support/rest.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { webhooksOf } from '../../support/webhooks.ts';
import { alpha, beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let registrant: string;
beforeAll(async () => {
  world = await testWorld();
  registrant = await seed(world).contact();
  // Who calls is remembered from the first call on.
  await graph(world, '{ viewer { __typename } }', { auth: beta });
  await graph(world, '{ viewer { __typename } }');
});

const call = restApi(() => world);
const database = () => world.container.database;

interface Counted {
  readonly statements: readonly string[];
  readonly trips: number;
}

/** A mutation, told by its name and input. */
async function mutate(field: string, input: object, auth = alpha): Promise<void> {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
  const { data } = await graph(
    world,
    `mutation ($input: ${type}!) { ${field}(input: $input) { userErrors { message } } }`,
    { variables: { input }, auth },
  );
  expect(data[field].userErrors).toEqual([]);
}

async function ask(...[request, body, options]: Parameters<typeof call>): Promise<void> {
  const { status, text } = await call(request, body, options);
  expect(status, text).toBe(200);
}

const soon = () => world.container.calendar.plus(world.clock.now(), { days: 9 });
const expiring = async (): Promise<string> => {
  const name = await newDomain(world, { registrant, nameservers: twoNameservers });
  await seed(world).alter(name, { expires_at: soon() });
  return name;
};
const expiresOn = (): string => world.container.calendar.dateOf(soon());

/** What each command does at either door, once what it is about is there. */
const commands: readonly {
  readonly command: string;
  /** The commit goes with the last of them when that is about money; else it is one more. */
  readonly trips: number;
  /** By REST, where the caller's answer needs nothing to be read. */
  readonly restTrips?: number;
  readonly rest: (name: string, code: string) => Promise<void>;
  readonly graph: (name: string, code: string) => Promise<void>;
}[] = [
  {
    command: 'a registration',
    trips: 3,
    restTrips: 2,
    rest: (name) =>
      ask('POST /domains', {
        domain: {
          name: `rest-${name}`,
          registrant,
          period: 1,
          period_unit: 'y',
          admin_contacts: [registrant],
          tech_contacts: [registrant],
          nameservers_attributes: twoNameservers.map((hostname) => ({ hostname })),
        },
      }),
    graph: (name) =>
      mutate('domainRegister', {
        name: `graph-${name}`,
        registrant,
        period: 'P1Y',
        adminContacts: [registrant],
        techContacts: [registrant],
        nameservers: twoNameservers.map((hostname) => ({ hostname })),
      }),
  },
  {
    command: 'a renewal',
    trips: 3,
    rest: (name) =>
      ask(`POST /domains/${name}/renew`, {
        renews: { period: 1, period_unit: 'y', exp_date: expiresOn() },
      }),
    graph: (name) => mutate('domainRenew', { name, period: 'P1Y', expiresOn: expiresOn() }),
  },
  {
    command: 'an update',
    trips: 2,
    rest: (name) =>
      ask(`PUT /domains/${name}`, { domain: { registrant: { code: registrant }, transfer_code: 'other' } }),
    graph: (name) =>
      mutate('domainUpdate', { name, registrant: { code: registrant }, transferCode: 'other' }),
  },
  {
    command: 'a transfer',
    trips: 5,
    rest: (name, transfer_code) =>
      ask(`POST /domains/${name}/transfer`, { transfer: { transfer_code } }, { auth: beta }),
    graph: (name, transferCode) => mutate('domainTransfer', { name, transferCode }, beta),
  },
  {
    command: 'a new contact',
    trips: 2,
    rest: async () => void (await seed(world).contact()),
    graph: () =>
      mutate('contactCreate', {
        name: 'Jaan Tamm',
        email: 'jaan@example.com',
        phone: '+372.5555555',
        ident: { code: people.jaan, type: 'PRIV', countryCode: 'EE' },
      }),
  },
];

describe.each(commands)('$command', ({ trips, restTrips = trips, ...apis }) => {
  it.each([
    ['rest', restTrips],
    ['graph', trips],
  ] as const)('takes by %s %i trips, and no statement twice', async (api, expected) => {
    const name = await expiring();
    const { transfer_code } = await storedDomain(world, name);
    const counted: Counted = await countStatements(database(), () => apis[api](name, transfer_code));
    expect(counted.trips, counted.statements.join('\n')).toBe(expected);
    expect(new Set(counted.statements).size).toBe(counted.statements.length);
  });
});

describe('a registration that is written with its commit', () => {
  const body = (name: string, code = registrant) => ({
    domain: { name, registrant: code, period: 1, period_unit: 'y' },
  });
  const traces = async (name: string) => {
    const { rows } = await sql<{ domains: number; entries: number; charges: number }>`select
      (select count(*)::int from domains where name = ${name}) as domains,
      (select count(*)::int from history where object_key = ${name}) as entries,
      (select count(*)::int from ledger where description like ${`%${name}%`}) as charges`.execute(
      database().db,
    );
    return rows[0];
  };

  const messagesAbout = async (name: string) => {
    const { rows } = await sql<{ event: string; name: string }>`
      select payload->>'event' as event, payload->'data'->>'name' as name from outbox
      where subject = ${`domain.changed ${name}`}`.execute(database().db);
    return rows;
  };

  it('leaves a domain, an entry in history and a charge in six statements, and shows the code that is stored', async () => {
    let answer: Loose = {};
    const { count } = await countStatements(database(), async () => {
      ({ body: answer } = await call('POST /domains', body('whole.ee')));
    });
    // Beside `begin` and `commit`.
    expect(count).toBe(6);
    expect(answer.data.domain.transfer_code).toBe((await storedDomain(world, 'whole.ee')).transfer_code);
    expect(await traces('whole.ee')).toEqual({ domains: 1, entries: 1, charges: 1 });
  });

  it('leaves nothing when it cannot be paid for', async () => {
    const poor = await seed(world).by(beta).contact();
    await setBalance(world, 'BETA', '9.99');
    const answer = await call('POST /domains', body('poor.ee', poor), { auth: beta });
    expectRefusal(answer, 400, 2104, 'Billing failure - credit balance low');
    expect(await traces('poor.ee')).toEqual({ domains: 0, entries: 0, charges: 0 });
    await setBalance(world, 'BETA', '100.00');
  });

  it.for([
    ['registrant', (leaving: string) => ({ registrant: leaving })],
    ['admin contact', (leaving: string) => ({ registrant, admin_contacts: [leaving] })],
  ] as const)(
    'leaves nothing when its %s is deleted in the same moment, and says so',
    async ([, people], { skip }) => {
      const holder = await secondConnection();
      if (!holder) return skip('the embedded database has one connection, for which all wait');
      const leaving = await seed(world).contact();
      const { domain } = body('left.ee');
      let registering: ReturnType<typeof call> | undefined;
      await holder.transaction(async (tx) => {
        await sql`delete from contacts where code = ${leaving}`.execute(tx);
        registering = call('POST /domains', { domain: { ...domain, ...people(leaving) } });
        // It waits with its domain, for which PostgreSQL looks for the registrant.
        await expect.poll(() => isWaiting(database(), 'with%new_nameservers%')).toBe(true);
      });
      const answer = await registering;
      expect(answer?.status).toBe(400);
      expect(answer?.body.code).toBe(2303);
      expect(await traces('left.ee')).toEqual({ domains: 0, entries: 0, charges: 0 });
      await expectBooksToBalance(world);
    },
  );

  it('waits to learn its listeners where the registrar has a webhook, and notifies it once', async () => {
    const hooks = webhooksOf(world);
    const { id } = await hooks.create('https://hooks.example/zonegraph');
    const { trips } = await countStatements(database(), () => ask('POST /domains', body('heard.ee')));
    // Three or four: the message may be written before the answer to what is shown has come.
    expect(trips).toBeGreaterThan(2);
    expect(await messagesAbout('heard.ee')).toEqual([{ event: 'domain.changed', name: 'heard.ee' }]);
    expect(await traces('heard.ee')).toEqual({ domains: 1, entries: 1, charges: 1 });
    await hooks.remove(id);
  });

  it('notifies a webhook once that was created while it waited', async ({ skip }) => {
    const holder = await secondConnection();
    if (!holder) return skip('the embedded database has one connection, for which all wait');
    const hooks = webhooksOf(world);
    const busy = await seed(world).contact();
    let registering: ReturnType<typeof call> | undefined;
    let id = '';
    await holder.transaction(async (tx) => {
      await sql`select from contacts where code = ${busy} for update`.execute(tx);
      registering = call('POST /domains', body('late.ee', busy));
      await expect.poll(() => isWaiting(database(), 'with%new_nameservers%')).toBe(true);
      ({ id } = await hooks.create('https://hooks.example/zonegraph'));
    });
    expect((await registering)?.status).toBe(200);
    expect(await messagesAbout('late.ee')).toEqual([{ event: 'domain.changed', name: 'late.ee' }]);
    expect(await traces('late.ee')).toEqual({ domains: 1, entries: 1, charges: 1 });
    await hooks.remove(id);
    await expectBooksToBalance(world);
  });

  it('leaves the same with a key, however often it is sent, and nothing on a dry run', async () => {
    const keyed = { headers: { 'idempotency-key': 'written-with-its-commit' } };
    const [first, second] = [
      await call('POST /domains', body('keyed.ee'), keyed),
      await call('POST /domains', body('keyed.ee'), keyed),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await traces('keyed.ee')).toEqual({ domains: 1, entries: 1, charges: 1 });
    await ask('POST /domains', body('dry.ee'), { headers: { 'dry-run': 'true' } });
    expect(await traces('dry.ee')).toEqual({ domains: 0, entries: 0, charges: 0 });
  });

  it('shows a token without the scope for secrets no transfer code', async () => {
    const { auth } = await giveToken(world, ['WRITE']);
    const { body: answer } = await call('POST /domains', body('discreet.ee'), { auth });
    expect(Object.keys(answer.data.domain).sort()).toEqual(['id', 'name']);
    expect(await traces('discreet.ee')).toEqual({ domains: 1, entries: 1, charges: 1 });
  });
});

describe('money', () => {
  it('moves in the last statement of all, whether one domain is paid for or many', async () => {
    const names = [await expiring(), await expiring()];
    const paid = [
      () => commands[0]?.rest('last.ee', ''),
      () => commands[0]?.graph('last.ee', ''),
      () => ask('POST /domains/renew/bulk', { domains: names, renew_period: '3m' }),
    ];
    for (const work of paid) {
      const { statements } = await countStatements(database(), async () => work());
      expect(statements.at(-1)).toContain('insert into ledger');
      expect(
        statements.filter((statement) => /\b(?:accounts|ledger)\b.*for update/is.test(statement)),
      ).toEqual([]);
    }
  });

  it('of one registrar is waited for by nobody else, and by itself only when all else is done', async ({
    skip,
  }) => {
    const holder = await secondConnection();
    if (!holder) return skip('the embedded database has one connection, for which all wait');
    const strangers = await seed(world).by(beta).contact();
    const register = (name: string, code: string, auth = alpha) =>
      ask('POST /domains', { domain: { name, registrant: code, period: 1, period_unit: 'y' } }, { auth });
    let own = Promise.resolve();
    await holder.transaction(async (tx) => {
      await sql`select from accounts join registrars on registrars.id = registrar_id
        where code = 'ALPHA' for update of accounts`.execute(tx);
      own = register('held.ee', registrant);
      // It waits with its last statement, behind which nothing but the commit is to come.
      await expect.poll(isMoneyWaiting).toBe(true);
      await register('free.ee', strangers, beta);
      expect(await isMoneyWaiting()).toBe(true);
    });
    await own;
    expect((await storedDomain(world, 'held.ee')).registrar_code).toBe('ALPHA');
    await expectBooksToBalance(world);
  });
});

const isMoneyWaiting = (): Promise<boolean> => isWaiting(database(), 'insert into ledger%');

describe('many domains', () => {
  it('are renewed and taken over in as many statements as a few, over either API', async () => {
    const counts = new Map<number, number[]>();
    // The first transfer copies the contacts.
    for (const count of [1, 3, 100]) {
      const counted: number[] = [];
      for (const api of ['rest', 'graph'] as const) {
        const names = await manyDomains(world, { prefix: `${api}-${count}`, count });
        await sql`update domains set expires_at = ${soon()} where name = any(${names})`.execute(
          database().db,
        );
        const { rows: codes } = await sql<{ name: string; code: string }>`
          select name, transfer_code as code from domains where name = any(${names}) order by id`.execute(
          database().db,
        );
        const renew = () =>
          api === 'rest'
            ? ask('POST /domains/renew/bulk', { domains: names, renew_period: '3m' })
            : mutate('domainBulkRenew', { names, period: 'P3M' });
        const transfer = () =>
          api === 'rest'
            ? ask(
                'POST /domains/transfer',
                {
                  data: {
                    domain_transfers: codes.map(({ name, code }) => ({
                      domain_name: name,
                      transfer_code: code,
                    })),
                  },
                },
                { auth: beta },
              )
            : mutate(
                'domainBulkTransfer',
                { transfers: codes.map(({ name, code }) => ({ name, transferCode: code })) },
                beta,
              );
        for (const work of [renew, transfer]) counted.push((await countStatements(database(), work)).count);
        const { rows } = await sql<{ moved: number }>`
          select count(*)::int as moved from domains join registrars on registrars.id = registrar_id
          where domains.name = any(${names}) and registrars.code = 'BETA'`.execute(database().db);
        expect(rows[0]?.moved).toBe(count);
      }
      counts.set(count, counted);
    }
    expect(counts.get(100)).toEqual(counts.get(3));
    await expectBooksToBalance(world);
  });
});
