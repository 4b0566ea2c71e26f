import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshBudgets, spentPoints } from '../../support/budgets.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { type Live, subscribe } from '../../support/live.ts';
import { mutateOf } from '../../support/operator.ts';
import { buildSchema } from '../../support/schema.ts';
import { alpha, basic, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** A stream is no way around the budget, and nobody holds open as many as it likes. */

let world: TestWorld;
let url: string;
let name: string;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '10', MAX_STREAMS: '3' });
  url = await world.listen();
  name = await newDomain(world);
});
const fresh = () => freshBudgets(world);
beforeEach(fresh);

const document = 'subscription { notificationReceived { id text } }';
const open = (auth = alpha) => subscribe(url, document, { auth });
/** A message for the sponsor of the domain. */
const news = async () => {
  await mutate('domainStatusesSet', { name, add: ['serverHold'] }, 'domain { name }');
  await mutate('domainStatusesSet', { name, remove: ['serverHold'] }, 'domain { name }');
};
const spent = async (): Promise<number> =>
  (await spentPoints(world))
    .filter(({ caller }) => caller.startsWith('user:'))
    .reduce((sum, { used }) => sum + used, 0);
const closeAll = async (lives: readonly Live[]) => {
  for (const live of lives) live.close();
  await expect.poll(() => openStreams()).toBe(0);
};
const openStreams = () => world.container.streams.total;

describe('a stream', () => {
  it('costs a point to open and one for each event, of the same budget', async () => {
    const live = await open();
    expect(live.status).toBe(200);
    expect(await spent()).toBe(1);
    await news();
    await live.next();
    await live.next();
    expect(await spent()).toBe(3);
    await closeAll([live]);
  });

  it('ends with THROTTLED when the budget is spent, and sends nothing more', async () => {
    const live = await open();
    for (let call = 0; call < 9; call += 1) await graph(world, '{ viewer { name } }');
    await news();
    const last = await live.next();
    expect(last).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('limit'),
          extensions: { code: 'THROTTLED', resultCode: 2502, retryAfterSeconds: expect.any(Number) },
        },
      ],
    });
    expect(JSON.stringify(last)).not.toContain(name);
    await live.ended();
    await expect.poll(openStreams).toBe(0);
  });

  it('is not opened for a caller who has spent its budget', async () => {
    for (let call = 0; call < 10; call += 1) await graph(world, '{ viewer { name } }');
    const live = await open();
    expect(live.status).toBe(429);
    expect(await live.next()).toMatchObject({ errors: [{ extensions: { code: 'THROTTLED' } }] });
    const other = await open(beta);
    expect(other.status).toBe(200);
    await fresh();
    const later = await open();
    expect(later.status).toBe(200);
    await closeAll([other, later]);
  });

  it('costs what an event can hold, and refunds what it did not', async () => {
    const wide = await subscribe(
      url,
      `subscription { domainChanged(name: "${name}") { domain { name registrant { domains(first: 100) { nodes { name registrar { code } } } } } } }`,
      { auth: basic('alpha-epp', 'alpha-sandbox') },
    );
    await news();
    await wide.next();
    await wide.next();
    // Opened, and two events; six points were set aside.
    await expect.poll(spent).toBe(3);
    await closeAll([wide]);
  });
});

describe('a caller', () => {
  it('holds as many as it may, and another takes nothing from it', async () => {
    await world.container.bus.dispatch('api_user', '');
    await expect.poll(openStreams).toBe(0);
    const lives = [await open(), await open(), await open()];
    const fourth = await open();
    expect(fourth.status).toBe(429);
    expect(await fourth.next()).toMatchObject({
      errors: [
        { message: 'At most 3 streams of one caller may be open at once', extensions: { code: 'THROTTLED' } },
      ],
    });
    const other = await open(beta);
    expect(other.status).toBe(200);
    lives[0]?.close();
    await expect
      .poll(async () => {
        const again = await open();
        if (again.status === 200) lives.push(again);
        await fresh();
        return again.status;
      })
      .toBe(200);
    await closeAll([...lives, other]);
  });

  it('that is refused because of its colleagues has as many places as before', async () => {
    const { sharedStreams, database } = world.container;
    const { id } = await database.db
      .selectFrom('registrars')
      .select('id')
      .where('code', '=', 'ALPHA')
      .executeTakeFirstOrThrow();
    const closes = Array.from({ length: sharedStreams.limit }, () => sharedStreams.open(`registrar:${id}`));
    const refused = await open();
    expect((await refused.next()).errors[0].message).toBe(
      `At most ${sharedStreams.limit} streams of one registrar may be open at once`,
    );
    expect(openStreams()).toBe(0);
    for (const close of closes) close?.();
    const live = await open();
    expect(live.status).toBe(200);
    await closeAll([live]);
  });

  it('that goes away in the middle of opening leaves nothing behind', async () => {
    for (let round = 0; round < 20; round += 1) {
      await fresh();
      const controller = new AbortController();
      const asked = fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: alpha },
        body: JSON.stringify({ query: document }),
        signal: controller.signal,
      }).catch(() => undefined);
      setTimeout(() => controller.abort(), round * 2);
      await asked;
      controller.abort();
    }
    await expect.poll(openStreams).toBe(0);
  });

  it('that is refused leaves nothing behind', async () => {
    for (const [auth, code] of [
      [basic('alpha-billing', 'alpha-sandbox'), 'FORBIDDEN'],
      [operator, 'GRAPHQL_VALIDATION_FAILED'],
    ] as const) {
      const live = await subscribe(url, document, { auth });
      expect(await live.next()).toMatchObject({ errors: [{ extensions: { code } }] });
    }
    await expect.poll(openStreams).toBe(0);
  });
});

describe('nobody', () => {
  const fields = Object.values(buildSchema().getSubscriptionType()?.getFields() ?? {});
  it.each(fields.map((field) => field.name))('opens no stream: %s', async (field) => {
    const given: Record<string, string> = {
      approvalsChanged: '(after: "1") { __typename }',
      contactsChanged: '(after: "1") { code }',
      domainChanged: '(name: "a.ee", after: "1") { kind }',
      domainsChanged: '(after: "1") { name }',
      invoiceChanged: '(number: 1) { kind }',
      notificationReceived: '(after: "1") { text }',
      transactionPosted: '(after: "1") { amount }',
    };
    const live = await subscribe(url, `subscription { ${field}${given[field]} }`);
    expect(live.status).toBe(401);
    expect(await live.next()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(openStreams()).toBe(0);
  });
});
