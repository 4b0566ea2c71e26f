import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, expectDone, mutateOf } from '../../support/operator.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { advance, clockAt } from '../../support/time.ts';
import {
  alpha,
  basic,
  beta,
  type Loose,
  operator,
  portal,
  type TestWorld,
  testWorld,
} from '../../support/world.ts';

/**
 * A domain that several registrars had one after the other, was deleted and is another one today, at every moment of its
 * life, as every kind of caller: nobody sees more of the past than was its own, or is its own today.
 */
let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const name = 'rändur.ee';
const password = 'kasutaja-salasona';
const gamma = basic('gamma', password);
const delta = basic('delta', password);
const registrars: Readonly<Record<string, string>> = { ALPHA: alpha, BETA: beta, GAMMA: gamma, DELTA: delta };

/** What happened, and between what everything is asked. */
const moments: string[] = [];

async function step(what: () => Promise<unknown>): Promise<void> {
  await what();
  moments.push(world.clock.now().toISOString());
  world.clock.moveTo(new Date(world.clock.now().getTime() + 3_600_000));
}

/** The names of all contacts that there ever were, and whether they were this registrar's: transfers copy contacts. */
async function namesOfPeople(code: string): Promise<{ own: Set<string>; foreign: string[] }> {
  const rows = await world.container.database.db
    .selectFrom('contact_versions')
    .innerJoin('registrars', 'registrars.id', 'contact_versions.registrar_id')
    .select(['contact_versions.name', 'registrars.code'])
    .execute();
  const own = new Set(rows.flatMap((row) => (row.code === code ? (row.name ?? []) : [])));
  return { own, foreign: rows.flatMap(({ name: one }) => (one === null || own.has(one) ? [] : one)) };
}

/** Each person has a name and an address that are found in no other's data. */
async function person(owner: string, given: string): Promise<string> {
  const full = `${given} ${owner}kontakt`;
  return seed(world, registrars[owner] ?? '').contact({
    name: full,
    email: `${given.toLowerCase()}@${owner.toLowerCase()}.example`,
    ident: people.mari,
  });
}

const rest = async (auth: string, method: 'PUT' | 'DELETE' | 'POST', url: string, payload: object) => {
  const { status, text } = await world.request({ method, url: `/registry/v1${url}`, auth, payload });
  expect(status, text).toBe(200);
};
const domainUrl = `/domains/${encodeURIComponent(name)}`;
const changeRegistrant = (auth: string, code: string) =>
  rest(auth, 'PUT', domainUrl, { domain: { registrant: { code, verified: true } } });
const transfer = async (from: string, to: string): Promise<void> => {
  const { data } = await ask(`{ domain(name: "${name}") { transferCode } }`, {}, from);
  const { transferCode } = data.domain;
  expectDone(await mutate('domainTransfer', { name, transferCode }, '__typename', to));
};

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '1000000' }, { clock: clockAt('2026-03-01T12:00:00+02:00') });
  for (const code of ['GAMMA', 'DELTA']) {
    expectDone(await mutate('registrarCreate', { code, name: code, balance: '100.00' }, '__typename'));
    const user = { registrar: code, username: code.toLowerCase(), password, roles: ['SUPER'] };
    expectDone(await mutate('apiUserCreate', user, '__typename'));
  }
  moments.push(world.container.clock.now().toISOString());
  await advance(world, { by: 'PT1H' });
  const esimene = await person('ALPHA', 'Esimene');
  const teine = await person('ALPHA', 'Teine');
  const haldur = await person('ALPHA', 'Haldur');
  await step(() =>
    seed(world).domain(name, {
      registrant: esimene,
      admins: [haldur],
      techs: [haldur],
      nameservers: twoNameservers,
    }),
  );
  await step(() => changeRegistrant(alpha, teine));
  await step(() => rest(alpha, 'DELETE', `/contacts/${esimene}`, {}));
  await step(() => rest(alpha, 'PUT', `${domainUrl}/statuses/clientHold`, {}));
  await step(() => rest(alpha, 'DELETE', `${domainUrl}/statuses/clientHold`, {}));
  await step(() => transfer(alpha, beta));
  const kolmas = await person('BETA', 'Kolmas');
  await step(() => changeRegistrant(beta, kolmas));
  await step(() => transfer(beta, alpha));
  await step(() => transfer(alpha, beta));
  // It is gone after a while, and somebody else registers the name.
  await advance(world, { by: 'P3Y' });
  const neljas = await person('GAMMA', 'Neljas');
  await step(() => seed(world, gamma).domain(name, { registrant: neljas }));
  const viies = await person('GAMMA', 'Viies');
  await step(() => changeRegistrant(gamma, viies));
}, 60_000);

const people_ = 'code name email ident { code } createdAt updatedAt registrar { code }';
const fields = `
  id name createdAt updatedAt expiresAt outzoneAt deleteDate transferCode disputed
  registrar { code } registrant { ${people_} } adminContacts { ${people_} } techContacts { ${people_} }
  contacts { ${people_} } nameservers { hostname } dnssecKeys { publicKey } statuses { name note setAt }
  history(first: 100) { totalCount nodes { at actor operation changes { field from to } } }`;

const domainAt = async (asOf: string, auth: string): Promise<Loose | null> => {
  const { data, errors } = await ask(
    `query ($name: DomainName!, $asOf: DateTimeOrDuration) { domain(name: $name, asOf: $asOf) { ${fields} } }`,
    { name, asOf },
    auth,
  );
  expect(errors).toBeUndefined();
  return data.domain;
};
const codeOf = (domain: Loose | null): string | undefined => domain?.registrar.code as unknown as string;
/** The moments themselves, and those just before. */
const allMoments = (): string[] =>
  moments.flatMap((moment) => [new Date(Date.parse(moment) - 1).toISOString(), moment]);

/** Everything that a caller is told of a moment in other ways. */
async function told(asOf: string, auth: string): Promise<string> {
  const { data } = await ask(
    `{ domains(asOf: "${asOf}", first: 50) {
        nodes { name updatedAt registrant { name } contacts { name } }
        groups(by: [{ field: REGISTRANT }]) { registrant { name } count }
      }
      contacts(asOf: "${asOf}", first: 50) { nodes { name email } }
      domainEvents(first: 100) { nodes { at kind name actor } } }`,
    {},
    auth,
  );
  const file = await world.request({
    method: 'POST',
    url: '/graphql?all=true',
    payload: { query: `{ domains(asOf: "${asOf}") { nodes { name registrant { name } } } }` },
    headers: { accept: 'text/csv', 'content-type': 'application/json' },
    auth,
  });
  return JSON.stringify(data) + file.text;
}

describe('a domain at every moment of its life', () => {
  it('is all there for an operator', async () => {
    const codes = [];
    for (const moment of moments) codes.push(codeOf(await domainAt(moment, operator)));
    expect([...new Set(codes)]).toEqual([undefined, 'ALPHA', 'BETA', 'GAMMA']);
  });

  it.each(Object.entries(registrars))(
    'is shown to %s as far as it is, or was, its own',
    async (code, auth) => {
      const today = await domainAt('PT0S', operator);
      for (const moment of allMoments()) {
        const whole = await domainAt(moment, operator);
        const seen = await domainAt(moment, auth);
        const isOwnThen = codeOf(whole) === code;
        const isOwnToday = whole !== null && whole.id === today?.id && codeOf(today) === code;
        if (!isOwnThen && !isOwnToday) {
          expect(seen, moment).toBeNull();
          continue;
        }
        const { name: _, ...plain } = whole as Loose;
        for (const field of [
          'id',
          'updatedAt',
          'expiresAt',
          'statuses',
          'nameservers',
          'registrar',
          'createdAt',
        ])
          expect(seen?.[field], `${moment} ${field}`).toEqual(plain[field]);
        for (const one of [seen?.registrant, ...((seen?.contacts ?? []) as unknown as Loose[])])
          if (one?.email !== null) expect(one?.code).toMatch(new RegExp(`^${code}:`));
        // Nothing of the time before it came, unless it is its own today.
        const entries = (seen?.history.nodes ?? []) as unknown as { at: string; actor: string }[];
        expect(entries.length).toBeGreaterThan(0);
        if (!isOwnToday)
          for (const { at } of entries) expect(codeOf(await domainAt(at, operator)), at).toBe(code);
      }
    },
  );

  it("is shown to nobody who has no user with a registrar's rights", async () => {
    const billing = { registrar: 'BETA', username: 'beta-bills', password, roles: ['BILLING'] };
    expectDone(await mutate('apiUserCreate', billing, '__typename'));
    const refusals = [
      [basic('beta-bills', password), 'FORBIDDEN'],
      [portal, 'GRAPHQL_VALIDATION_FAILED'],
      [null, 'UNAUTHENTICATED'],
    ] as const;
    for (const [auth, code] of refusals) {
      const { data, errors } = await ask(
        `{ domain(name: "${name}", asOf: "${moments.at(3)}") { name registrant { name } } }`,
        {},
        auth,
      );
      expect(data?.domain ?? null).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code } }]);
    }
  });

  it.each(Object.entries(registrars))(
    'tells %s no name of anybody else by any other way',
    async (code, auth) => {
      const { foreign } = await namesOfPeople(code);
      for (const moment of moments) {
        const text = await told(moment, auth);
        for (const one of foreign) expect(text, `${moment} ${one}`).not.toContain(one);
      }
    },
  );

  it('reveals nothing to a stranger, however the request is made', async () => {
    const answers = new Set<string>();
    for (const moment of allMoments()) answers.add(JSON.stringify(await domainAt(moment, delta)));
    expect([...answers]).toEqual(['null']);
    const events = await ask('{ domainEvents(first: 100) { totalCount } }', {}, delta);
    expect(events.data.domainEvents).toEqual({ totalCount: 0 });
  });

  it('shows readers of a published question what its maker sees', async () => {
    const [, , then] = moments;
    const document = `{ domain(name: "${name}", asOf: "${then}") { registrant { name } } domains(asOf: "${then}") { totalCount } }`;
    const read = async (auth: string): Promise<unknown> => {
      const made = await mutate(
        'questionPublish',
        { name: 'then', document, personalData: true },
        'url',
        auth,
      );
      expectDone(made);
      const { pathname } = new URL(String(made.url));
      return (await world.app.inject({ url: `${pathname}.json` })).json();
    };
    expect(await read(delta)).toMatchObject({ data: { domain: null } });
    expect(await read(alpha)).toMatchObject({
      data: { domain: { registrant: { name: expect.any(String) } } },
    });
  });
});

describe("a domain's past before its sponsor of today", () => {
  const moved = 'liikuja.ee';

  it("is complete for that sponsor, with the previous sponsor's people as foreign contacts", async () => {
    const registrant = await person('ALPHA', 'Kuues');
    const haldur = await person('ALPHA', 'Seitsmes');
    const { transferCode } = await seed(world).domain(moved, {
      registrant,
      admins: [haldur],
      techs: [haldur],
      nameservers: twoNameservers,
    });
    const then = world.container.clock.now().toISOString();
    await advance(world, { by: 'P1D' });
    expectDone(await mutate('domainTransfer', { name: moved, transferCode }, '__typename', beta));
    const asked = async (auth: string) =>
      (await ask(`{ domain(name: "${moved}", asOf: "${then}") { ${fields} } }`, {}, auth)).data.domain;
    const hidden = { email: null, ident: null, createdAt: null, updatedAt: null, registrar: null };
    expect(await asked(beta)).toMatchObject({
      registrar: { code: 'ALPHA' },
      nameservers: twoNameservers.map((hostname) => ({ hostname })),
      registrant: { code: registrant, name: 'Kuues ALPHAkontakt', ...hidden },
      adminContacts: [{ code: haldur, name: 'N/A', ...hidden }],
      transferCode: null,
      history: { totalCount: 1 },
    });
    expect(await asked(alpha)).toMatchObject({
      adminContacts: [{ name: 'Seitsmes ALPHAkontakt', email: 'seitsmes@alpha.example' }],
      history: { totalCount: 1 },
    });
    expect(await asked(gamma)).toBeNull();
  });

  it('names no user and no request of the previous sponsor, nor of the next one', async () => {
    const carried = 'kandja.ee';
    for (const [registrar, username] of [
      ['ALPHA', 'ametnik-esimene'],
      ['BETA', 'ametnik-teine'],
    ] as const)
      expectDone(
        await mutate('apiUserCreate', { registrar, username, password, roles: ['SUPER'] }, '__typename'),
      );
    const first = basic('ametnik-esimene', password);
    const second = basic('ametnik-teine', password);
    const firstSeed = seed(world, first);
    const { transferCode } = await firstSeed.domain(carried, { registrant: await firstSeed.contact() });
    const nameservers = ['ns1', 'ns2', 'ns3'].map((host) => ({ hostname: `${host}.hosting.example` }));
    expectDone(await mutate('domainNameserversSet', { name: carried, nameservers }, '__typename', first));
    expectDone(await mutate('domainTransfer', { name: carried, transferCode }, '__typename', second));
    const rows = await world.container.database.db
      .selectFrom('history')
      .innerJoin('registrars', 'registrars.id', 'history.registrar_id')
      .select(['history.id', 'actor_name', 'request_id', 'registrars.code'])
      .where('actor_name', 'in', ['ametnik-esimene', 'ametnik-teine'])
      .execute();
    const ids = rows.map(({ id }) => Buffer.from(`HistoryEntry:${id}`).toString('base64'));
    const entry = 'at actor operation requestId changes { field from to }';
    const messages = `notifications(first: 50) { nodes { text attached { __typename ... on HistoryEntry { ${entry} } } } }`;
    const documentWith = (messages: string) => `{
      domain(name: "${carried}") { history(first: 50) { nodes { ${entry} } }
        contacts { history(first: 50) { nodes { ${entry} } } } }
      nodes(ids: ${JSON.stringify(ids)}) { ... on HistoryEntry { ${entry} } }
      domainEvents(first: 50) { nodes { name actor operation } }
      domains(first: 50) { nodes { history(first: 50) { nodes { ${entry} } } } }
      contacts(first: 50) { nodes { history(first: 50) { nodes { ${entry} } } } }
      ${messages} }`;
    const textFor = async (auth: string): Promise<string> => {
      const file = await world.request({
        method: 'POST',
        url: '/graphql?all=true',
        payload: {
          query: `{ domain(name: "${carried}") { history { nodes { at actor requestId operation } } } }`,
        },
        headers: { accept: 'text/csv', 'content-type': 'application/json' },
        auth,
      });
      const { data, errors } = await ask(documentWith(auth === operator ? '' : messages), {}, auth);
      expect(errors).toBeUndefined();
      return JSON.stringify(data) + file.text;
    };
    for (const [code, auth] of [
      ['ALPHA', first],
      ['BETA', second],
    ] as const) {
      const text = await textFor(auth);
      for (const row of rows)
        for (const told of [row.actor_name, row.request_id])
          if (row.code !== code) expect(text, `${code} ${told}`).not.toContain(told);
      expect(text).toContain(code === 'ALPHA' ? 'ametnik-esimene' : 'ametnik-teine');
    }
    const all = await textFor(operator);
    for (const { actor_name, request_id } of rows) {
      expect(all).toContain(actor_name);
      expect(all).toContain(request_id);
    }
  });
});
