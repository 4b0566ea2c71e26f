import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Between,
  between,
  cut,
  doneBut,
  doneUnheard,
  json,
  neverArrives,
} from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
let line: Between;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  await seed(world).contact({ id: 'same' });
  await seed(world).contact({ id: 'other', ident: people.mari });
  line = await between(world);
  facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' });
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.fault = undefined;
  line.isZonegraph = false;
});

const changesSeen = (): string[] => line.seen.filter((one) => !one.startsWith('GET'));

let keys = 0;
/** Sends it with a key while answers are lost, then once more when they are not; how often it came the second time, which is never. */
async function lostAndRepeated<T>(
  send: (key: string) => Promise<T>,
  unknown: object,
  fault: Between['fault'],
): Promise<{ answer: T; sentAgain: number }> {
  keys += 1;
  const key = `lost-${keys}`;
  line.fault = fault;
  expect(await send(key)).toMatchObject(unknown);
  line.fault = undefined;
  line.seen.length = 0;
  const answer = await send(key);
  return { answer, sentAgain: changesSeen().length };
}

interface Mutation {
  readonly mutation: string;
  readonly input: object;
  readonly select?: string;
}
const mutated = (
  { mutation, input, select = 'userErrors { code message }' }: Mutation,
  fault: Between['fault'] = doneUnheard,
) => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const document = `mutation ($input: ${type}!, $key: String) { ${mutation}(input: $input, idempotencyKey: $key) { ${select} } }`;
  const send = async (key: string) => (await facade.ask(document, { input, key }))[mutation] as Loose;
  return lostAndRepeated(send, { userErrors: [{ code: 'OUTCOME_UNKNOWN' }] }, fault);
};

/** As existing clients send it: contacts, nameservers and keys in one update. */
const put = (name: string, changes: object, fault: Between['fault'] = doneUnheard) =>
  lostAndRepeated(
    async (key) => {
      const { status, body } = await facade.request({
        method: 'PUT',
        url: `/repp/v1/domains/${name}`,
        payload: { domain: changes },
        headers: { 'idempotency-key': key },
      });
      return { status, code: Number(body.code) };
    },
    { status: 504, code: 2400 },
    fault,
  );

const domain = async (name: string): Promise<Loose> =>
  (await world.request({ url: `/registry/v1/domains/${name}` })).body.data.domain;

describe('a change of a domain whose answer was lost', () => {
  const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' };
  const partsOf = (list: unknown, part: string) => (list as Loose[]).map((one) => one[part]);
  const updates: Readonly<Record<string, { changes: object; is: (there: Loose) => unknown }>> = {
    contacts: {
      changes: { contacts: [{ code: 'ALPHA:OTHER', type: 'tech' }] },
      is: ({ contacts }) => partsOf(contacts, 'code'),
    },
    nameservers: {
      changes: {
        nameservers: [
          { action: 'rem', hostname: 'old.hosting.example' },
          { action: 'add', hostname: 'new.hosting.example', ipv6: ['2001:db8::7'] },
        ],
      },
      is: ({ nameservers }) => partsOf(nameservers, 'hostname'),
    },
    keys: {
      changes: { dns_keys: [{ action: 'add', ...key }] },
      is: ({ dnssec_keys }) => partsOf(dnssec_keys, 'public_key'),
    },
    code: { changes: { transfer_code: 'sesame' }, is: ({ transfer_code }) => transfer_code },
    registrant: {
      changes: { registrant: { code: 'ALPHA:OTHER', verified: true } },
      is: ({ registrant }) => registrant.code,
    },
  };
  const made = (name: string) =>
    seed(world).domain(name, {
      registrant: 'ALPHA:HOLDER',
      nameservers: ['old.hosting.example', ...twoNameservers],
    });

  it.each(Object.entries(updates))('is found when it was done: %s', async (what, { changes, is }) => {
    const { name } = await made(`done-${what}.ee`);
    const before = is(await domain(name));
    expect(await put(name, changes)).toEqual({ answer: { status: 200, code: 1000 }, sentAgain: 0 });
    expect(is(await domain(name))).not.toEqual(before);
  });

  it.each(Object.entries(updates))(
    'stays unknown when it was not, until a new key sends it again: %s',
    async (what, { changes, is }) => {
      const { name } = await made(`never-${what}.ee`);
      const before = is(await domain(name));
      expect(await put(name, changes, neverArrives)).toEqual({
        answer: { status: 504, code: 2400 },
        sentAgain: 0,
      });
      expect(is(await domain(name))).toEqual(before);
      const again = await facade.request({
        method: 'PUT',
        url: `/repp/v1/domains/${name}`,
        payload: { domain: changes },
        headers: { 'idempotency-key': `new-${what}` },
      });
      expect(again.status).toBe(200);
      expect(is(await domain(name))).not.toEqual(before);
    },
  );

  it('waits for the registrant, and is found to wait', async () => {
    const { name } = await made('waits.ee');
    const { answer, sentAgain } = await mutated({
      mutation: 'domainUpdate',
      input: { name, registrant: { code: 'ALPHA:OTHER' }, transferCode: 'x' },
      select: 'pending userErrors { code }',
    });
    expect({ answer, sentAgain }).toEqual({ answer: { pending: true, userErrors: [] }, sentAgain: 0 });
  });

  it('is renewed once', async () => {
    const { name } = await made('renewed.ee');
    const { calendar, clock } = world.container;
    const expires = calendar.plusDays(calendar.dateOf(clock.now()), 20);
    await seed(world).alter(name, { expires_at: calendar.startOf(expires) });
    const { answer, sentAgain } = await mutated({
      mutation: 'domainRenew',
      input: { name, period: 'P1Y', expiresOn: expires },
      select: 'price domain { name } userErrors { code message }',
    });
    expect({ answer, sentAgain }).toEqual({
      answer: { price: '11.00', domain: { name }, userErrors: [] },
      sentAgain: 0,
    });
  });

  it('is not taken for a transfer of what was ours before', async () => {
    const { name } = await seed(world).domain('ours-before.ee', { transferCode: 'right' });
    await facade.ask(`{ domain(name: "${name}") { name } }`);
    const { answer, sentAgain } = await mutated({
      mutation: 'domainTransfer',
      input: { name, transferCode: 'right' },
    });
    expect({ answer, sentAgain }).toMatchObject({
      answer: { userErrors: [{ code: 'OUTCOME_UNKNOWN' }] },
      sentAgain: 0,
    });
  });

  /** Of many at once it is looked before anything is answered. */
  const once = async ({ mutation, input, select }: Mutation, fault: Between['fault'] = doneUnheard) => {
    keys += 1;
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
    line.fault = fault;
    line.seen.length = 0;
    const send = async () =>
      (
        await facade.ask(
          `mutation ($input: ${type}!) { ${mutation}(input: $input, idempotencyKey: "once-${keys}") { ${select} } }`,
          { input },
        )
      )[mutation] as Loose;
    const first = await send();
    line.fault = undefined;
    expect(await send()).toEqual(first);
    expect(changesSeen()).toHaveLength(1);
    return first;
  };

  it('is found when domains were transferred in bulk', async () => {
    const theirs = await Promise.all(
      ['bulk-1.ee', 'bulk-2.ee'].map((name) => seed(world, beta).domain(name, { transferCode: 'right' })),
    );
    const answer = await once({
      mutation: 'domainBulkTransfer',
      input: { transfers: theirs.map(({ name, transferCode }) => ({ name, transferCode })) },
      select: 'results { name ok } userErrors { code }',
    });
    expect(answer).toEqual({ results: theirs.map(({ name }) => ({ name, ok: true })), userErrors: [] });
  });

  it('shows which were transferred, and that nobody knows of the others', async () => {
    for (const name of ['some-came.ee', 'some-stayed.ee'])
      await seed(world, beta).domain(name, { transferCode: 'right' });
    const answer = await once({
      mutation: 'domainBulkTransfer',
      input: {
        transfers: [
          { name: 'some-came.ee', transferCode: 'right' },
          { name: 'some-stayed.ee', transferCode: 'wrong' },
        ],
      },
      select: 'results { name ok userErrors { code } } userErrors { code message }',
    });
    expect(answer).toEqual({
      results: [
        { name: 'some-came.ee', ok: true, userErrors: [] },
        { name: 'some-stayed.ee', ok: false, userErrors: [{ code: 'OUTCOME_UNKNOWN' }] },
      ],
      userErrors: [
        {
          code: 'OUTCOME_UNKNOWN',
          message: expect.stringMatching(/; transferred: some-came\.ee; not known: some-stayed\.ee$/),
        },
      ],
    });
  });

  describe('of many at once', () => {
    const ns = (hostname: string) => ({ hostname, ipv4: [], ipv6: [] });
    const cases = {
      'a nameserver is replaced': {
        mutation: 'domainBulkNameserverReplace',
        input: { hostname: 'ns1.old-host.example', newNameserver: ns('ns1.new-host.example') },
      },
      'a tech contact is replaced': {
        mutation: 'domainBulkTechContactReplace',
        input: { currentContact: 'ALPHA:HOLDER', newContact: 'ALPHA:OTHER' },
      },
      'an admin contact is replaced': {
        mutation: 'domainBulkAdminContactReplace',
        input: { currentContact: 'ALPHA:HOLDER', newContact: 'ALPHA:SAME' },
      },
      'a nameserver is added': {
        mutation: 'domainBulkNameserverAdd',
        input: { names: ['many-1.ee', 'many-2.ee'], newNameserver: ns('ns3.added.example') },
      },
    };
    const select = 'results { name ok } userErrors { code message }';
    const both = ['many-1.ee', 'many-2.ee'].map((name) => ({ name, ok: true }));
    beforeEach(async () => {
      await world.container.database.db.deleteFrom('domains').where('name', 'like', 'many-%').execute();
      for (const { name } of both)
        await seed(world).domain(name, {
          nameservers: ['ns1.old-host.example', 'ns2.old-host.example'].map(ns),
          techs: ['ALPHA:HOLDER'],
          admins: ['ALPHA:HOLDER'],
        });
      await facade.upstream.mirror.pass();
    });

    it.each(Object.entries(cases))('is found when it was done: %s', async (_, one) => {
      expect(await once({ ...one, select })).toEqual({ results: both, userErrors: [] });
    });

    it.each(Object.entries(cases))('stays unknown when it was not: %s', async (_, one) => {
      expect(await once({ ...one, select }, neverArrives)).toEqual({
        results: both.map(({ name }) => ({ name, ok: false })),
        userErrors: [{ code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('not known: many-1.ee') }],
      });
    });
  });

  it('is found for domains that the mirror had not met: they are looked at before', async () => {
    const { name } = await made('not-met-renewed.ee');
    await seed(world).alter(name, { expires_at: new Date(world.clock.now().getTime() + 20 * 86_400_000) });
    const answer = await once({
      mutation: 'domainBulkRenew',
      input: { names: [name], period: 'P1Y' },
      select: 'price results { name ok } userErrors { code }',
    });
    expect(answer).toEqual({ price: '11.00', results: [{ name, ok: true }], userErrors: [] });
  });

  it('is not taken for renewed where it expired later than was said all along', async () => {
    const { name } = await made('wrong-day.ee');
    await seed(world).alter(name, { expires_at: new Date(world.clock.now().getTime() + 20 * 86_400_000) });
    await facade.ask(`{ domain(name: "${name}") { name } }`);
    const { calendar, clock } = world.container;
    const { answer, sentAgain } = await mutated({
      mutation: 'domainRenew',
      input: { name, period: 'P1Y', expiresOn: calendar.plusDays(calendar.dateOf(clock.now()), 5) },
    });
    expect({ answer, sentAgain }).toMatchObject({
      answer: { userErrors: [{ code: 'OUTCOME_UNKNOWN' }] },
      sentAgain: 0,
    });
  });

  it('is not taken for done where the domain was ours and the mirror had not met it yet', async () => {
    const { name, registrant } = await made('not-met.ee');
    await seed(world).alter(name, { created_at: new Date('2020-01-01') });
    const { answer, sentAgain } = await mutated(
      { mutation: 'domainRegister', input: { name, registrant, period: 'P1Y' } },
      neverArrives,
    );
    expect({ answer, sentAgain }).toMatchObject({
      answer: { userErrors: [{ code: 'OUTCOME_UNKNOWN' }] },
      sentAgain: 0,
    });
  });
});

describe('what a change may have touched whose answer was lost', () => {
  let slow: TestFacade;
  beforeAll(async () => {
    slow = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT1H' });
  });

  interface MayTouch {
    readonly given?: () => Promise<unknown>;
    readonly change: () => Promise<string> | string;
    /** What somebody asks for then; what it is called when it cannot be read. */
    readonly query: string;
    readonly stale: string;
  }
  const { holder, servers } = { holder: 'ALPHA:HOLDER', servers: ['ns9.hosting.example', ...twoNameservers] };
  const cases: Readonly<Record<string, MayTouch>> = {
    'a domain': {
      given: () => seed(world).domain('touched.ee', { registrant: holder }),
      change: () => 'domainUpdate(input: { name: "touched.ee", transferCode: "sesame" })',
      query: '{ domain(name: "touched.ee") { transferCode } }',
      stale: 'domain touched.ee',
    },
    'a contact': {
      given: () => seed(world).contact({ id: 'touched', ident: people.mari }),
      change: () => 'contactUpdate(input: { code: "ALPHA:TOUCHED", phone: "+372.5999999" })',
      query: '{ contact(code: "ALPHA:TOUCHED") { phone } }',
      stale: 'contact ALPHA:TOUCHED',
    },
    'the account': {
      change: () => `domainRegister(input: { name: "costs.ee", registrant: "${holder}", period: "P1Y" })`,
      query: '{ account { balance } }',
      stale: 'account',
    },
    'domains that nobody named': {
      given: () => seed(world).domain('served.ee', { registrant: holder, nameservers: servers }),
      change: () => `domainBulkNameserverReplace(input: { hostname: "ns9.hosting.example",
        newNameserver: { hostname: "ns8.hosting.example" } })`,
      query: '{ domain(name: "served.ee") { nameservers { hostname } } }',
      stale: 'domain served.ee',
    },
    'domains of a contact': {
      given: async () => {
        await seed(world).contact({ id: 'tech-1', ident: people.mari });
        await seed(world).contact({ id: 'tech-2', ident: people.mari });
        await seed(world).domain('tended.ee', { registrant: holder, techs: ['ALPHA:TECH-1'] });
      },
      change: () =>
        'domainBulkTechContactReplace(input: { currentContact: "ALPHA:TECH-1", newContact: "ALPHA:TECH-2" })',
      query: '{ domain(name: "tended.ee") { techContacts { code } } }',
      stale: 'domain tended.ee',
    },
  };

  it.each(Object.entries(cases))(
    'is old, and is read again: %s',
    async (_, { given, change, query, stale }) => {
      await given?.();
      await slow.upstream.mirror.pass();
      const before = await slow.ask(query);
      const away404 = json(404, { message: 'no Route matched' });
      line.fault = (request, response, pass) => {
        if (request.method === 'GET') return pass();
        line.fault = away404;
        return doneUnheard(request, response, pass);
      };
      const { lost } = await slow.ask(`mutation { lost: ${await change()} { userErrors { code } } }`);
      expect(lost).toEqual({ userErrors: [{ code: 'OUTCOME_UNKNOWN' }] });
      const away = await slow.request({ method: 'POST', url: '/graphql', payload: { query } });
      expect(away.body).toMatchObject({ data: before, extensions: { stale: [stale] } });
      line.fault = undefined;
      expect(await slow.ask(query)).not.toEqual(before);
    },
  );
});

describe('a new contact whose answer was lost', () => {
  const person = (name: string, code?: string) => ({
    ...(code && { code }),
    name,
    email: 'liis@example.com',
    phone: '+372.5555555',
    ident: { code: people.peeter, type: 'PRIV', countryCode: 'EE' },
  });
  const select = 'contact { code name } userErrors { code message }';
  const named = async (name: string): Promise<string[]> => {
    const { body } = await world.request({ url: '/registry/v1/contacts?details=true' });
    return (body.data.contacts as unknown as { name: string; code: string }[])
      .filter((one) => one.name === name)
      .map(({ code }) => code);
  };
  const create = (name: string, code?: string, fault = doneUnheard) =>
    mutated({ mutation: 'contactCreate', input: person(name, code), select }, fault);

  it('is found, with a code of its own or with one that was asked for', async () => {
    for (const code of [undefined, 'LIIS']) {
      const name = `Liis ${code ?? 'Lill'}`;
      const { answer, sentAgain } = await create(name, code);
      expect({ answer, sentAgain }).toEqual({
        answer: { contact: { code: expect.stringMatching(/^ALPHA:/), name }, userErrors: [] },
        sentAgain: 0,
      });
      expect(await named(name)).toHaveLength(1);
    }
  });

  it('is found when it was answered in words that nobody understands', async () => {
    const name = 'Kummaline Vastus';
    const { answer, sentAgain } = await create(name, undefined, doneBut(json(200, { code: 1000, data: {} })));
    expect({ name: answer.contact.name, sentAgain }).toEqual({ name, sentAgain: 0 });
    expect(await named(name)).toHaveLength(1);
  });

  it('is not taken for an older one that is the same', async () => {
    const name = 'Sama Inimene';
    await facade.ask(
      'mutation ($input: ContactCreateInput!) { contactCreate(input: $input) { userErrors { code } } }',
      {
        input: person(name),
      },
    );
    const { answer, sentAgain } = await create(name, undefined, neverArrives);
    expect({ answer, sentAgain }).toMatchObject({
      answer: { contact: null, userErrors: [{ code: 'OUTCOME_UNKNOWN' }] },
      sentAgain: 0,
    });
    expect(await named(name)).toHaveLength(1);
  });

  it('is distinguished from another new one that is the same, by the code that it was sent with', async () => {
    const name = 'Kaks Korda';
    const twice: Between['fault'] = async (request, response, pass) => {
      if (request.method === 'GET') return pass();
      await seed(world).contact({ name, email: 'liis@example.com', ident: people.peeter });
      return doneUnheard(request, response, pass);
    };
    const { answer, sentAgain } = await create(name, undefined, twice);
    expect({ answer, sentAgain }).toEqual({
      answer: { contact: { code: expect.stringMatching(/^ALPHA:[0-9A-F]{8}$/), name }, userErrors: [] },
      sentAgain: 0,
    });
    const [other] = (await named(name)).filter((code) => code !== String(answer.contact.code));
    expect(await named(name)).toEqual(expect.arrayContaining([answer.contact.code, other]));
  });
});

it('is not tried where the registry cannot be asked what would happen, and nothing is sent', async () => {
  line.seen.length = 0;
  const { domainRegister } = await facade.ask(`mutation { domainRegister(dryRun: true, input:
    { name: "dry.ee", registrant: "ALPHA:HOLDER", period: "P1Y" }) { userErrors { code path } } }`);
  expect(domainRegister).toEqual({ userErrors: [{ code: 'NOT_SUPPORTED_UPSTREAM', path: ['dryRun'] }] });
  expect(changesSeen()).toEqual([]);
});

it('a change that was certainly not sent is not looked for when it comes again', async () => {
  const key = 'not-sent';
  const hold = () =>
    facade.request({
      method: 'PUT',
      url: '/registry/v1/domains/done-contacts.ee/statuses/clientHold',
      headers: { 'idempotency-key': key },
    });
  line.fault = json(429, { code: 2502, message: 'Session limit exceeded' });
  expect((await hold()).status).toBe(503);
  line.fault = undefined;
  await world.request({ method: 'PUT', url: '/registry/v1/domains/done-contacts.ee/statuses/clientHold' });
  line.seen.length = 0;
  // Somebody else has done it meanwhile, and we have not.
  expect((await hold()).status).toBe(400);
  expect(changesSeen()).toHaveLength(1);
});

describe('where the registry knows keys', () => {
  const register = (at: TestFacade, name: string, more = '') =>
    at.ask(`mutation { domainRegister(${more}input: { name: "${name}", registrant: "ALPHA:HOLDER",
      period: "P1Y" }) { domain { name } userErrors { code } } }`);
  const isDone = (name: string) => ({ domainRegister: { domain: { name }, userErrors: [] } });
  /** The first sending of a change is done unheard; what becomes of the next ones. */
  const firstIsLost = (then: Between['fault'] = (_, __, pass) => pass()): { times: number } => {
    const seen = { times: 0 };
    line.fault = (request, response, pass) => {
      if (request.method === 'GET') return pass();
      seen.times += 1;
      return seen.times === 1 ? doneUnheard(request, response, pass) : then(request, response, pass);
    };
    return seen;
  };

  it('a change is repeated under its key, and a dry run that got lost changed nothing', async () => {
    line.isZonegraph = true;
    await facade.ask('{ account { balance } }');
    line.fault = neverArrives;
    const { status, body } = await facade.request({
      method: 'DELETE',
      url: '/registry/v1/contacts/ALPHA:OTHER',
      headers: { 'dry-run': 'true' },
    });
    expect({ status, code: body.code }).toEqual({ status: 503, code: 2400 });
    const seen = firstIsLost();
    expect(await register(facade, 'keyed.ee', 'idempotencyKey: "keyed", ')).toEqual(isDone('keyed.ee'));
    expect(seen.times).toBe(2);
  });

  it('a change without a key is sent once, whatever its outcome', async () => {
    line.isZonegraph = true;
    await facade.ask('{ account { balance } }');
    for (const [name, fault] of Object.entries({
      'unheard.ee': doneUnheard,
      'never.ee': neverArrives,
      'half.ee': doneBut(cut),
    })) {
      const seen = { times: 0 };
      line.fault = (request, response, pass) => {
        if (request.method !== 'GET') seen.times += 1;
        return fault(request, response, pass);
      };
      await register(facade, name);
      expect({ name, ...seen }).toEqual({ name, times: 1 });
    }
  });

  it('so is the first request of all, for which it is asked what it knows', async () => {
    line.isZonegraph = true;
    const first = await testFacade(`${line.url}/registry/v1`);
    const seen = firstIsLost();
    expect(await register(first, 'first.ee', 'idempotencyKey: "first", ')).toEqual(isDone('first.ee'));
    expect(seen.times).toBe(2);
    const dry = await testFacade(`${line.url}/registry/v1`);
    expect(await register(dry, 'first-dry.ee', 'dryRun: true, ')).toMatchObject({
      domainRegister: { userErrors: [] },
    });
  });

  it('a change sent without a key, before the registry announced keys, is looked for and not sent again', async () => {
    const early = await testFacade(`${line.url}/registry/v1`);
    firstIsLost();
    const key = 'idempotencyKey: "went-without", ';
    expect(await register(early, 'went-without.ee', key)).toMatchObject({
      domainRegister: { userErrors: [{ code: 'OUTCOME_UNKNOWN' }] },
    });
    line.fault = undefined;
    line.isZonegraph = true;
    await early.ask('{ account { balance } }');
    line.seen.length = 0;
    expect(await register(early, 'went-without.ee', key)).toEqual(isDone('went-without.ee'));
    expect(changesSeen()).toEqual([]);
  });

  it('a failed repetition does not prove that it was not done', async () => {
    line.isZonegraph = true;
    const keyed = await testFacade(`${line.url}/registry/v1`);
    const busy = json(429, { code: 2502, message: 'Session limit exceeded' });
    const seen = firstIsLost(busy);
    const key = 'idempotencyKey: "not-repeated", ';
    const unknown = { domainRegister: { userErrors: [{ code: 'OUTCOME_UNKNOWN' }] } };
    expect(await register(keyed, 'not-repeated.ee', key)).toMatchObject(unknown);
    expect(seen.times).toBeGreaterThan(1);
    // Nor that it cannot be asked about now.
    line.fault = busy;
    expect(await register(keyed, 'not-repeated.ee', key)).toMatchObject(unknown);
    line.fault = undefined;
    expect(await register(keyed, 'not-repeated.ee', key)).toEqual(isDone('not-repeated.ee'));
  });
});
