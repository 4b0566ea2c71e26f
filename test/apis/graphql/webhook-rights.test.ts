import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../support/access-tokens.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { receiver } from '../../support/receiver.ts';
import { webhooksOf } from '../../support/webhooks.ts';
import { alpha, basic, type TestWorld, testWorld } from '../../support/world.ts';

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

const epp = basic('alpha-epp', 'alpha-sandbox');

describe('a webhook that is notified of less than before', () => {
  it('shows and sends again its deliveries only to users that may see the events', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url, 'DOMAIN_CHANGED', 'INVOICE_CHANGED');
    await hooks.mutate('accountTopUp', { amount: '50.00' }, 'invoice { id }');
    await newDomain(world);
    await world.container.outbox.drain();
    await hooks.mutate('webhookUpdate', { id, events: ['DOMAIN_CHANGED'] }, 'webhook { id }');
    const all = (await hooks.show(id)).deliveries;
    const invoice = all.find(({ event }) => event === 'INVOICE_CHANGED')?.id;
    const domain = all.find(({ event }) => event === 'DOMAIN_CHANGED')?.id;
    const others = webhooksOf(world, epp);
    const seen = (await others.show(id)).deliveries;
    expect(new Set(seen.map(({ event }) => event))).toEqual(new Set(['DOMAIN_CHANGED']));
    const nodes = (auth: string) =>
      graph(world, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        auth,
        variables: { ids: [invoice, domain] },
      });
    expect((await nodes(epp)).data.nodes).toEqual([null, { id: domain }]);
    expect((await nodes(alpha)).data.nodes).toEqual([{ id: invoice }, { id: domain }]);
    const again = (who: typeof hooks, delivery: string | undefined) =>
      who.mutate('webhookRedeliver', { id: delivery }, 'delivery { status }');
    const before = there.received.length;
    expect((await again(others, invoice)).userErrors).toMatchObject([{ resultCode: 2303 }]);
    await world.container.outbox.drain();
    expect(there.received).toHaveLength(before);
    expect((await again(others, domain)).userErrors).toEqual([]);
    expect((await again(hooks, invoice)).userErrors).toEqual([]);
  });

  it('is sent nothing of that any more, though it waits', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url, 'DOMAIN_CHANGED', 'INVOICE_CHANGED');
    await hooks.mutate('accountTopUp', { amount: '50.00' }, 'invoice { id }');
    await newDomain(world);
    await hooks.mutate('webhookTest', { id }, 'delivery { id }');
    await hooks.mutate('webhookUpdate', { id, events: ['DOMAIN_CHANGED'] }, 'webhook { id }');
    await world.container.outbox.drain();
    const outcome = (await hooks.show(id)).deliveries.map(({ event, status, error }) => [
      event,
      status,
      error,
    ]);
    expect(new Set(outcome.map((one) => one.join(' ')))).toEqual(
      new Set([
        ' DELIVERED ',
        'DOMAIN_CHANGED DELIVERED ',
        'INVOICE_CHANGED FAILED The webhook no longer subscribes to this event',
      ]),
    );
    const types = there.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(new Set(types)).toEqual(new Set(['domain.changed', 'webhook.test']));
  });
});

describe('an access token', () => {
  it('changes no webhook, whatever its scopes', async () => {
    const { id } = await hooks.create('https://example.com/');
    const { auth } = await giveToken(world, ['WRITE', 'SECRETS', 'BILLING']);
    for (const what of [
      `webhookSecretRotate(input: { id: "${id}" })`,
      `webhookUpdate(input: { id: "${id}", url: "https://example.org/" })`,
      `webhookDelete(input: { id: "${id}" })`,
      'webhookCreate(input: { url: "https://example.com/", events: [DOMAIN_CHANGED] })',
    ]) {
      const { data, errors } = await graph(world, `mutation { done: ${what} { userErrors { message } } }`, {
        auth,
      });
      expect(data).toEqual({ done: null });
      expect(errors).toMatchObject([
        { extensions: { code: 'FORBIDDEN', resultCode: 2201, scope: 'SIGN_IN' } },
      ]);
    }
    expect((await hooks.show(id)).url).toBe('https://example.com/');
  });

  it('is shown the host of an address and finds out no more, unless it is for secrets', async () => {
    const { id } = await hooks.create('https://hooks.example.com:8443/services/T0/secret?key=1');
    const seen = async (scope: 'READ' | 'WRITE' | 'SECRETS', contains: string) => {
      const { auth } = await giveToken(world, [scope]);
      const { data } = await graph(
        world,
        `{ node(id: "${id}") { ... on Webhook { url } }
          webhooks(where: { url: { contains: "${contains}" } }) { nodes { url } } }`,
        { auth },
      );
      return [data.node.url, ...(data.webhooks.nodes as unknown as { url: string }[]).map(({ url }) => url)];
    };
    const host = 'https://hooks.example.com:8443';
    for (const scope of ['READ', 'WRITE'] as const) {
      expect(await seen(scope, 'hooks.example')).toEqual([host, host]);
      expect(await seen(scope, 'secret')).toEqual([host]);
    }
    const whole = `${host}/services/T0/secret?key=1`;
    expect(await seen('SECRETS', 'secret')).toEqual([whole, whole]);
  });
});
