import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { mutateOf } from '../../support/operator.ts';
import { receiver } from '../../support/receiver.ts';
import { reported, webhooksOf } from '../../support/webhooks.ts';
import { basic, beta, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let hooks: ReturnType<typeof webhooksOf>;
let address: string;
beforeAll(async () => {
  // More than a year ahead of real time.
  world = await testWorld({}, { clock: new SimulatedClock(400 * 24 * 3_600_000) });
  address = await world.listen();
  hooks = webhooksOf(world);
});
afterEach(async () => {
  await world.container.database.db.deleteFrom('webhooks').execute();
  await world.container.database.db.deleteFrom('outbox').execute();
});

const mutate = mutateOf(() => world);
const epp = basic('alpha-epp', 'alpha-sandbox');
const billing = basic('alpha-billing', 'alpha-sandbox');
const deliver = () => world.container.outbox.drain();
const hoursPass = (count: number) =>
  world.clock.moveTo(new Date(world.clock.now().getTime() + count * 3_600_000));
const last = (received: readonly { body: string; headers: object }[]) => received.at(-1) as never;

describe('webhookCreate', () => {
  it('shows the webhook, and its secret this once', async () => {
    const made = await hooks.mutate(
      'webhookCreate',
      {
        url: 'https://example.com/hooks',
        events: ['INVOICE_CHANGED', 'DOMAIN_CHANGED', 'DOMAIN_CHANGED'],
        description: 'CRM',
      },
      'webhook { id url events description enabled failingSince deliveries(first: 1) { nodes { id } } } secret',
    );
    expect(made).toMatchObject({
      webhook: {
        url: 'https://example.com/hooks',
        events: ['DOMAIN_CHANGED', 'INVOICE_CHANGED'],
        description: 'CRM',
        enabled: true,
        failingSince: null,
        deliveries: { nodes: [] },
      },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      userErrors: [],
    });
  });

  it('shows no secret again, and writes it down nowhere but where it signs', async () => {
    const create = () =>
      graph(
        world,
        `mutation { webhookCreate(input: { url: "https://example.com/", events: [DOMAIN_CHANGED] }, idempotencyKey: "once") {
          webhook { id } secret userErrors { code } } }`,
      );
    const first = (await create()).data.webhookCreate as Loose;
    const again = await create();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.data.webhookCreate).toEqual({ ...first, secret: null });
    const { db } = world.container.database;
    const kept = JSON.stringify([
      await db.selectFrom('idempotency_keys').selectAll().execute(),
      await db.selectFrom('history').selectAll().execute(),
      await db.selectFrom('outbox').selectAll().execute(),
    ]);
    expect(kept).not.toContain(String(first.secret).slice(6));
  });

  it('refuses a URL that nothing may be sent to, no events, and a description of more than one line', async () => {
    const { userErrors, webhook } = await hooks.mutate(
      'webhookCreate',
      { url: 'http://10.0.0.1/', events: [], description: 'two\nlines' },
      'webhook { id }',
    );
    expect(webhook).toBeNull();
    expect(userErrors.map(({ path, resultCode }) => [path, resultCode])).toEqual([
      [['url'], 2306],
      [['events'], 2003],
      [['description'], 2005],
    ]);
  });

  it('refuses the eleventh of a registrar', async () => {
    for (let count = 0; count < 10; count += 1) await hooks.create('https://example.com/');
    const { userErrors } = await hooks.mutate(
      'webhookCreate',
      { url: 'https://example.com/', events: ['DOMAIN_CHANGED'] },
      'webhook { id }',
    );
    expect(userErrors).toMatchObject([{ resultCode: 2004, message: 'A registrar has at most 10 webhooks' }]);
    await webhooksOf(world, beta).create('https://example.com/');
  });
});

describe("a webhook's owner", () => {
  const created = (auth: string, event: string) =>
    graph(
      world,
      `mutation { webhookCreate(input: { url: "https://example.com/", events: [${event}] }) {
        webhook { id } userErrors { resultCode path } } }`,
      { auth },
    );

  it('gets events about what it could look up, and about nothing else', async () => {
    const reported = [
      [epp, 'DOMAIN_CHANGED', true],
      [epp, 'NOTIFICATION_CREATED', true],
      [epp, 'INVOICE_CHANGED', false],
      [billing, 'DOMAIN_CHANGED', false],
      [billing, 'NOTIFICATION_CREATED', false],
      [billing, 'INVOICE_CHANGED', true],
    ] as const;
    for (const [auth, event, may] of reported)
      expect((await created(auth, event)).data.webhookCreate, event).toEqual(
        may
          ? { webhook: { id: expect.any(String) }, userErrors: [] }
          : { webhook: null, userErrors: [{ resultCode: 2306, path: ['events'] }] },
      );
  });

  it('sees, changes and sends what is its own: for others it is not there', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url, 'DOMAIN_CHANGED', 'INVOICE_CHANGED');
    await hooks.mutate('webhookTest', { id }, 'delivery { id }');
    const delivery = (await hooks.show(id)).deliveries[0]?.id;
    const ids = [id, delivery];
    for (const auth of [beta, epp, billing]) {
      const list = await graph(world, '{ webhooks(first: 10) { totalCount nodes { id } } }', { auth });
      expect(list.data.webhooks).toEqual({ totalCount: 0, nodes: [] });
      const nodes = await graph(world, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        auth,
        variables: { ids },
      });
      expect(nodes.data.nodes).toEqual([null, null]);
      for (const [field, input] of [
        ['webhookUpdate', { id, url: 'https://elsewhere.example/' }],
        ['webhookSecretRotate', { id }],
        ['webhookTest', { id }],
        ['webhookDelete', { id }],
        ['webhookRedeliver', { id: delivery }],
      ] as const)
        expect((await mutate(field, input, '__typename', auth)).userErrors, field).toMatchObject([
          { resultCode: 2303 },
        ]);
    }
    const own = await graph(world, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: { ids },
    });
    expect(own.data.nodes).toEqual([{ id }, { id: delivery }]);
    const seen = await graph(world, '{ webhooks { nodes { id registrar { code } } } }', { auth: operator });
    expect(seen.data.webhooks.nodes).toContainEqual({ id, registrar: { code: 'ALPHA' } });
  });
});

describe('a webhook', () => {
  it('gets the registry’s time in the event, and a signature in real time', async () => {
    const there = await receiver();
    const hook = await hooks.create(there.url);
    await newDomain(world);
    await deliver();
    const sentAt = there.received[0]?.headers['webhook-timestamp'];
    expect(Math.abs(Number(sentAt) - Date.now() / 1000)).toBeLessThan(60);
    const { timestamp } = reported(hook, last(there.received));
    expect(Date.parse(timestamp) - Date.now()).toBeGreaterThan(399 * 24 * 3_600_000);
  });

  it('is tried with a message without meaning, also while it is switched off', async () => {
    const there = await receiver();
    const hook = await hooks.create(there.url);
    await hooks.mutate('webhookUpdate', { id: hook.id, enabled: false }, 'webhook { enabled }');
    const { delivery } = await hooks.mutate(
      'webhookTest',
      { id: hook.id },
      'delivery { event status attempts }',
    );
    expect(delivery).toEqual({ event: null, status: 'PENDING', attempts: 0 });
    await deliver();
    expect(reported(hook, last(there.received))).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: {},
    });
  });

  it('signs with both secrets for a day after a change, and then with the new one alone', async () => {
    const there = await receiver();
    const old = await hooks.create(there.url);
    const rotated = await hooks.mutate('webhookSecretRotate', { id: old.id }, 'webhook { id } secret');
    const fresh = { id: old.id, secret: String(rotated.secret) };
    expect(fresh.secret).not.toBe(old.secret);
    const test = async () => {
      await hooks.mutate('webhookTest', { id: old.id }, 'delivery { id }');
      await deliver();
    };
    await test();
    expect(reported(old, last(there.received))).toEqual(reported(fresh, last(there.received)));
    expect(String(there.received[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    hoursPass(24);
    await test();
    expect(reported(fresh, last(there.received))).toMatchObject({ type: 'webhook.test' });
    expect(() => reported(old, last(there.received))).toThrow('No matching signature');
  });

  it('has a secret that signs for each of two who change it at once', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url);
    const both = await Promise.all([1, 2].map(() => hooks.mutate('webhookSecretRotate', { id }, 'secret')));
    await hooks.mutate('webhookTest', { id }, 'delivery { id }');
    await deliver();
    for (const { secret } of both)
      expect(reported({ id, secret: String(secret) }, last(there.received))).toMatchObject({ data: {} });
  });

  it('keeps unchanged settings, and waiting messages go to its new address', async () => {
    const [before, after] = [await receiver('', 500), await receiver()];
    const { id } = await hooks.create(before.url);
    await newDomain(world);
    await deliver();
    const { webhook } = await hooks.mutate(
      'webhookUpdate',
      { id, url: after.url, description: 'moved' },
      'webhook { url events description enabled failingSince }',
    );
    expect(webhook).toEqual({
      url: after.url,
      events: ['DOMAIN_CHANGED'],
      description: 'moved',
      enabled: true,
      failingSince: null,
    });
    hoursPass(1);
    await deliver();
    expect(after.received).toHaveLength(1);
    const cleared = await hooks.mutate('webhookUpdate', { id, description: '' }, 'webhook { description }');
    expect(cleared.webhook).toEqual({ description: null });
  });

  it('is gone when it is deleted, with what waits', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url);
    await newDomain(world);
    expect((await hooks.remove(id)).deletedId).toBe(id);
    await deliver();
    expect(there.received).toEqual([]);
    expect(await hooks.show(id)).toBeUndefined();
  });

  it('is sent again what has arrived, with the same id', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url);
    await newDomain(world);
    await deliver();
    const [sent] = (await hooks.show(id)).deliveries;
    await hooks.mutate('webhookRedeliver', { id: sent?.id }, 'delivery { status }');
    await deliver();
    const ids = there.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('shows its deliveries newest first, a page at most', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url);
    for (let count = 0; count < 3; count += 1) await newDomain(world);
    await deliver();
    const read = (first: number) =>
      graph(
        world,
        `{ node(id: "${id}") { ... on Webhook { deliveries(first: ${first}) { nodes { id at } } } } }`,
      );
    const all = (await hooks.show(id)).deliveries;
    expect((await read(2)).data.node?.deliveries?.nodes).toMatchObject(
      all.slice(0, 2).map((one) => ({ id: one.id })),
    );
    for (const first of [0, 101])
      expect((await read(first)).errors?.[0]).toMatchObject({ extensions: { resultCode: 2004 } });
  });

  it('keeps its deliveries for thirty days', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url);
    await newDomain(world);
    await deliver();
    hoursPass(24 * 29);
    await mutate('jobsRun', { jobs: ['forget'] }, 'events { kind }');
    expect((await hooks.show(id)).deliveries).toHaveLength(1);
    hoursPass(24 * 1);
    await mutate('jobsRun', { jobs: ['forget'] }, 'events { kind }');
    expect((await hooks.show(id)).deliveries).toEqual([]);
  });

  it('is no dead letter of the registry, and counts in metrics of its own', async () => {
    const there = await receiver('', 500);
    await hooks.create(there.url);
    await newDomain(world);
    await deliver();
    const { data } = await graph(world, '{ outbox(first: 5) { totalCount lagSeconds nodes { kind } } }', {
      auth: operator,
    });
    expect(data.outbox).toEqual({ totalCount: 0, lagSeconds: 0, nodes: [] });
    const metrics = await world.container.metrics.registry.metrics();
    expect(metrics).toContain('zonegraph_webhook_pending 1');
    expect(metrics).toContain('zonegraph_webhooks_failing 1');
    expect(metrics).toMatch(/zonegraph_outbox_deliveries_total\{kind="webhook",outcome="failed"\} \d/);
  });
});

describe('the sandbox’s own receiver', () => {
  const arrived = async () => {
    const { body } = await world.request({
      method: 'GET',
      url: '/sandbox/webhooks',
      auth: null,
      headers: { accept: 'application/json' },
    });
    return body.received as unknown as Loose[];
  };

  it('shows what arrived, and that its signature is right', async () => {
    const url = `${address}/sandbox/webhooks`;
    await hooks.create(url);
    const name = await newDomain(world);
    await deliver();
    expect((await arrived())[0]).toMatchObject({
      signature: 'valid',
      answered: 204,
      headers: { 'webhook-id': expect.stringMatching(/^msg_/) },
    });
    const page = await world.request({ method: 'GET', url: '/sandbox/webhooks', auth: null });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('domain.changed');
    expect(page.text).toContain(name);
    expect(page.text).toContain('signature of webhook');
  });

  it('plays a receiver in trouble when it is asked to', async () => {
    const { id } = await hooks.create(`${address}/sandbox/webhooks?status=503`);
    await newDomain(world);
    await deliver();
    expect(await hooks.show(id)).toMatchObject({
      deliveries: [{ status: 'PENDING', error: 'The receiver answered 503' }],
    });
    expect((await arrived())[0]).toMatchObject({ answered: 503 });
  });

  it('takes what nobody signed, and says so, whatever it is', async () => {
    const body = '<script>alert(1)</script>\u0000';
    const sent = await world.app.inject({
      method: 'POST',
      url: '/sandbox/webhooks',
      payload: body,
      headers: { 'content-type': 'text/html' },
    });
    expect(sent.statusCode).toBe(204);
    expect((await arrived())[0]).toMatchObject({ signature: 'unknown' });
    const page = await world.request({ method: 'GET', url: '/sandbox/webhooks', auth: null });
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).toContain('no webhook of this sandbox signed it');
    const large = await world.app.inject({
      method: 'POST',
      url: '/sandbox/webhooks',
      payload: 'a'.repeat(70_000),
      headers: { 'content-type': 'text/plain' },
    });
    expect(large.statusCode).toBe(413);
  });
});
