import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import { encoders } from '#src/extensions/facade/requests.ts';
import { toAscii } from '#src/registry/rules/domain/domain-name.ts';
import { post } from '#src/registry/store/registry/accounts.ts';
import {
  arrivesLate,
  type Between,
  between,
  cut,
  doneBut,
  type Fault,
  html,
  incumbentBefore,
  json,
} from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { accountOf, setBalance } from '../../support/money.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** The facade's writes in front of a registry that behaves as the real one (src/extensions/sandbox/incumbent.ts). */
let world: TestWorld;
let facade: TestFacade;
let line: Between;
const holder = 'ALPHA:HOLDER';

beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '1000.00');
  await seed(world).contact({ id: 'holder' });
  line = await between(world, incumbentBefore(world));
  facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT1H', UPSTREAM_TIMEOUT: '1' });
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.fault = undefined;
  line.seen.length = 0;
});

const changesSeen = (): string[] => line.seen.filter((one) => !one.startsWith('GET'));
const inDays = (days: number): Date => new Date(world.clock.now().getTime() + days * 86_400_000);

/** Domains of ours that can be renewed. */
async function renewable(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await seed(world).domain(name, { registrant: holder });
    await seed(world).alter(name, { expires_at: inDays(20) });
  }
  await facade.upstream.mirror.pass();
  line.seen.length = 0;
}
const locked = (name: string) => seed(world).alter(name, { statuses: ['serverRenewProhibited'] });
const there = async (name: string): Promise<Loose> =>
  (await world.request({ url: `/repp/v1/domains/${name}` })).body.data.domain;
/** What the facade shows without asking anybody. */
const shown = async (name: string, at = facade) => {
  const { domain, account } = await at.ask(`{ domain(name: "${name}") { expiresAt } account { balance } }`);
  return { expires: String(domain.expiresAt).slice(0, 10), balance: Number(account.balance) };
};
const expected = async (name: string) => ({
  expires: String((await there(name)).expire_time).slice(0, 10),
  balance: Number((await accountOf(world)).balance),
});

let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `key-${keys}`;
};
const bulkRenew = async (names: readonly string[], key?: string, at = facade): Promise<Loose> =>
  (
    await at.ask(
      `mutation ($names: [DomainName!]!, $key: String) {
        domainBulkRenew(input: { names: $names, period: "P1Y" }, idempotencyKey: $key) {
          price results { name ok userErrors { code message } } userErrors { code resultCode message retryable } } }`,
      { names, key: key ?? null },
    )
  ).domainBulkRenew as Loose;

describe('a bulk renewal that the registry does by half and refuses as a whole', () => {
  it('shows the result of each, new dates and the new balance', async () => {
    await renewable('half-1.ee', 'half-2.ee');
    await locked('half-2.ee');
    const key = newKey();
    const answer = await bulkRenew(['half-1.ee', 'half-2.ee'], key);
    const message = 'Domain renew error for half-2.ee; renewed: half-1.ee';
    expect(answer).toEqual({
      price: '11.00',
      results: [
        { name: 'half-1.ee', ok: true, userErrors: [] },
        { name: 'half-2.ee', ok: false, userErrors: [expect.objectContaining({ code: 'COMMAND_USE' })] },
      ],
      userErrors: [{ code: 'COMMAND_USE', resultCode: 2002, message, retryable: false }],
    });
    line.seen.length = 0;
    for (const name of ['half-1.ee', 'half-2.ee']) expect(await shown(name)).toEqual(await expected(name));
    expect(line.seen).toEqual([]);
    // It is answered for good.
    expect(await bulkRenew(['half-1.ee', 'half-2.ee'], key)).toEqual(answer);
    expect(changesSeen()).toEqual([]);
  });

  it('is reported over REST in the words of the message', async () => {
    await renewable('rest-1.ee', 'rest-2.ee');
    await locked('rest-1.ee');
    const { status, body } = await facade.request({
      method: 'POST',
      url: '/repp/v1/domains/renew/bulk',
      payload: { domains: ['rest-1.ee', 'rest-2.ee'], renew_period: '1y' },
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 2002, message: 'Domain renew error for rest-1.ee; renewed: rest-2.ee', data: {} },
    });
  });

  it('says so where nothing was renewed', async () => {
    await renewable('none-1.ee');
    await locked('none-1.ee');
    expect(await bulkRenew(['none-1.ee'])).toMatchObject({
      price: null,
      userErrors: [{ message: 'Domain renew error for none-1.ee; nothing was renewed' }],
    });
  });

  it('reports an unknown result for those that cannot be read again', async () => {
    await renewable('dark-1.ee', 'dark-2.ee');
    await locked('dark-2.ee');
    const dark = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT1H', UPSTREAM_TIMEOUT: '1' });
    await dark.upstream.mirror.pass();
    line.fault = (request, _, pass) => {
      if (request.method !== 'GET') line.fault = json(404, { message: 'no Route matched' });
      return pass();
    };
    const names = ['dark-1.ee', 'dark-2.ee'];
    expect(await bulkRenew(names, undefined, dark)).toMatchObject({
      results: names.map((name) => ({ name, userErrors: [{ code: 'OUTCOME_UNKNOWN' }] })),
      userErrors: [{ message: expect.stringContaining('not known: dark-1.ee, dark-2.ee') }],
    });
    line.fault = undefined;
    const now = await expected('dark-1.ee');
    await expect.poll(() => shown('dark-1.ee', dark)).toEqual(now);
  });
});

describe('a name in a bulk command', () => {
  it('that is not ours is refused here, and nothing is sent', async () => {
    await renewable('own-1.ee');
    await seed(world, beta).domain('foreign.ee');
    await seed(world, beta).alter('foreign.ee', { expires_at: inDays(20) });
    for (const name of ['foreign.ee', 'nobody-has-it.ee'])
      expect(await bulkRenew(['own-1.ee', name])).toMatchObject({
        userErrors: [{ resultCode: 2304, message: `Object does not exist: ${name}` }],
      });
    expect(changesSeen()).toEqual([]);
  });

  it('that was ours when it was last read, and is not now, is refused too', async () => {
    await renewable('moved.ee');
    const { registrar_id } = await world.container.database.db
      .selectFrom('domains')
      .select('registrar_id')
      .where('name', '=', 'foreign.ee')
      .executeTakeFirstOrThrow();
    await seed(world).alter('moved.ee', { registrar_id });
    expect(await bulkRenew(['moved.ee'])).toMatchObject({ userErrors: [{ resultCode: 2304 }] });
    expect(changesSeen()).toEqual([]);
  });

  it('is sent once, however often and in whatever spelling it is given', async () => {
    await renewable('twice-õ.ee');
    const before = Number((await accountOf(world)).balance);
    expect(await bulkRenew(['twice-õ.ee', 'TWICE-Õ.ee', toAscii('twice-õ.ee')])).toMatchObject({
      price: '11.00',
      userErrors: [],
    });
    expect(before - Number((await accountOf(world)).balance)).toBe(11);
  });

  it('that is not ours gets no nameserver, and is reported as such', async () => {
    await seed(world).domain('served.ee', { registrant: holder, nameservers: twoNameservers });
    const { domainBulkNameserverAdd } = await facade.ask(`mutation {
      domainBulkNameserverAdd(input: { names: ["foreign.ee", "served.ee", "served.ee"], newNameserver:
        { hostname: "ns7.hosting.example" } }) { results { name ok userErrors { resultCode } } userErrors { code } } }`);
    expect(domainBulkNameserverAdd).toEqual({
      results: [
        { name: 'foreign.ee', ok: false, userErrors: [{ resultCode: 2303 }] },
        { name: 'served.ee', ok: true, userErrors: [] },
      ],
      userErrors: [],
    });
    const { domainBulkNameserverAdd: none } = await facade.ask(`mutation {
      domainBulkNameserverAdd(input: { names: ["foreign.ee"], newNameserver: { hostname: "ns8.hosting.example" } }) {
        results { name ok } userErrors { code } } }`);
    expect(none).toEqual({ results: [{ name: 'foreign.ee', ok: false }], userErrors: [] });
    expect(changesSeen()).toHaveLength(1);
  });
});

/** A change that is held up: it arrives when `arrive` is called, long after nobody waits for it any more. */
function heldUp(options = {}): { arrive: () => void } {
  let arrive = (): void => {};
  line.fault = arrivesLate(
    new Promise<void>((resolve) => {
      arrive = resolve;
    }),
    options,
  );
  return { arrive: () => arrive() };
}

describe('a deletion that the registry answers with 1000 and does not do', () => {
  const refused = {
    code: 'OBJECT_STATUS_PROHIBITS',
    resultCode: 2304,
    message: 'Object status prohibits operation',
  };
  const remove = async (name: string, key?: string): Promise<Loose> =>
    (
      await facade.ask(
        `mutation ($name: DomainName!, $key: String) {
          domainDelete(input: { name: $name, verified: true }, idempotencyKey: $key) {
            pending domain { statuses { name } } userErrors { code resultCode message } } }`,
        { name, key: key ?? null },
      )
    ).domainDelete as Loose;

  it.each(['pendingUpdate', 'pendingDelete', 'pendingCreate', 'pendingRenew', 'pendingTransfer'])(
    'because it is %s is refused here, in both APIs, although the mirror did not know that',
    async (status) => {
      const name = `held-${status.toLowerCase()}.ee`;
      await seed(world).domain(name, { registrant: holder });
      await facade.upstream.mirror.pass();
      await seed(world).alter(name, { statuses: [status] });
      line.seen.length = 0;
      expect(await remove(name)).toMatchObject({ userErrors: [refused] });
      const { status: answered, body } = await facade.request({
        method: 'DELETE',
        url: `/repp/v1/domains/${name}`,
        payload: { domain: { delete: { verified: true } } },
      });
      expect({ answered, code: body.code, message: body.message }).toEqual({
        answered: 400,
        code: 2304,
        message: refused.message,
      });
      expect(changesSeen()).toEqual([]);
    },
  );

  it('for any other reason is seen by a look at the domain', async () => {
    const name = 'left-there.ee';
    await seed(world).domain(name, { registrant: holder });
    await facade.upstream.mirror.pass();
    line.fault = (request, response, pass) =>
      request.method === 'DELETE'
        ? json(200, { code: 1000, message: 'Command completed successfully', data: { domain: { name } } })(
            request,
            response,
            pass,
          )
        : pass();
    const key = newKey();
    expect(await remove(name, key)).toMatchObject({ userErrors: [refused] });
    expect(await remove(name, key)).toMatchObject({ userErrors: [refused] });
    const { domain } = await facade.ask(`{ domain(name: "${name}") { statuses { name } } }`);
    expect(JSON.stringify(domain.statuses)).not.toMatch(/pending/i);
  });

  it('is done while the registrant is asked', async () => {
    const name = 'asked-first.ee';
    await seed(world).domain(name, { registrant: holder });
    await seed(world).alter(name, { statuses: ['pendingDeleteConfirmation'] });
    expect(await remove(name)).toMatchObject({ pending: false, userErrors: [] });
    expect(Object.keys((await there(name)).statuses as Loose)).toContain('pendingDelete');
  });
});

describe('a change that reaches the registry only after nobody waits for it any more', () => {
  const phone = '+372.5999999';
  const key = '{ flags: 257, protocol: 3, algorithm: 8, publicKey: "dGVzdA==" }';
  const ident = `{ code: "${people.mari}", type: PRIV, countryCode: "EE" }`;
  const on = 'late-on.ee';
  const cases: Readonly<Record<string, string>> = {
    'contact.create': `contactCreate(input: { name: "Hilja Hiline", email: "h@example.com", phone: "${phone}", ident: ${ident} })`,
    'contact.update': `contactUpdate(input: { code: "ALPHA:LATE", phone: "${phone}" })`,
    'contact.delete': 'contactDelete(input: { code: "ALPHA:GONE" })',
    'domain.register': `domainRegister(input: { name: "late-new.ee", registrant: "${holder}", period: "P1Y" })`,
    'domain.renew': 'domainRenew(input: { name: "late-renewed.ee", period: "P1Y", expiresOn: "EXPIRES" })',
    'domain.update': `domainUpdate(input: { name: "${on}", transferCode: "sesame" })`,
    'domain.delete': 'domainDelete(input: { name: "late-deleted.ee", verified: true })',
    'domain.transfer': 'domainTransfer(input: { name: "late-moved.ee", transferCode: "right" })',
    'domain.add-contacts': `domainContactsAdd(input: { name: "${on}", contacts: [{ code: "ALPHA:LATE", role: TECH }] })`,
    'domain.add-nameservers': `domainNameserversAdd(input: { name: "${on}", nameservers: [{ hostname: "ns5.hosting.example" }] })`,
    'domain.add-dnssec-keys': `domainDnssecKeysAdd(input: { name: "${on}", dnssecKeys: [${key}] })`,
    'domain.set-client-hold': `domainClientHoldSet(input: { name: "${on}" })`,
    'domain.bulk-renew': 'domainBulkRenew(input: { names: ["late-1.ee", "late-2.ee"], period: "P1Y" })',
    'domain.bulk-transfer':
      'domainBulkTransfer(input: { transfers: [{ name: "late-came.ee", transferCode: "right" }] })',
    'domain.add-nameserver-in-bulk': `domainBulkNameserverAdd(input: { names: ["${on}"], newNameserver: { hostname: "ns6.hosting.example" } })`,
    'domain.replace-nameserver': `domainBulkNameserverReplace(input: { hostname: "ns5.hosting.example", newNameserver: { hostname: "ns4.hosting.example" } })`,
    'domain.replace-tech-contact':
      'domainBulkTechContactReplace(input: { currentContact: "ALPHA:LATE", newContact: "ALPHA:LATER" })',
    'domain.replace-admin-contact':
      'domainBulkAdminContactReplace(input: { currentContact: "ALPHA:LATE", newContact: "ALPHA:LATER" })',
    // What was added before.
    'domain.remove-contacts': `domainContactsRemove(input: { name: "${on}", contacts: [{ code: "ALPHA:LATER", role: TECH }] })`,
    'domain.remove-nameserver': `domainNameserverRemove(input: { name: "${on}", hostname: "ns6.hosting.example" })`,
    'domain.remove-dnssec-keys': `domainDnssecKeysRemove(input: { name: "${on}", dnssecKeys: [${key}] })`,
    'domain.remove-client-hold': `domainClientHoldRemove(input: { name: "${on}" })`,
    'notification.acknowledge': 'notificationAcknowledge(input: { id: "MESSAGE" })',
  };
  /** What a look at the registry shows in any case: a repeat with the key settles it. */
  const settled = [
    'contact.create',
    'domain.register',
    'domain.renew',
    'domain.bulk-renew',
    'domain.delete',
    'domain.add-nameservers',
    'domain.remove-nameserver',
    'domain.replace-nameserver',
    'domain.add-nameserver-in-bulk',
    'domain.set-client-hold',
    'domain.remove-client-hold',
  ];
  const send = async (mutation: string, idempotencyKey?: string): Promise<Loose> => {
    const call = idempotencyKey
      ? mutation.replace(/\)$/, `, idempotencyKey: "${idempotencyKey}")`)
      : mutation;
    return (await facade.ask(`mutation { sent: ${call} { userErrors { code message retryable } } }`))
      .sent as Loose;
  };

  beforeAll(async () => {
    for (const id of ['late', 'later', 'gone']) await seed(world).contact({ id });
    await seed(world).domain(on, { registrant: holder, nameservers: twoNameservers, admins: ['ALPHA:LATE'] });
    await sql`insert into notifications (registrar_id, kind, text, created_at)
      select id, 'x', 'A message', now() from registrars where code = 'ALPHA'`.execute(
      world.container.database.db,
    );
    await seed(world).domain('late-deleted.ee', { registrant: holder });
    for (const name of ['late-moved.ee', 'late-came.ee'])
      await seed(world, beta).domain(name, { transferCode: 'right' });
    await renewable('late-1.ee', 'late-2.ee', 'late-renewed.ee');
  });

  it('is any that is forwarded', () => {
    expect(Object.keys(cases).sort()).toEqual(encoders.map(({ operation }) => operation).sort());
  });

  it.each(Object.entries(cases))(
    'goes out once for its key, and is found when it is done: %s',
    async (operation, given) => {
      const expires = String((await there('late-renewed.ee')).expire_time).slice(0, 10);
      const { notifications } = await facade.ask('{ notifications(first: 1) { nodes { id } } }');
      const [message] = notifications.nodes as unknown as Loose[];
      const mutation = given.replace('EXPIRES', expires).replace('MESSAGE', String(message?.id));
      const isSettled = settled.includes(operation);
      const unknown = {
        userErrors: [
          {
            code: 'OUTCOME_UNKNOWN',
            message: expect.stringMatching(
              isSettled
                ? /repeat the request with the same idempotency key/
                : /check whether it was done|check them/,
            ),
            retryable: isSettled,
          },
        ],
      };
      const before = await accountOf(world);
      const { arrive } = heldUp();
      const idempotencyKey = newKey();
      expect(await send(mutation, idempotencyKey)).toEqual(unknown);
      expect(await send(mutation, idempotencyKey)).toEqual(unknown);
      expect(await send(mutation, idempotencyKey)).toEqual(unknown);
      expect(changesSeen()).toHaveLength(1);
      arrive();
      await expect.poll(() => send(mutation, idempotencyKey)).toEqual({ userErrors: [] });
      expect(changesSeen()).toHaveLength(1);
      const after = await accountOf(world);
      const moved = after.transactions.length - before.transactions.length;
      const charges: Readonly<Record<string, number>> = {
        domainRegister: 1,
        domainRenew: 1,
        domainBulkRenew: 2,
      };
      expect(moved).toBe(charges[mutation.split('(')[0] ?? ''] ?? 0);
    },
  );

  it.each(Object.entries(cases))('is not to be repeated without a key: %s', async (_, given) => {
    line.fault = (request, response, pass) => (request.method === 'GET' ? pass() : response.destroy());
    const mutation = given.replace('EXPIRES', '2030-01-01').replace('MESSAGE', '1');
    const userErrors = (await send(mutation)).userErrors as unknown as Loose[];
    expect(userErrors).not.toEqual([]);
    for (const { code, message, retryable } of userErrors)
      if (String(code) === 'OUTCOME_UNKNOWN')
        expect({ message, retryable }).toEqual({
          message: expect.stringMatching(/check whether it was done|check them/),
          retryable: false,
        });
    // Several failures in a row would open the circuit.
    line.fault = undefined;
    await facade.ask('{ domain(name: "nobody-has-it.ee") { name } }');
  });

  it('is shown to callers who ask after it has arrived, although it was read before', async () => {
    await renewable('seen-late.ee');
    const { arrive } = heldUp({ isCut: false });
    expect(await bulkRenew(['seen-late.ee'], newKey())).toMatchObject({
      price: null,
      userErrors: [{ code: 'OUTCOME_UNKNOWN' }],
    });
    arrive();
    await expect
      .poll(async () => (await accountOf(world)).transactions[0]?.description)
      .toBe('Renew seen-late.ee');
    expect(await shown('seen-late.ee')).toEqual(await expected('seen-late.ee'));
  });

  it('is sent again where the caller says so, with a new key', async () => {
    await renewable('again.ee');
    line.fault = (request, response, pass) => (request.method === 'GET' ? pass() : response.destroy());
    const first = newKey();
    expect(await bulkRenew(['again.ee'], first)).toMatchObject({ userErrors: [{ code: 'OUTCOME_UNKNOWN' }] });
    line.fault = undefined;
    expect(await bulkRenew(['again.ee'], first)).toMatchObject({ userErrors: [{ code: 'OUTCOME_UNKNOWN' }] });
    expect(await bulkRenew(['again.ee'], newKey())).toMatchObject({ price: '11.00', userErrors: [] });
  });
});

describe('a failure of the registry', () => {
  const register = async (name: string, ...[key]: readonly (string | undefined)[]): Promise<Loose> =>
    (
      await facade.ask(`mutation { domainRegister(input: { name: "${name}", registrant: "${holder}", period: "P1Y" },
        idempotencyKey: ${key ? `"${key}"` : null}) { price domain { name } userErrors { code message retryable } } }`)
    ).domainRegister as Loose;
  const failed = (message: RegExp) => ({
    price: null,
    domain: null,
    userErrors: [{ code: 'COMMAND_FAILED', message: expect.stringMatching(message), retryable: false }],
  });
  const changesFail: Fault = (request, response, pass) =>
    request.method === 'GET' ? pass() : html(500)(request, response, pass);

  const charge = async (name: string, what: 'Create' | 'Renew' = 'Create') => {
    const { db } = world.container.database;
    const registrar = await db
      .selectFrom('registrars')
      .select('id')
      .where('code', '=', 'ALPHA')
      .executeTakeFirstOrThrow();
    const movement = {
      registrarId: registrar.id,
      activity: what === 'Create' ? ('create' as const) : ('renew' as const),
      description: `${what} ${name}`,
      sum: money('-10.00'),
    };
    await post(db, [{ ...movement, requestId: 'x', at: world.clock.now() }]);
  };
  const chargesAnd =
    (fault: Fault, name: string): Fault =>
    async (request, response, pass) => {
      if (request.method === 'GET') return pass();
      await charge(name);
      return fault(request, response, pass);
    };

  it('after which nothing has happened is reported as that, and is sent again with a new key only', async () => {
    line.fault = changesFail;
    const key = newKey();
    const answer = await register('fails.ee', key);
    expect(answer).toEqual(failed(/has failed; nothing was changed or charged$/));
    line.fault = undefined;
    expect(await register('fails.ee', key)).toEqual(answer);
    expect(changesSeen()).toHaveLength(1);
    expect(await register('fails.ee')).toMatchObject({ price: '10.00', userErrors: [] });
  });

  it('is a 502 over REST', async () => {
    line.fault = changesFail;
    const { status, body } = await facade.request({
      method: 'PUT',
      url: '/repp/v1/domains/fails.ee',
      payload: { domain: { transfer_code: 'another' } },
    });
    expect({ status, code: Number(body.code) }).toEqual({ status: 502, code: 2400 });
  });

  it('in its own words is looked at in the same way', async () => {
    line.fault = (request, response, pass) => {
      if (request.method === 'GET') return pass();
      return response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"code":2400,"message":"Command failed"}');
    };
    expect(await register('fails-too.ee')).toEqual(failed(/nothing was changed or charged$/));
  });

  it('after which it was done is reported as done', async () => {
    line.fault = doneBut(html(500));
    expect(await register('done-all-the-same.ee')).toEqual({
      price: '10.00',
      domain: { name: 'done-all-the-same.ee' },
      userErrors: [],
    });
  });

  it('that has charged without doing it is reported with the money', async () => {
    line.fault = chargesAnd(html(500), 'charged.ee');
    expect(await register('charged.ee')).toEqual(failed(/charged 10\.00 but did not do it/));
    line.seen.length = 0;
    const { account } = await facade.ask('{ account { balance } }');
    expect(Number(account.balance)).toBe(Number((await accountOf(world)).balance));
    expect(line.seen).toEqual([]);
  });

  it.each([
    ['with a key', 'vain-1.ee', () => newKey()],
    ['without one', 'vain-2.ee', () => undefined],
  ])('that has charged, and whose answer is lost, is reported in the same way %s', async (_, name, keyOf) => {
    const key = keyOf();
    line.fault = chargesAnd(cut, name);
    expect(await register(name, key)).toEqual(failed(/charged 10\.00 but did not do it/));
    expect(changesSeen()).toHaveLength(1);
    line.fault = undefined;
    // With its key it is answered for good.
    if (key) expect(await register(name, key)).toEqual(failed(/charged 10\.00 but did not do it/));
    expect(changesSeen()).toHaveLength(1);
    const { account } = await facade.ask('{ account { balance } }');
    expect(Number(account.balance)).toBe(Number((await accountOf(world)).balance));
  });

  it('that has charged is found out by a repeat with the key, too', async () => {
    const key = newKey();
    let isAway = false;
    const charging = chargesAnd(cut, 'vain-3.ee');
    line.fault = (request, response, pass) => {
      if (isAway) return response.destroy();
      isAway = request.method !== 'GET';
      return charging(request, response, pass);
    };
    expect(await register('vain-3.ee', key)).toMatchObject({
      userErrors: [{ code: 'OUTCOME_UNKNOWN', retryable: true }],
    });
    line.fault = undefined;
    await expect
      .poll(() => register('vain-3.ee', key), { timeout: 8000 })
      .toEqual(failed(/charged 10\.00 but did not do it/));
    expect(changesSeen()).toHaveLength(1);
  });

  describe('in a bulk renewal', () => {
    const chargesFor =
      (fault: Fault, ...names: readonly string[]): Fault =>
      async (request, response, pass) => {
        if (request.method === 'GET') return pass();
        for (const name of names) await charge(name, 'Renew');
        return fault(request, response, pass);
      };
    const inVain = {
      code: 'COMMAND_FAILED',
      message: expect.stringMatching(/charged 10\.00 but did not do it/),
    };

    it.each([
      ['with a key', 'cut', cut, () => newKey()],
      ['without one', 'cut-2', cut, () => undefined],
      ['by a proxy', 'proxy', html(504), () => newKey()],
      ['as a failure', 'failing', html(500), () => newKey()],
    ])(
      'that has charged, and whose answer is lost, is reported with the money %s',
      async (_, stem, fault, keyOf) => {
        const names = [`${stem}-a.ee`, `${stem}-b.ee`];
        await renewable(...names);
        const key = keyOf();
        line.fault = chargesFor(fault, ...names);
        const answer = await bulkRenew(names, key);
        expect(answer).toEqual({
          price: null,
          results: names.map((name) => ({ name, ok: false, userErrors: [inVain] })),
          userErrors: [
            {
              code: 'COMMAND_FAILED',
              resultCode: 2400,
              message: `The upstream registry has failed; charged 20.00 but not renewed: ${names.join(', ')}`,
              retryable: false,
            },
          ],
        });
        line.fault = undefined;
        // With its key it is answered for good.
        if (key) expect(await bulkRenew(names, key)).toEqual(answer);
        expect(changesSeen()).toHaveLength(1);
        for (const name of names) expect(await shown(name)).toEqual(await expected(name));
      },
    );

    it('is reported for the names that were charged; the outcome of the others is unknown', async () => {
      const names = ['part-a.ee', 'part-b.ee', 'part-c.ee'];
      await renewable(...names);
      const [first = '', second = '', third = ''] = names;
      line.fault = async (request, response, pass) => {
        if (request.method === 'GET') return pass();
        await charge(first, 'Renew');
        await charge(second, 'Renew');
        // The first one is made a moment after it was charged.
        setTimeout(() => void seed(world).alter(first, { expires_at: inDays(385) }), 300);
        return cut(request, response, pass);
      };
      const key = newKey();
      expect(await bulkRenew(names, key)).toEqual({
        price: '10.00',
        results: [
          { name: first, ok: true, userErrors: [] },
          { name: second, ok: false, userErrors: [inVain] },
          { name: third, ok: false, userErrors: [expect.objectContaining({ code: 'OUTCOME_UNKNOWN' })] },
        ],
        userErrors: [
          {
            code: 'OUTCOME_UNKNOWN',
            resultCode: 2400,
            message: expect.stringMatching(
              /; renewed: part-a\.ee; charged 10\.00 but not renewed: part-b\.ee; not known: part-c\.ee$/,
            ),
            retryable: true,
          },
        ],
      });
      line.fault = undefined;
      // The last one is charged for, too: a repeat with the key settles all.
      await charge(third, 'Renew');
      expect(await bulkRenew(names, key)).toMatchObject({
        userErrors: [
          {
            code: 'COMMAND_FAILED',
            message: expect.stringMatching(/charged 20\.00 but not renewed: part-b\.ee, part-c\.ee$/),
          },
        ],
      });
      expect(changesSeen()).toHaveLength(1);
    });

    it('is told over REST', async () => {
      await renewable('rest-vain.ee');
      line.fault = chargesFor(cut, 'rest-vain.ee');
      const { status, body } = await facade.request({
        method: 'POST',
        url: '/repp/v1/domains/renew/bulk',
        payload: { domains: ['rest-vain.ee'], renew_period: '1y' },
      });
      expect({ status, body }).toEqual({
        status: 502,
        body: {
          code: 2400,
          message: 'The upstream registry has failed; charged 10.00 but not renewed: rest-vain.ee',
          data: {},
        },
      });
    });
  });

  it('that has charged is not taken for one that did nothing, while the change is on its way', async () => {
    const name = 'charged-first.ee';
    line.fault = async (request, response, pass) => {
      if (request.method === 'GET') return pass();
      await charge(name);
      setTimeout(() => void seed(world).domain(name, { registrant: holder }), 300);
      return cut(request, response, pass);
    };
    const key = newKey();
    expect(await register(name, key)).toMatchObject({ userErrors: [{ code: 'OUTCOME_UNKNOWN' }] });
    line.fault = undefined;
    expect(await register(name, key)).toMatchObject({ domain: { name }, userErrors: [] });
  });

  it('of another change is not reported with the money of a renewal', async () => {
    await renewable('renewed-beside.ee');
    line.fault = async (request, response, pass) => {
      if (request.method === 'GET') return pass();
      await charge('renewed-beside.ee', 'Renew');
      return html(500)(request, response, pass);
    };
    const { domainUpdate } = await facade.ask(
      'mutation { domainUpdate(input: { name: "renewed-beside.ee", transferCode: "x" }) { userErrors { message } } }',
    );
    expect(domainUpdate).toMatchObject({
      userErrors: [{ message: expect.stringMatching(/nothing was changed or charged$/) }],
    });
  });

  it('of a proxy before it may come while it is still at work: nobody knows', async () => {
    line.fault = (request, response, pass) =>
      request.method === 'GET' ? pass() : html(504)(request, response, pass);
    expect(await register('behind-proxy.ee')).toMatchObject({ userErrors: [{ code: 'OUTCOME_UNKNOWN' }] });
    line.fault = doneBut(html(504));
    expect(await register('behind-proxy-done.ee')).toMatchObject({ userErrors: [] });
  });

  it('to read what it answers is not taken for a change that was not sent', async () => {
    for (const [name, fault] of Object.entries({
      'page.ee': doneBut(html(200)),
      'half.ee': doneBut(cut),
    })) {
      line.fault = fault;
      line.seen.length = 0;
      const key = newKey();
      const first = await register(name, key);
      // A page is an answer, after which it is looked; a line that breaks is none.
      if (name === 'page.ee') expect(first).toMatchObject({ domain: { name }, userErrors: [] });
      else expect(first).toMatchObject({ userErrors: [{ code: 'OUTCOME_UNKNOWN' }] });
      line.fault = undefined;
      expect(await register(name, key)).toMatchObject({ domain: { name }, userErrors: [] });
      expect(changesSeen()).toHaveLength(1);
    }
  });
});

describe('a value that the registry cannot take is refused here, and not sent:', () => {
  const person = (phone: string) => ({
    contact: {
      name: 'X',
      email: 'x@example.com',
      phone,
      ident: { ident: people.mari, ident_type: 'priv', ident_country_code: 'EE' },
    },
  });
  const domain = (more: object) => ({
    domain: { name: 'refused.ee', registrant: holder, period: 1, period_unit: 'y', ...more },
  });
  const key = (flags: string) => ({
    flags,
    protocol: '3',
    alg: '8',
    public_key: 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6HtxWEA4RJ9Ao6LCWheg8',
  });
  const of = (path: string) => `/repp/v1${path}`;
  const cases: readonly [string, 'POST' | 'PUT', string, object, number][] = [
    ['an unknown registrant', 'POST', '/domains', domain({ registrant: 'ALPHA:NOBODY' }), 2303],
    ['a registrant in small letters', 'POST', '/domains', domain({ registrant: 'alpha:holder' }), 2303],
    ['punycode that is none', 'POST', '/domains', domain({ name: 'xn--0.ee' }), 2005],
    ['a key of flags 255', 'POST', '/domains', domain({ dnskeys_attributes: [key('255')] }), 2005],
    ['a key of flags 1', 'POST', '/domains/late-on.ee/dnssec', { dns_keys: [key('1')] }, 2005],
    [
      'a key of flags 1 in an update',
      'PUT',
      '/domains/late-on.ee',
      { domain: { dns_keys: [{ action: 'add', ...key('1') }] } },
      2005,
    ],
    ['a blank transfer code', 'PUT', '/domains/late-on.ee', { domain: { transfer_code: '' } }, 2003],
    ['a phone of 18 characters', 'POST', '/contacts', person('+372.12345678901234'), 2005],
    [
      'a phone of 18 characters in an update',
      'PUT',
      '/contacts/ALPHA:LATE',
      { contact: { phone: '+372.12345678901234' } },
      2005,
    ],
    [
      'a contact of type TECH',
      'POST',
      '/domains/late-on.ee/contacts',
      { contacts: [{ code: 'ALPHA:LATE', type: 'TECH' }] },
      2005,
    ],
    [
      'a contact of type nope',
      'POST',
      '/domains/late-on.ee/contacts',
      { contacts: [{ code: 'ALPHA:LATE', type: 'nope' }] },
      2005,
    ],
    [
      'a contact of type TECH in an update',
      'PUT',
      '/domains/late-on.ee',
      { domain: { contacts: [{ code: 'ALPHA:LATE', type: 'TECH' }] } },
      2005,
    ],
  ];

  it.each(cases)('%s', async (_, method, path, payload, code) => {
    const { status, body } = await facade.request({ method, url: of(path), payload });
    expect({ status, code: Number(body.code) }, String(body.message)).toEqual({ status: 400, code });
    expect(changesSeen()).toEqual([]);
  });

  it('the punycode of a name that it has is sent in Unicode, and nothing is charged', async () => {
    await seed(world).domain('õunapuu.ee', { registrant: holder });
    const before = await accountOf(world);
    const payload = domain({ name: toAscii('õunapuu.ee') });
    const { body } = await facade.request({ method: 'POST', url: of('/domains'), payload });
    expect(body).toMatchObject({ code: 2302 });
    expect((await accountOf(world)).balance).toBe(before.balance);
  });

  it('registrants of other registrars are known by their codes alone, and are sent', async () => {
    await seed(world, beta).contact({ id: 'theirs' });
    const payload = domain({ name: 'of-theirs.ee', registrant: 'BETA:THEIRS' });
    await facade.request({ method: 'POST', url: of('/domains'), payload });
    expect(changesSeen()).toHaveLength(1);
  });
});

it('calls names free that the registry does not know, and those that it has taken', async () => {
  const { domainCheck } = await facade.ask(
    '{ domainCheck(names: ["nobody-has-this.ee", "late-on.ee", "foreign.ee"]) { name available } }',
  );
  expect(domainCheck).toEqual([
    { name: 'nobody-has-this.ee', available: true },
    { name: 'late-on.ee', available: false },
    { name: 'foreign.ee', available: false },
  ]);
});
