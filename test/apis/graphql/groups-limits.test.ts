import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { pollMessageKinds } from '#src/registry/rules/registrar/poll-messages.ts';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { secondContainer } from '../../support/containers.ts';
import { testDatabase, testDatabaseUrl } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { people, seed } from '../../support/seed.ts';
import { alpha, basic, beta, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const budget = 5000;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: String(budget) });
  const { db } = world.container.database;
  // A contact of each registrar on each day of three years, at midnight in Tallinn and a moment before it.
  await sql`insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code, auth_info, created_at, updated_at)
    select registrars.code || ':' || day || half, registrars.id, 'Somebody', 'a@a.example', '+372.1', '1', 'org', 'EE', 'x', at, at
    from registrars, generate_series(0, 1099) day, generate_series(0, 1) half,
      lateral (select (date '2027-01-01' + day)::timestamp at time zone 'Europe/Tallinn' - half * interval '1 millisecond') moment (at)`.execute(
    db,
  );
});

type Groups = { createdAt: string | null; count: number }[];
const byPeriod = async (per: string, args = '', where = ''): Promise<Groups> => {
  const { data, text } = await graph(
    world,
    `{ contacts${where} { groups(by: [{ field: CREATED_AT, per: ${per} }]${args}) { createdAt count } } }`,
  );
  if (!data?.contacts) throw new Error(text);
  return data.contacts.groups as unknown as Groups;
};

describe('periods', () => {
  it("begin at midnight of the registry's time zone, weeks on Monday", async () => {
    expect(await byPeriod('YEAR')).toEqual([
      { createdAt: '2026-01-01', count: 1 },
      { createdAt: '2027-01-01', count: 730 },
      { createdAt: '2028-01-01', count: 732 },
      { createdAt: '2029-01-01', count: 730 },
      { createdAt: '2030-01-01', count: 7 },
    ]);
    const whole = '(where: { createdAt: { gte: "2027-01-01", lt: "2027-07-01" } })';
    expect((await byPeriod('QUARTER', '', whole)).map(({ createdAt }) => createdAt)).toEqual([
      '2027-01-01',
      '2027-04-01',
    ]);
    for (const { createdAt } of await byPeriod('WEEK', '', whole))
      expect(new Date(`${createdAt}T00:00:00Z`).getUTCDay()).toBe(1);
    expect(await byPeriod('DAY', ', first: 3')).toEqual([
      { createdAt: '2026-12-31', count: 1 },
      { createdAt: '2027-01-01', count: 2 },
      { createdAt: '2027-01-02', count: 2 },
    ]);
  });
});

describe('more than a thousand groups', () => {
  const days = '{ contacts { groups(by: [{ field: CREATED_AT, per: DAY }]ARGS) { count } } }';

  it('are refused with what to do, and not cut', async () => {
    const { errors, data } = await graph(world, days.replace('ARGS', ''));
    expect(errors).toMatchObject([
      { extensions: { code: 'TOO_MANY_GROUPS', resultCode: 2004, retryable: false, groups: 1101 } },
    ]);
    expect(errors?.[0]?.message).toMatch(/1101 groups.*1000.*period.*where.*first/);
    expect(data).toEqual({ contacts: null });
  });

  it('are shown up to `first`, the last ones first if that is asked for', async () => {
    const found = await byPeriod('DAY', ', first: 1000, orderBy: { field: KEY, direction: DESC }');
    expect(found).toHaveLength(1000);
    expect(found[0]?.createdAt).toBe('2030-01-04');
  });

  it('fit, when there are a thousand', async () => {
    const where = '(where: { createdAt: { gte: "2027-01-01", lt: "2029-09-27" } })';
    expect(await byPeriod('DAY', '', where)).toHaveLength(1000);
  });
});

describe('the number of rows read', () => {
  it('is paid for, also what is more than the answer holds', async () => {
    await sql`insert into notifications (registrar_id, kind, text, created_at)
      select id, 'other', 'much', ${world.clock.now()} from registrars, generate_series(1, 10000)
      where code = 'ALPHA'`.execute(world.container.database.db);
    const document = '{ notifications { groups(by: [{ field: KIND }], first: 5) { kind count } } }';
    const left = async () =>
      Number(
        (await graph(world, '{ viewer { rateLimit { remaining } } }')).data.viewer?.rateLimit?.remaining,
      );
    const before = await left();
    const { body } = await graph(world, document);
    const { requested, used } = (body.extensions as unknown as { cost: { requested: number; used: number } })
      .cost;
    expect(requested).toBe(1);
    expect(used).toBe(6);
    expect(before - (await left())).toBe(used + 1);
  });
});

describe('a question that takes too long', () => {
  it('ends with QUERY_TIMEOUT, and leaves the others alone', async ({ skip }) => {
    const url = await testDatabaseUrl();
    // The embedded database has no clock that could end a statement.
    if (url === undefined) return skip();
    const database = await openDatabase({ url, queryTimeout: 1.5, refuseNesting: true });
    const { app } = await secondContainer({
      env: { LOG_LEVEL: 'silent', QUERY_TIMEOUT: '1.5', RATE_LIMIT_POINTS: '5000' },
      database,
    });
    const ask = async (query: string) => {
      const payload = { query };
      const headers = { authorization: alpha, 'content-type': 'application/json' };
      const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload });
      return {
        status: answer.statusCode,
        ...(answer.json() as { data: Loose; errors?: Loose[]; extensions: Loose }),
      };
    };
    const document =
      '{ contacts { groups(by: [{ field: COUNTRY_CODE }]) { count } } viewer { name } account { balance } notifications { totalCount } }';
    await ask('{ viewer { name } }');
    const locked = (await testDatabase()).transaction(async (tx) => {
      await sql`lock table contacts in access exclusive mode`.execute(tx);
      const answer = await ask(document);
      const page = await ask('{ contacts(first: 1) { nodes { name } } account { balance } }');
      return [answer, page];
    });
    for (const { status, data, errors } of await locked) {
      expect(status).toBe(200);
      expect(errors).toMatchObject([
        { extensions: { code: 'QUERY_TIMEOUT', resultCode: 2400, retryable: false } },
      ]);
      expect(errors?.[0]?.message).toContain('longer than 1.5 seconds');
      expect(data.contacts).toBeNull();
      expect(data.account?.balance).toMatch(/^\d/);
    }
    const { data } = await ask(document);
    expect(data.contacts?.groups).toEqual([{ count: 2200 }]);
    await database.close();
  });
});

describe('groups and conditions', () => {
  it("show nothing of another registrar's contacts, on its own domains or on those of its contacts", async () => {
    const stranger = await seed(world, beta).contact({ ident: people.jaan });
    const own = await seed(world).contact({ ident: people.mari });
    await seed(world).domain('voeras.ee', { registrant: stranger, techs: [own] });
    await seed(world, beta).domain('teise.ee', { registrant: stranger, techs: [own] });
    const keys =
      'groups(by: [{ field: REGISTRANT_COUNTRY_CODE }, { field: REGISTRANT_TYPE }]) { registrantCountryCode registrantType count }';
    const unknown = { registrantCountryCode: null, registrantType: null };
    expect((await graph(world, `{ domains { ${keys} } }`)).data).toEqual({
      domains: { groups: [{ ...unknown, count: 1 }] },
    });
    const ofContact = async (code: string, inner: string, auth = alpha) =>
      (await graph(world, `{ contact(code: "${code}") { domains${inner} } }`, { auth })).data.contact
        ?.domains;
    expect(await ofContact(own, ` { ${keys} }`)).toEqual({ groups: [{ ...unknown, count: 2 }] });
    expect(await ofContact(stranger, ` { ${keys} }`, beta)).toEqual({
      groups: [{ registrantCountryCode: 'EE', registrantType: 'PRIV', count: 2 }],
    });
    const guessed = (ident: string) =>
      ofContact(own, `(where: { contactIdents: { contains: ["${ident}"] } }) { totalCount }`);
    expect(await guessed(people.jaan)).toEqual({ totalCount: 0 });
    expect(await guessed(people.mari)).toEqual({ totalCount: 2 });
  });

  it.each([
    ['domains', 'statuses: { containsAny: ["ok", "expird"] }', 'expird', alpha],
    ['contacts', 'statuses: { notContains: ["gone"] }', 'gone', alpha],
    ['invoices', 'initiator: { eq: "nobody" }', 'nobody', operator],
    ['domains', 'or: [{ not: { statuses: { contains: ["Ok"] } } }]', 'Ok', alpha],
    ['contacts', 'countryCode: { eq: "XX" }', 'XX', alpha],
    ['contacts', 'countryCode: { notIn: ["EE", "ee"] }', 'ee', alpha],
  ])('of %s with %s are refused', async (list, where, word, auth) => {
    const { errors } = await graph(world, `{ ${list}(where: { ${where} }) { totalCount } }`, { auth });
    expect(errors).toMatchObject([
      { path: [list], extensions: { code: 'BAD_USER_INPUT', resultCode: 2005 } },
    ]);
    expect(errors?.[0]?.message).toMatch(/^(statuses|initiator|countryCode) must be one of [A-Za-z]+, /);
    // Whatever was sent may be a secret in the wrong place.
    expect(errors?.[0]?.message).not.toMatch(new RegExp(`\\b${word}\\b`));
  });

  it.each(['2027-02-30T00:00:00Z', '2027-01-01T00:00:00', '2027-02-30'])(
    'and moves of the clock know no moment %s',
    async (moment) => {
      for (const document of [
        `{ domains(where: { createdAt: { gt: "${moment}" } }) { totalCount } }`,
        `mutation { clockAdvance(input: { to: "${moment}" }) { now } }`,
      ])
        expect((await graph(world, document, { auth: operator })).errors).toMatchObject([
          { message: expect.stringMatching(/must be/) },
        ]);
    },
  );

  it('take statuses in upper case, as enums are written, and in the spelling of the registry', async () => {
    const counts = async (where: string) =>
      (await graph(world, `{ domains(where: { ${where} }) { totalCount } }`, { auth: operator })).data
        .domains;
    for (const [enumWord, word] of [
      ['OK', 'ok'],
      ['INACTIVE', 'inactive'],
      ['PENDING_DELETE', 'pendingDelete'],
      ['SERVER_HOLD', 'serverHold'],
    ])
      for (const comparator of ['contains', 'containsAny', 'notContains'])
        expect(await counts(`statuses: { ${comparator}: ["${enumWord}"] }`)).toEqual(
          await counts(`statuses: { ${comparator}: ["${word}"] }`),
        );
  });

  it('know every kind of message that is sent, and every country', async () => {
    const kind = pollMessageKinds.map((one) => `{ kind: { eq: ${one.toUpperCase()} } }`).join(' ');
    const document = `{ notifications(where: { or: [${kind}] }) { totalCount }
      contacts(where: { or: [{ countryCode: { in: ["EE", "FI", "XK"] } }, { countryCode: { startsWith: "q" } }] }) { totalCount } }`;
    expect((await graph(world, document)).errors).toBeUndefined();
  });
});

const biller = basic('alpha-billing', 'alpha-sandbox');

describe('a refusal', () => {
  it.each([
    [
      'apiUsers { totalCount }',
      biller,
      "Authorization error: only for registrars' users with the role SUPER and operators",
    ],
    [
      'notifications { totalCount }',
      biller,
      "Authorization error: only for registrars' users with the role EPP or SUPER",
    ],
    ['domains { totalCount }', null, 'Authentication required: send an Authorization header'],
    ['viewer { name }', null, 'Authentication required: send an Authorization header'],
  ])('of { %s } says who may', async (asked, auth, message) => {
    const { errors } = await graph(world, `{ ${asked} }`, { auth });
    expect(errors?.map((error) => error.message)).toEqual([message]);
  });
});
