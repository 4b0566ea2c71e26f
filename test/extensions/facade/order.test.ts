import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { realClock } from '#src/base/clock.ts';
import { type Between, between, holdBack, html, onItsWay } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let line: Between;
/** Two processes of one facade; the clock of the other is an hour behind. */
let facade: TestFacade;
let other: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  line = await between(world);
  const env = { UPSTREAM_FRESH_FOR: 'PT0S' };
  facade = await testFacade(line.url, env);
  const behind = { now: () => new Date(realClock.now().getTime() - 3_600_000) };
  other = await testFacade(line.url, env, { beside: facade, clock: behind });
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.fault = undefined;
});

const historyOf = async (key: string): Promise<unknown[]> =>
  facade.container.database.db
    .selectFrom('history')
    .select(['event', 'snapshot'])
    .where('object_key', '=', key)
    .orderBy('id')
    .execute();

/** As it stands in the lists, which ask nobody. */
const listed = async (name: string): Promise<Loose[]> =>
  (
    await facade.ask(
      `{ domains(first: 5, where: { name: { eq: "${name}" } }) { nodes { name transferCode registrant { code } } } }`,
    )
  ).domains.nodes as unknown as Loose[];
const listedContact = async (code: string): Promise<Loose[]> =>
  (await facade.ask(`{ contacts(first: 5, where: { code: { eq: "${code}" } }) { nodes { code phone } } }`))
    .contacts.nodes as unknown as Loose[];

const done = async (mutation: string): Promise<void> => {
  const answer = await other.ask(`mutation { answer: ${mutation} { userErrors { code message } } }`);
  expect(answer.answer.userErrors).toEqual([]);
};
const register = (name: string) =>
  done(`domainRegister(input: { name: "${name}", registrant: "ALPHA:HOLDER", period: "P1Y" })`);
const recode = (name: string) => done(`domainUpdate(input: { name: "${name}", transferCode: "after" })`);

interface Overtaken {
  /** What there is to begin with. */
  readonly given?: () => Promise<unknown>;
  /** Asks; the answer to this question is what comes too late. */
  readonly asks: () => Promise<unknown>;
  readonly question: RegExp;
  readonly change: () => Promise<unknown>;
  /** What is shown in the end, and what it must be. */
  readonly shown: () => Promise<unknown>;
  readonly after: () => Promise<unknown>;
  /** Of which there must be no history but of the change itself. */
  readonly key?: string;
}

const pass = () => facade.upstream.mirror.pass();
const unread = async (of: TestWorld | TestFacade): Promise<unknown> =>
  (await of.request({ url: '/registry/v1/registrar/notifications/all_notifications' })).body.data;

describe('an answer that a change has overtaken', () => {
  const overtaken: Readonly<Record<string, Overtaken>> = {
    'a page of domains, and a domain was changed': {
      given: () => seed(world).domain('page.ee', { transferCode: 'before' }),
      asks: pass,
      question: /GET .*\/domains\?limit=200/,
      change: () => recode('page.ee'),
      shown: async () => (await listed('page.ee')).map(({ transferCode }) => transferCode),
      after: async () => ['after'],
      key: 'page.ee',
    },
    'a domain by its name, and it was changed': {
      given: () => seed(world).domain('name.ee', { transferCode: 'before' }),
      asks: () => facade.ask('{ domain(name: "name.ee") { name } }'),
      question: /GET .*\/domains\/name\.ee/,
      change: () => recode('name.ee'),
      shown: async () => (await listed('name.ee')).map(({ transferCode }) => transferCode),
      after: async () => ['after'],
      key: 'name.ee',
    },
    'that a domain is not there, and it was registered': {
      asks: () => facade.ask('{ domain(name: "free.ee") { name } }'),
      question: /GET .*\/domains\/free\.ee/,
      change: () => register('free.ee'),
      shown: async () => (await listed('free.ee')).length,
      after: async () => 1,
      key: 'free.ee',
    },
    'whose domain it is, and it was transferred here': {
      given: () => seed(world, beta).domain('moves.ee', { transferCode: 'theirs' }),
      asks: () => facade.ask('{ domain(name: "moves.ee") { name } }'),
      question: /GET .*\/domains\/moves\.ee/,
      change: () => done('domainTransfer(input: { name: "moves.ee", transferCode: "theirs" })'),
      shown: async () => (await listed('moves.ee')).length,
      after: async () => 1,
    },
    'a page of contacts, and a contact was changed': {
      given: () => seed(world).contact({ id: 'changes', ident: people.mari }),
      asks: pass,
      question: /GET .*\/contacts\?limit=200.*offset=0/,
      change: () => done('contactUpdate(input: { code: "ALPHA:CHANGES", phone: "+372.5000001" })'),
      shown: async () => (await listedContact('ALPHA:CHANGES')).map(({ phone }) => phone),
      after: async () => ['+372.5000001'],
      key: 'ALPHA:CHANGES',
    },
    'a page of contacts, and a contact was deleted': {
      given: () => seed(world).contact({ id: 'leaves', ident: people.mari }),
      asks: pass,
      question: /GET .*\/contacts\?limit=200.*offset=0/,
      change: () => done('contactDelete(input: { code: "ALPHA:LEAVES" })'),
      shown: () => listedContact('ALPHA:LEAVES'),
      after: async () => [],
      key: 'ALPHA:LEAVES',
    },
    'a contact by its code, and it was deleted': {
      given: () => seed(world).contact({ id: 'goes', ident: people.mari }),
      asks: () => facade.ask('{ contact(code: "ALPHA:GOES") { name } }'),
      question: /GET .*\/contacts\/ALPHA%3AGOES/,
      change: () => done('contactDelete(input: { code: "ALPHA:GOES" })'),
      shown: () => listedContact('ALPHA:GOES'),
      after: async () => [],
      key: 'ALPHA:GOES',
    },
    'what is on the account, and something was paid for': {
      asks: () => facade.ask('{ account { balance } }'),
      question: /GET .*\/accounts\/balance/,
      change: () => register('paid.ee'),
      shown: async () => {
        const accounts = facade.container.database.db.selectFrom('accounts').select('balance');
        return Number((await accounts.executeTakeFirstOrThrow()).balance);
      },
      after: async () =>
        Number((await world.request({ url: '/registry/v1/accounts/balance' })).body.data.balance),
    },
    'what is unread, and it was read': {
      given: async () => {
        const { transferCode } = await seed(world).domain('leaving.ee');
        await world.request({
          method: 'POST',
          url: '/registry/v1/domains/leaving.ee/transfer',
          payload: { transfer: { transfer_code: transferCode } },
          auth: beta,
        });
      },
      asks: pass,
      question: /GET .*\/all_notifications/,
      change: async () => {
        const { notifications } = await other.ask('{ notifications(first: 1) { nodes { id } } }');
        const [{ id }] = notifications.nodes as unknown as [{ id: string }];
        await done(`notificationAcknowledge(input: { id: "${id}" })`);
      },
      shown: () => unread(facade),
      after: () => unread(world),
    },
  };

  it.each(Object.entries(overtaken))('%s: the change stays', async (_, { given, key, ...one }) => {
    await given?.();
    await pass();
    const before = key === undefined ? [] : await historyOf(key);
    // The pass itself begins with a look at the lists.
    if (one.asks === pass)
      await facade.container.database.db.updateTable('mirror').set({ stage: 'contacts' }).execute();
    const held = holdBack((asked) => one.question.test(asked), 1);
    line.fault = held.fault;
    const reading = one.asks();
    await expect.poll(held.waiting).toBe(1);
    await one.change();
    held.release();
    await reading;
    expect(await one.shown()).toEqual(await one.after());
    if (key !== undefined) expect(await historyOf(key)).toHaveLength(before.length + 1);
  });

  it("is not what the change itself is answered with, though it comes between the change and its caller's look", async () => {
    const { name } = await seed(world).domain('between.ee', { transferCode: 'before' });
    await pass();
    const early = holdBack((asked) => asked.startsWith('GET') && asked.endsWith(`/domains/${name}`), 1);
    line.fault = early.fault;
    const reading = facade.ask(`{ domain(name: "${name}") { transferCode } }`);
    await expect.poll(early.waiting).toBe(1);
    const look = holdBack((asked) => asked.startsWith('GET') && asked.endsWith(`/domains/${name}`), 1);
    line.fault = look.fault;
    const changing = other.ask(
      `mutation { domainUpdate(input: { name: "${name}", transferCode: "after" }) { domain { transferCode } } }`,
    );
    await expect.poll(look.waiting).toBe(1);
    early.release();
    // It is asked again, since it was too late.
    expect(await reading).toEqual({ domain: { transferCode: 'after' } });
    look.release();
    expect(await changing).toEqual({ domainUpdate: { domain: { transferCode: 'after' } } });
    expect(await historyOf(name)).toHaveLength(2);
  });
});

it('a mirror never goes back, whichever answers overtake which', async () => {
  await seed(world).contact({ id: 'counter', ident: people.mari });
  const phone = (count: number) => `+372.${5_000_000 + count}`;
  const countIn = (reported: unknown) => Number(String(reported).slice(5)) - 5_000_000;
  await world.request(update(0));
  await pass();
  let reached = 0;
  let isOver = false;
  // The same delays each time.
  let state = 19;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  line.fault = (request, response, hand) => {
    const delay = random() * 25;
    return request.method === 'GET' ? onItsWay(() => sleep(delay))(request, response, hand) : hand();
  };
  function update(count: number) {
    return {
      method: 'PUT' as const,
      url: '/registry/v1/contacts/ALPHA:COUNTER',
      payload: { contact: { phone: phone(count) } },
    };
  }
  const looking = async (at: TestFacade): Promise<void> => {
    while (!isOver) {
      const least = reached;
      const { contact } = await at.ask('{ contact(code: "ALPHA:COUNTER") { phone } }');
      expect(countIn(contact.phone)).toBeGreaterThanOrEqual(least);
      await sleep(random() * 10);
    }
  };
  const passing = async (): Promise<void> => {
    while (!isOver) await pass();
  };
  const changing = async (): Promise<void> => {
    try {
      for (let count = 1; count <= 45; count += 1) {
        // Here, in the other process, and by somebody else.
        const at = [facade, other, world][count % 3] ?? world;
        expect((await at.request(update(count))).status).toBe(200);
        reached = count;
        await sleep(random() * 20);
      }
    } finally {
      isOver = true;
    }
  };
  await Promise.all([
    changing(),
    passing(),
    looking(facade),
    looking(facade),
    looking(other),
    looking(other),
  ]);
  const reported = (await historyOf('ALPHA:COUNTER')).map((row) =>
    countIn((row as { snapshot: { phone: string } }).snapshot.phone),
  );
  expect(reported.length).toBeGreaterThan(30);
  expect(reported).toEqual([...new Set(reported)].sort((one, another) => one - another));
  expect(reported.at(-1)).toBe(45);
});

describe('a list that moves while a pass reads it', () => {
  it('is read whole, in whatever order it comes: what goes from its beginning draws no row past the pass', async () => {
    const moving = await testFacade(line.url);
    const rows = Array.from({ length: 24 }, (_, index) => `ROW-${index}`);
    for (const id of rows) await seed(world).contact({ id, ident: people.mari });
    let pages = 0;
    line.fault = async (request, _, hand) => {
      const { url = '' } = request;
      if (!/\/contacts\?limit=200&offset=/.test(url)) return hand();
      // Pages of four, newest first; after each of the first ones the two newest contacts go, which stand in front.
      Object.assign(request, { url: url.replace('limit=200', 'limit=4').replace(/&q%5Bs%5D=[^&]*/, '') });
      await hand();
      pages += 1;
      if (pages > 7) return;
      for (const id of rows.splice(-2))
        await world.request({ method: 'DELETE', url: `/registry/v1/contacts/ALPHA:${id}` });
    };
    await moving.upstream.mirror.pass();
    const codes = async (of: TestWorld | TestFacade) =>
      (await of.request({ url: '/registry/v1/contacts' })).body.data.contacts as unknown as string[];
    expect(pages).toBeGreaterThan(5);
    expect(await codes(moving)).toEqual(expect.arrayContaining(await codes(world)));
  });
});

describe('an object that was changed and could not be read again', () => {
  it('is named old with the answer, and read again by the next that asks for it, however fresh it seems', async () => {
    const slow = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT1H' });
    const { name } = await seed(world).domain('unseen.ee', { nameservers: twoNameservers });
    const { calendar, clock } = world.container;
    const expiresOn = calendar.plusDays(calendar.dateOf(clock.now()), 20);
    await seed(world).alter(name, { expires_at: calendar.startOf(expiresOn) });
    await slow.upstream.mirror.pass();
    line.fault = (request, response, hand) =>
      request.method === 'GET' ? html(404)(request, response, hand) : hand();
    const renewed = await slow.request({
      method: 'POST',
      url: '/graphql',
      payload: {
        query: `mutation { domainRenew(input: { name: "${name}", period: "P1Y", expiresOn: "${expiresOn}" })
          { price userErrors { code message } } }`,
      },
    });
    expect(renewed.body).toMatchObject({
      data: { domainRenew: { price: null, userErrors: [] } },
      extensions: { stale: [`domain ${name}`, 'account'] },
    });
    line.fault = undefined;
    const { balance } = (await world.request({ url: '/registry/v1/accounts/balance' })).body.data;
    const { domain, account } = await slow.ask(
      `{ domain(name: "${name}") { expiresAt } account { balance } }`,
    );
    expect({ year: String(domain.expiresAt).slice(0, 4), balance: Number(account.balance) }).toEqual({
      year: String(Number(expiresOn.slice(0, 4)) + 1),
      balance: Number(balance),
    });
  });
});
