import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemCall } from '#src/integrations/outbox/deliveries/system-call.ts';
import { recordEInvoice } from '#src/registry/operations/billing/record-e-invoice.ts';
import { claimForWebhooks } from '#src/registry/store/runner/webhook-deliveries.ts';
import { secondContainer } from '../../support/containers.ts';
import { countStatements } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { mutateOf } from '../../support/operator.ts';
import { receiver, silentReceiver } from '../../support/receiver.ts';
import { seed } from '../../support/seed.ts';
import { allReported, namesIn, reported, webhooksOf } from '../../support/webhooks.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let hooks: ReturnType<typeof webhooksOf>;
beforeAll(async () => {
  world = await testWorld();
  hooks = webhooksOf(world);
});
afterEach(async () => {
  await world.container.database.db.deleteFrom('webhooks').execute();
  await world.container.database.db.deleteFrom('outbox').execute();
});

const deliver = () => world.container.outbox.drain();
const passes = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const hours = (count: number) => count * 3_600_000;
const change = (name: string, tag = Math.random().toString(36).slice(2)) =>
  mutateOf(() => world)('domainUpdate', { name, transferCode: `code-${tag}` }, 'domain { id }', alpha);
const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');
const idOf = async (name: string) =>
  (
    await world.container.database.db
      .selectFrom('domains')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id;

describe('a webhook is notified', () => {
  it('of a change of a domain: which fields, with the id that the graph knows, and no values', async () => {
    const there = await receiver();
    const name = await newDomain(world);
    const hook = await hooks.create(there.url, 'DOMAIN_CHANGED');
    await change(name, 'secret-word');
    await deliver();
    expect(allReported(hook, there)).toEqual([
      {
        type: 'domain.changed',
        timestamp: expect.stringMatching(/^20\d\d-.*[+-]\d\d:\d\d$/),
        data: { id: globalId('Domain', await idOf(name)), name, change: 'UPDATED', fields: ['transferCode'] },
      },
    ]);
    expect(there.received[0]?.body).not.toContain('secret-word');
    const { data } = await graph(
      world,
      `{ node(id: "${String(allReported(hook, there)[0]?.data.id)}") { ... on Domain { name } } }`,
    );
    expect(data.node).toEqual({ name });
    expect((await hooks.show(hook.id)).deliveries).toMatchObject([
      { event: 'DOMAIN_CHANGED', status: 'DELIVERED', attempts: 1, error: null },
    ]);
  });

  it('of poll messages and of both sides of a transfer, each registrar of what it had or has', async () => {
    const [old, next] = [await receiver(), await receiver()];
    const { name, transferCode } = await seed(world).domain('kolib.ee');
    const ofOld = await hooks.create(old.url, 'NOTIFICATION_CREATED', 'DOMAIN_CHANGED');
    const ofNext = await webhooksOf(world, beta).create(next.url, 'NOTIFICATION_CREATED', 'DOMAIN_CHANGED');
    await mutateOf(() => world)('domainTransfer', { name, transferCode }, 'domain { name }', beta);
    await deliver();
    const message = await world.container.database.db
      .selectFrom('notifications')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const moved = {
      type: 'domain.changed',
      data: { name, change: 'UPDATED', fields: expect.arrayContaining(['registrar']) },
    };
    const ofMessage = {
      id: globalId('Notification', message.id),
      number: message.id,
      kind: 'domain_transferred',
    };
    expect(allReported(ofOld, old).sort((one, other) => one.type.localeCompare(other.type))).toMatchObject([
      moved,
      { type: 'notification.created', data: ofMessage },
    ]);
    expect(allReported(ofNext, next)).toMatchObject([moved]);
    // From now on the old one hears nothing more.
    await mutateOf(() => world)('domainUpdate', { name, transferCode: 'of-beta' }, 'domain { name }', beta);
    await deliver();
    expect(old.received).toHaveLength(2);
    expect(next.received).toHaveLength(2);
  });

  it('of a domain that is new, and of one that is gone', async () => {
    const there = await receiver();
    const hook = await hooks.create(there.url, 'DOMAIN_CHANGED');
    const name = await newDomain(world);
    await sql`update domains set remove_at = now() - interval '1 day', statuses = array['deleteCandidate']
      where name = ${name}`.execute(world.container.database.db);
    await mutateOf(() => world)('jobsRun', { jobs: [] }, 'events { kind }');
    await deliver();
    const changes = allReported(hook, there).map(({ data }) => data.change);
    expect(changes.at(0)).toBe('CREATED');
    expect(changes.at(-1)).toBe('DELETED');
  });

  it('of its registrar’s invoices', async () => {
    const [own, other] = [await receiver(), await receiver()];
    const hook = await hooks.create(own.url, 'INVOICE_CHANGED');
    await webhooksOf(world, beta).create(
      other.url,
      'INVOICE_CHANGED',
      'DOMAIN_CHANGED',
      'NOTIFICATION_CREATED',
    );
    const { invoice } = await hooks.mutate(
      'accountTopUp',
      { amount: '50.00' },
      'invoice { id number status }',
    );
    // That the e-invoicing operator has it is nothing to tell.
    const taken = { initiator: 'registry', number: String(invoice?.number) };
    const { ok } = await world.container.runner.run(recordEInvoice, taken, systemCall({ id: 1 }));
    expect(ok).toBe(true);
    await deliver();
    expect(allReported(hook, own)).toMatchObject([
      {
        type: 'invoice.changed',
        data: { id: invoice?.id, number: invoice?.number, status: 'UNPAID' },
      },
    ]);
    await mutateOf(() => world)('invoiceCancel', { number: invoice?.number }, 'invoice { status }', alpha);
    await deliver();
    expect(allReported(hook, own).map(({ data }) => data)).toMatchObject([
      { status: 'UNPAID' },
      { number: invoice?.number, status: 'CANCELLED' },
    ]);
    expect(other.received).toEqual([]);
  });

  it('only of the events that it wants, and nothing while it is switched off', async () => {
    const there = await receiver();
    const name = await newDomain(world);
    const { id } = await hooks.create(there.url, 'NOTIFICATION_CREATED');
    await change(name);
    await hooks.mutate(
      'webhookUpdate',
      { id, events: ['DOMAIN_CHANGED'], enabled: false },
      'webhook { enabled }',
    );
    await change(name);
    await deliver();
    expect(there.received).toEqual([]);
    await hooks.mutate('webhookUpdate', { id, enabled: true }, 'webhook { enabled }');
    await change(name);
    await deliver();
    expect(there.received).toHaveLength(1);
  });

  it('nothing that was only tried: a dry run, a refusal', async () => {
    const there = await receiver();
    const name = await newDomain(world);
    await hooks.create(there.url);
    await graph(
      world,
      `mutation { domainUpdate(input: { name: "${name}", transferCode: "tried" }, dryRun: true) { userErrors { code } } }`,
    );
    await mutateOf(() => world)('domainRenew', { name, period: 'P99Y' }, 'price', alpha).catch(() => {});
    await deliver();
    expect(there.received).toEqual([]);
  });

  it('at no cost to others: one statement more for a registrar that has one', async () => {
    const name = await newDomain(world);
    const { database } = world.container;
    await change(name);
    const writes = async () => (await countStatements(database, () => change(name))).count;
    const without = await writes();
    await webhooksOf(world, beta).create((await receiver()).url, 'NOTIFICATION_CREATED', 'DOMAIN_CHANGED');
    expect(await writes()).toBe(without);
    await hooks.create((await receiver()).url);
    expect(await writes()).toBe(without + 1);
  });
});

const never = (): never => {
  throw new Error('nothing arrived');
};

describe('a message that does not arrive', () => {
  it('is sent again later, with the same id, and shows since when it fails', async () => {
    const there = await receiver('', 500);
    const name = await newDomain(world);
    const hook = await hooks.create(there.url);
    await change(name);
    await deliver();
    await deliver();
    expect(there.received).toHaveLength(1);
    const failing = await hooks.show(hook.id);
    expect(failing).toMatchObject({
      enabled: true,
      failingSince: expect.any(String),
      deliveries: [{ status: 'PENDING', attempts: 1, error: 'The receiver answered 500' }],
    });
    passes(13_000);
    await deliver();
    passes(49_000);
    there.answer = { status: 204, body: '' };
    await deliver();
    expect(there.received).toHaveLength(3);
    expect(new Set(there.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await hooks.show(hook.id)).toMatchObject({
      failingSince: null,
      deliveries: [{ status: 'DELIVERED', attempts: 3, error: null }],
    });
  });

  it('holds up later ones about the same object, and no others', async () => {
    const there = await receiver('', 500);
    const [one, other] = [await newDomain(world), await newDomain(world)];
    const hook = await hooks.create(there.url);
    await change(one);
    await deliver();
    there.answer = { status: 200, body: '' };
    await change(one);
    await mutateOf(() => world)('domainClientHoldSet', { name: one }, 'domain { name }', alpha);
    await change(other);
    await deliver();
    expect(namesIn(hook, there)).toEqual([one, other]);
    passes(13_000);
    await deliver();
    expect(
      allReported(hook, there)
        .slice(2)
        .map(({ data }) => [data.name, data.fields]),
    ).toEqual([
      [one, ['transferCode']],
      [one, ['transferCode']],
      [one, ['statuses']],
    ]);
  });

  it('is given up after three days: the webhook is switched off, by poll message and by mail', async () => {
    const [broken, healthy] = [await receiver('', 503), await receiver()];
    const [name, later] = [await newDomain(world), await newDomain(world)];
    const hook = await hooks.create(`${broken.url}/hooks?token=private-word`);
    const watching = await hooks.create(healthy.url, 'NOTIFICATION_CREATED');
    await change(name);
    await deliver();
    for (let day = 0; day < 2; day += 1) {
      passes(hours(24));
      await deliver();
      expect(await hooks.show(hook.id)).toMatchObject({ enabled: true });
    }
    await change(later);
    passes(hours(24));
    await deliver();
    const { enabled, failingSince, deliveries } = await hooks.show(hook.id);
    expect({ enabled, failingSince }).toEqual({ enabled: false, failingSince: expect.any(String) });
    expect(deliveries.map(({ status, error }) => [status, error])).toEqual([
      ['FAILED', 'The receiver answered 503'],
      ['FAILED', 'The receiver answered 503'],
    ]);
    const messages = await graph(world, '{ notifications(first: 1) { nodes { kind text } } }');
    expect(messages.data.notifications?.nodes).toEqual([
      {
        kind: 'WEBHOOK_SWITCHED_OFF',
        text: `Webhook ${hook.id} at ${new URL(broken.url).host} was switched off: nothing could be delivered for three days`,
      },
    ]);
    expect(allReported(watching, healthy).map(({ data }) => data.kind)).toEqual(['webhook_switched_off']);
    const mails = await world.container.database.db.selectFrom('sandbox_mails').selectAll().execute();
    expect(mails.map(({ subject }) => subject)).toEqual(['Webhook switched off']);
    expect(JSON.stringify(mails)).toContain(hook.id);
    // An address may hold a token, and messages are read by more people than set up webhooks.
    expect(JSON.stringify(mails)).not.toContain('private-word');

    // Nothing more comes, until its owner switches it on again; what was missed can be asked for.
    const before = broken.received.length;
    broken.answer = { status: 200, body: '' };
    await change(name);
    passes(hours(24));
    await deliver();
    expect(broken.received).toHaveLength(before);
    await hooks.mutate('webhookUpdate', { id: hook.id, enabled: true }, 'webhook { enabled }');
    expect(await hooks.show(hook.id)).toMatchObject({ enabled: true, failingSince: null });
    const { delivery } = await hooks.mutate(
      'webhookRedeliver',
      { id: deliveries[0]?.id },
      'delivery { status attempts error }',
    );
    expect(delivery).toEqual({ status: 'PENDING', attempts: 0, error: null });
    await deliver();
    expect(broken.received).toHaveLength(before + 1);
    expect(reported(hook, broken.received.at(-1) ?? never()).data.name).toBe(later);
  });

  it('is not given up after one attempt because the clock has leapt', async () => {
    const there = await receiver('', 500);
    const name = await newDomain(world);
    const hook = await hooks.create(there.url);
    await change(name);
    passes(hours(24 * 30));
    await deliver();
    expect(await hooks.show(hook.id)).toMatchObject({ enabled: true, deliveries: [{ status: 'PENDING' }] });
  });
});

describe('a process that sends may die', () => {
  it('between sending and writing down: the message is sent again, with the same id', async () => {
    const there = await receiver();
    const name = await newDomain(world);
    const hook = await hooks.create(there.url);
    await change(name);
    const { database, clock } = world.container;
    const claim = { now: clock.now(), leaseMs: 60_000, limit: 10, except: [], each: 4, ofRegistrar: 8 };
    // As a process does that is killed when its receiver has answered.
    expect(await claimForWebhooks(database.db, claim)).toHaveLength(1);
    await change(name);
    await deliver();
    expect(there.received).toEqual([]);
    await sql`update outbox set claimed_until = clock_timestamp() where claimed_until is not null`.execute(
      database.db,
    );
    await deliver();
    expect(there.received).toHaveLength(2);
    const [{ attempts } = { attempts: 0 }] = [...(await hooks.show(hook.id)).deliveries].reverse();
    expect(attempts).toBe(2);
  });

  it.runIf(inject('testDatabase').kind === 'postgres')('and two at work send each message once', async () => {
    const there = await receiver();
    const other = await secondContainer();
    const hook = await hooks.create(there.url);
    const name = await newDomain(world);
    const names = [name, ...(await Promise.all(Array.from({ length: 20 }, () => newDomain(world))))];
    for (const one of names) await change(one);
    await Promise.all([deliver(), other.container.outbox.drain()]);
    expect(new Set(there.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
      there.received.length,
    );
    const { deliveries } = await hooks.show(hook.id);
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 'DELIVERED'));
    expect(there.received).toHaveLength(deliveries.length);
  });
});

describe('a receiver that is slow', () => {
  it('keeps nobody waiting: other receivers, other registrars, mails', async () => {
    const [slow, quick, foreign] = [await silentReceiver(), await receiver(), await receiver()];
    const { outbox } = world.container;
    const others = webhooksOf(world, beta);
    await hooks.create(slow.url);
    await hooks.create(quick.url);
    await others.create(foreign.url);
    const names = await Promise.all(Array.from({ length: 12 }, () => newDomain(world)));
    for (const name of names) await change(name);
    const ofBeta = await newDomain(world, {}, { auth: beta });
    outbox.start();
    try {
      await expect.poll(() => quick.received.length).toBe(12 + 12);
      await expect.poll(() => foreign.received.length).toBe(1);
      expect(ofBeta).toMatch(/ee$/);
      // It has four in hand, and gets no more before it has answered.
      await expect.poll(() => slow.waiting()).toBe(4);
    } finally {
      slow.answerAll();
      await outbox.stop();
    }
  });
});
