import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '#src/server/app.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { subscribe } from '../../support/live.ts';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { newOperator, type Person } from '../../support/operators.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

/** Tokens of people and machines that run the registry: their roles, their end, and what ends with them. */
let world: TestWorld;
let other: SecondContainer;
let urls: [string, string];
const mutate = mutateOf(() => world);

const env = {
  OPERATOR_TOKENS: 'operator-sandbox,Desk:support:token-of-the-desk,Desk:VIEWER:token-of-a-reader',
};

beforeAll(async () => {
  world = await testWorld(env);
  const database = (await secondConnection()) ?? world.container.database;
  other = await secondContainer({ env, clock: world.clock, database });
  await listen(other.app, other.container, 0, '127.0.0.1');
  urls = [await world.listen(), other.container.address.ownUrl];
});

const viewer = async (auth: string) =>
  (await graph(world, '{ viewer { name operatorRole actorKind } }', { auth })).data?.viewer as unknown;

/** A token that a person makes at the console. */
async function tokenOf({ browser }: Person, more: Record<string, string> = {}): Promise<string> {
  const form = { name: 'a script', scopes: 'WRITE', back: '/operator/tokens', ...more };
  const { body } = await browser.post('/operator/do/accessTokenCreate', form);
  return `Bearer ${/zgo_\w{40}/.exec(body)?.[0]}`;
}

describe('a token of OPERATOR_TOKENS', () => {
  it('has a name and a role, or is an ADMIN named by its fingerprint', async () => {
    expect(await viewer('Bearer token-of-the-desk')).toEqual({
      name: 'Desk',
      operatorRole: 'SUPPORT',
      actorKind: 'TOKEN',
    });
    expect(await viewer('Bearer operator-sandbox')).toMatchObject({
      name: expect.stringMatching(/^operator [0-9a-f]{8}$/),
      operatorRole: 'ADMIN',
    });
  });

  it('shares nothing with another token of the same name', async () => {
    const input = { name: 'kaks-desk.ee' };
    const block = (auth: string) =>
      graph(
        world,
        'mutation ($input: NameBlockInput!) { nameBlock(input: $input, idempotencyKey: "same") { userErrors { code } } }',
        {
          auth,
          variables: { input },
        },
      );
    expect((await block('Bearer token-of-the-desk')).errors).toBeUndefined();
    expect((await block('Bearer token-of-a-reader')).errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      operators: 'SUPPORT',
    });
  });
});

describe('an access token of a person', () => {
  it('has the role or less, an end of at most 90 days, and the name of the person', async () => {
    const person = await newOperator(world, 'SUPPORT');
    const reader = await tokenOf(person, { role: 'VIEWER' });
    expect(await viewer(reader)).toEqual({ name: person.name, operatorRole: 'VIEWER', actorKind: 'PERSON' });
    expect(await viewer(await tokenOf(person))).toMatchObject({ operatorRole: 'SUPPORT' });
    for (const [more, message] of [
      [{ role: 'ADMIN' }, 'You may not grant the role ADMIN: yours is SUPPORT'],
      [{ role: 'FINANCE' }, 'You may not grant the role FINANCE: yours is SUPPORT'],
      [{ expiresIn: 'P91D' }, 'at most P90D'],
    ] as const) {
      const form = { name: 'more', scopes: 'READ', back: '/operator/tokens', ...more };
      expect((await person.browser.post('/operator/do/accessTokenCreate', form)).body).toContain(message);
    }
    const { data } = await graph(world, '{ accessTokens(first: 50) { nodes { name role createdBy } } }', {
      auth: 'Bearer operator-sandbox',
    });
    expect(data?.accessTokens.nodes).toContainEqual({
      name: 'a script',
      role: 'VIEWER',
      createdBy: person.name,
    });
  });

  it('makes no operators and no other tokens, even for an ADMIN', async () => {
    const auth = await tokenOf(await newOperator(world, 'ADMIN'));
    const input = { name: 'Uus', email: 'uus@registry.example', role: 'ADMIN' };
    const made = await graph(
      world,
      'mutation ($input: OperatorCreateInput!) { operatorCreate(input: $input) { link } }',
      {
        auth,
        variables: { input },
      },
    );
    expect(made.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', scope: 'SIGN_IN' });
  });

  it('is refused when its role is more than what the person has left', async () => {
    const person = await newOperator(world, 'ADMIN');
    const [whole, reader] = [
      await tokenOf(person, { role: 'ADMIN' }),
      await tokenOf(person, { role: 'VIEWER' }),
    ];
    expectDone(await mutate('operatorUpdate', { id: person.id, role: 'SUPPORT' }, 'operator { role }'));
    expect(await viewer(whole)).toBeUndefined();
    expect(await viewer(reader)).toMatchObject({ operatorRole: 'VIEWER' });
  });

  it('of another is revoked by an ADMIN only', async () => {
    const person = await newOperator(world, 'FINANCE');
    await tokenOf(person);
    const { data } = await graph(
      world,
      `{ accessTokens(first: 1, where: { createdBy: { eq: "${person.name}" } }) { nodes { id } } }`,
      {
        auth: 'Bearer operator-sandbox',
      },
    );
    const id = String(data?.accessTokens.nodes[0].id);
    expectRefused(
      await mutate('accessTokenRevoke', { id }, 'accessToken { id }', 'Bearer token-of-the-desk'),
      2303,
    );
    expectDone(await mutate('accessTokenRevoke', { id }, 'accessToken { id }'));
  });
});

describe('what is open when a person', () => {
  it.each([
    ['is disabled', (id: string) => mutate('operatorDisable', { id }, 'operator { id }')],
    ['has another role', (id: string) => mutate('operatorUpdate', { id, role: 'VIEWER' }, 'operator { id }')],
  ])('%s ends within five seconds, in every process', async (_, end) => {
    const person = await newOperator(world, 'SUPPORT');
    const auth = await tokenOf(person);
    const streams = await Promise.all(
      urls.map((url) => subscribe(url, 'subscription { domainsChanged { name } }', { auth })),
    );
    await vi.waitFor(() => expect(world.container.streams.total + other.container.streams.total).toBe(2));
    const began = performance.now();
    expectDone(await end(person.id));
    for (const stream of streams) await stream.ended();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await viewer(auth)).toBeUndefined();
  });
});

describe('the outbox', () => {
  it('is sent again by FINANCE where it is about money, and by ADMIN', async () => {
    const person = await newOperator(world, 'FINANCE');
    const auth = await tokenOf(person);
    const add = async (kind: 'mail' | 'accounting') =>
      world.container.database.db
        .insertInto('outbox')
        .values({
          kind,
          subject: 'x',
          payload: '{}',
          next_attempt_at: world.clock.now(),
          created_at: world.clock.now(),
          dead_at: world.clock.now(),
          attempts: 9,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const retry = async (kind: 'mail' | 'accounting') =>
      graph(
        world,
        'mutation ($input: OutboxItemRetryInput!) { outboxItemRetry(input: $input) { userErrors { code } } }',
        {
          auth,
          variables: { input: { id: String((await add(kind)).id) } },
        },
      );
    expect((await retry('accounting')).errors).toBeUndefined();
    const refused = await retry('mail');
    expect(JSON.stringify(refused)).toContain('with the role ADMIN, and yours is FINANCE');
  });
});

describe('a VIEWER', () => {
  const reader = 'Bearer token-of-a-reader';

  it("sees only the host of a webhook's address, and finds nothing by the rest, which may be a secret", async () => {
    const hook = 'https://hooks.example/in?key=hush-hush';
    const made = await mutate(
      'webhookCreate',
      { url: hook, events: ['DOMAIN_CHANGED'] },
      'webhook { id }',
      alpha,
    );
    expectDone(made);
    const read = (auth: string) =>
      graph(
        world,
        `{ webhooks { nodes { url } } node(id: "${made.webhook?.id}") { ... on Webhook { url } } }`,
        { auth },
      );
    for (const [auth, url] of [
      [reader, 'https://hooks.example'],
      ['Bearer token-of-the-desk', hook],
    ] as const)
      expect((await read(auth)).data).toEqual({ webhooks: { nodes: [{ url }] }, node: { url } });
    const found = await graph(world, '{ webhooks(where: { url: { contains: "hush" } }) { totalCount } }', {
      auth: reader,
    });
    expect(found.data.webhooks.totalCount).toBe(0);
  });
});

describe('what was changed in an operator', () => {
  it('is shown to ADMIN only; that something was changed is shown to every role', async () => {
    const person = await newOperator(world, 'SUPPORT');
    expectDone(await mutate('operatorUpdate', { id: person.id, role: 'FINANCE' }, 'operator { id }'));
    const changes = async (auth: string) =>
      (
        await graph(
          world,
          '{ operatorLog(first: 1, where: { operation: { eq: "operator.update" } }) { nodes { operation entry { changes { field to } } } } }',
          { auth },
        )
      ).data.operatorLog.nodes as unknown;
    expect(await changes('Bearer operator-sandbox')).toMatchObject([
      { operation: 'operator.update', entry: { changes: [{ field: 'role', to: 'FINANCE' }] } },
    ]);
    for (const auth of ['Bearer token-of-the-desk', 'Bearer token-of-a-reader'])
      expect(await changes(auth)).toEqual([{ operation: 'operator.update', entry: { changes: [] } }]);
  });
});
