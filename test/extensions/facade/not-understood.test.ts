import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Between, between, type Fault, json } from '../../support/between.ts';
import { logToMemory } from '../../support/containers.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { people, seed } from '../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../support/world.ts';

const log = logToMemory();
let linesSeen = 0;
let world: TestWorld;
let line: Between;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  const tech = await seed(world).contact({ id: 'tech', ident: people.mari, name: 'Mari Maasikas' });
  await seed(world).domain('one.ee', { techs: [tech] });
  await seed(world).domain('two.ee');
  for (const name of ['foreign-1.ee', 'foreign-2.ee']) await seed(world, beta).domain(name);
  const { db } = world.container.database;
  const { id } = await db
    .selectFrom('registrars')
    .select('id')
    .where('code', '=', 'ALPHA')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('notifications')
    .values(
      ['First', 'Second', 'Third'].map((text) => ({
        registrar_id: id,
        kind: 'status_set',
        text,
        created_at: new Date(1_700_000_000_000),
      })),
    )
    .execute();
  line = await between(world);
  facade = await aFacade();
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.fault = undefined;
  leftBehind();
});

const aFacade = (): Promise<TestFacade> =>
  testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' }, { log: pino({ level: 'error' }, log.stream) });

/** Wherever it is told of, in lists and alone, what has this value in this field is told with these changes. */
const reported =
  (field: string, value: unknown, changes: object): Fault =>
  async (request, response, pass) => {
    if (request.method !== 'GET') return pass();
    const { status, text } = await world.request({ url: request.url ?? '' });
    const body = JSON.parse(text, (_, one) => (one?.[field] === value ? { ...one, ...changes } : one));
    return json(status, body)(request, response, pass);
  };

/** What was logged since this was last asked. */
function leftBehind(): string[] {
  const lines = log.text().split('\n').filter(Boolean).slice(linesSeen);
  linesSeen += lines.length;
  return lines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'an object could not be understood and was left as it was')
    .map(({ stage, key }) => `${stage} ${key}`);
}

const state = async ({ ask }: TestFacade) =>
  (await ask('{ mirror { state } domains(first: 10) { nodes { name } } contacts { totalCount } }')) as object;

describe('an object that is not understood, in lists or alone', () => {
  it.each([
    ['domain', 'name', 'two.ee', { statuses: { shiny: '' } }],
    ['contact', 'code', 'ALPHA:TECH', { statuses: { shiny: '' } }],
  ])('a %s stays as it was, and the pass goes on to its end', async (kind, field, key, changes) => {
    const before = await state(facade);
    line.fault = reported(field, key, changes);
    // The second one begins anew.
    for (const pass of [1, 2]) {
      await facade.upstream.mirror.pass();
      expect({ pass, left: leftBehind() }).toEqual({ pass, left: [`${kind}s ${key}`, `missing ${key}`] });
    }
    expect(await state(facade)).toEqual(before);
  });

  it('nor when the registry lists it no more, and gives no reason', async () => {
    line.fault = async (request, response, pass) => {
      if (request.url?.includes('/domains/two.ee'))
        return json(500, { code: 2400, message: 'Command failed' })(request, response, pass);
      if (!request.url?.includes('/domains?')) return pass();
      return json(200, { code: 1000, data: { domains: [], count: 0 } })(request, response, pass);
    };
    const before = await state(facade);
    await facade.upstream.mirror.pass();
    expect(leftBehind()).toEqual(['missing two.ee']);
    expect(await state(facade)).toEqual(before);
  });

  it('a contact that a domain names is a stranger, until it is understood', async () => {
    const fresh = await aFacade();
    line.fault = reported('code', 'ALPHA:TECH', { statuses: { shiny: '' } });
    const tech = async () =>
      (await fresh.ask('{ domains(first: 10) { nodes { name techContacts { code email } } } }')).domains;
    await fresh.upstream.mirror.pass();
    const one = (email: unknown) => ({
      nodes: expect.arrayContaining([{ name: 'one.ee', techContacts: [{ code: 'ALPHA:TECH', email }] }]),
    });
    expect(await tech()).toEqual(one(null));
    line.fault = undefined;
    await fresh.upstream.mirror.pass();
    expect(await tech()).toEqual(one('jaan@example.com'));
  });

  it.each([
    ['a text', { text: null }, 3],
    ['a number that can be one', { id: 1_600_000_000 }, 2],
  ])('a poll message without %s keeps no other from being read', async (_, changes, known) => {
    const unread = async (of: TestFacade) =>
      (await of.ask('{ notifications(where: { readAt: { isNull: true } }) { totalCount } }')).notifications
        .totalCount;
    line.fault = reported('text', 'Second', changes);
    const fresh = await aFacade();
    await fresh.upstream.mirror.pass();
    expect(await unread(fresh)).toBe(2);
    expect(leftBehind()).toEqual([expect.stringMatching(/^notifications \d+$/)]);
    // Where it was understood before, it is as unread as it was.
    await facade.upstream.mirror.pass();
    expect(await unread(facade)).toBe(known);
    line.fault = undefined;
    await facade.upstream.mirror.pass();
    expect(await unread(facade)).toBe(3);
  });

  it.each(['pages', 'one answer'])('a movement keeps no other from being read, in %s', async (how) => {
    const spoiled = reported('description', 'Create one.ee', { created_at: 'once' });
    line.fault = (request, response, pass) =>
      how === 'one answer' && request.url?.includes('/accounts?')
        ? json(404, { code: 2303 })(request, response, pass)
        : spoiled(request, response, pass);
    const fresh = await aFacade();
    await fresh.upstream.mirror.pass();
    const account = '{ account { balance transactions(first: 20) { nodes { description } } } }';
    const [here, there] = [await fresh.ask(account), await facade.ask(account)];
    const { nodes } = there.account.transactions as unknown as { nodes: { description: string }[] };
    expect(here.account).toEqual({
      ...there.account,
      transactions: { nodes: nodes.filter(({ description }) => description !== 'Create one.ee') },
    });
    expect(new Set(leftBehind())).toEqual(new Set(['account Create one.ee']));
  });
});

describe('registrars', () => {
  it('whose names give one code are two', async () => {
    const names = { 'foreign-1.ee': 'Foo Bar', 'foreign-2.ee': 'Foo-Bar' };
    for (const [domain, name] of Object.entries(names)) {
      line.fault = reported('name', domain, { registrar: { name, website: null } });
      const { status, body } = await facade.request({ url: `/registry/v1/domains/${domain}` });
      expect({ status, registrar: body.data.domain?.registrar }).toMatchObject({
        status: 200,
        registrar: { name },
      });
    }
  });
});

describe('our own registrar', () => {
  const us = async (of: TestFacade) =>
    (await of.ask('{ viewer { registrar { code name } } }')).viewer.registrar;
  const foreign = async (of: TestFacade, domain: string) =>
    String((await of.request({ url: `/registry/v1/domains/${domain}` })).body.data.domain.registrar.name);

  it('is found out although another was given our code, or our name, before', async () => {
    const fresh = await aFacade();
    // What a user is called tells neither.
    await fresh.container.database.db.updateTable('registrars').set({ code: 'USER', name: 'user' }).execute();
    line.fault = reported('name', 'foreign-1.ee', { registrar: { name: 'Alpha', website: null } });
    expect(await foreign(fresh, 'foreign-1.ee')).toBe('Alpha');
    line.fault = reported('name', 'two.ee', { transfer_code: null });
    const { name } = await world.container.database.db
      .selectFrom('registrars')
      .select('name')
      .where('code', '=', 'ALPHA')
      .executeTakeFirstOrThrow();
    expect(await foreign(fresh, 'two.ee')).toBe(name);
    line.fault = undefined;
    for (const _ of [1, 2]) await fresh.upstream.mirror.pass();
    expect(await us(fresh)).toEqual({ code: 'ALPHA', name });
    const { domains } = await fresh.ask('{ domains(where: { name: { eq: "two.ee" } }) { totalCount } }');
    expect(domains.totalCount).toBe(1);
  });

  it('is found out again when we are called as another was', async () => {
    const theirs = await foreign(facade, 'foreign-1.ee');
    const { name } = (await us(facade)) as unknown as { name: string };
    const renamed: Readonly<Record<string, string>> = { [name]: theirs, [theirs]: 'Gamma' };
    line.fault = async (request, response, pass) => {
      if (request.method !== 'GET') return pass();
      const { status, text } = await world.request({ url: request.url ?? '' });
      const body = JSON.parse(text, (key, one) =>
        key === 'registrar' ? { ...one, name: renamed[one.name] ?? one.name } : one,
      );
      return json(status, body)(request, response, pass);
    };
    for (const _ of [1, 2]) await facade.upstream.mirror.pass();
    expect(await us(facade)).toEqual({ code: 'ALPHA', name: theirs });
    expect(await foreign(facade, 'foreign-1.ee')).toBe('Gamma');
    line.fault = undefined;
    await facade.upstream.mirror.pass();
    expect(await us(facade)).toEqual({ code: 'ALPHA', name });
  });
});

describe('people without a reported registrar', () => {
  it.each(['Another', 'Another registrar'])('are not those of a registrar called %s', async (called) => {
    const fresh = await aFacade();
    await fresh.upstream.mirror.pass();
    const registrar = { name: called, website: null };
    // It is known before anybody is of whom nobody tells that.
    const ours = { registrar, registrant: { code: 'ALPHA:TECH', name: 'Mari Maasikas' }, contacts: [] };
    line.fault = reported('name', 'foreign-2.ee', ours);
    expect((await fresh.request({ url: '/registry/v1/domains/foreign-2.ee' })).status).toBe(200);
    const known = async (name: string) => {
      line.fault = reported('name', 'foreign-1.ee', { registrar, registrant: { code: 'BETA:ONE', name } });
      expect((await fresh.request({ url: '/registry/v1/domains/foreign-1.ee' })).body).toMatchObject({
        data: { domain: { registrar } },
      });
      return fresh.container.database.db
        .selectFrom('contacts')
        .innerJoin('registrars', 'registrars.id', 'contacts.registrar_id')
        .select(['contacts.name', 'registrars.name as registrar'])
        .where('contacts.code', '=', 'BETA:ONE')
        .executeTakeFirstOrThrow();
    };
    for (const name of ['Jaan', 'Jaan Tamm']) {
      const found = await known(name);
      expect([found.name, found.registrar === called]).toEqual([name, false]);
    }
  });
});

describe('text that no database keeps', () => {
  it('is shown with a sign in its place, and keeps nothing else from being read', async () => {
    line.fault = async (request, response, pass) => {
      if (request.method !== 'GET') return pass();
      const { status, text } = await world.request({ url: request.url ?? '' });
      return response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(text.replaceAll('Mari Maasikas', String.raw`Mari\u0000 \uD800Maasikas \ud83d\ude00`));
    };
    for (const _ of [1, 2]) await facade.upstream.mirror.pass();
    expect(leftBehind()).toEqual([]);
    const { contact } = await facade.ask('{ contact(code: "ALPHA:TECH") { name } }');
    expect(contact.name).toBe('Mari\ufffd \ufffdMaasikas \u{1f600}');
  });
});

describe('a check of a contact code', () => {
  it.each([
    [
      'is refused where the registry says that none can be so',
      { code: 2005, message: 'Bad code' },
      400,
      2005,
    ],
    ['is not refused by whoever stands before the registry', { message: 'no Route matched' }, 503, 2400],
  ])('%s', async (_, answer, status, code) => {
    line.fault = json(400, answer);
    const found = await facade.request({ url: '/registry/v1/contacts/check/x' });
    expect({ status: found.status, code: found.body.code }).toEqual({ status, code });
  });
});
