import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../support/access-tokens.ts';
import { newDomain } from '../support/domains.ts';
import { graph } from '../support/graph.ts';
import { receiver } from '../support/receiver.ts';
import { webhooksOf } from '../support/webhooks.ts';
import { alpha, basic, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
let hooks: ReturnType<typeof webhooksOf>;
beforeAll(async () => {
  world = await testWorld();
  hooks = webhooksOf(world);
});
afterEach(async () => {
  await world.house.database.db.deleteFrom('webhooks').execute();
  await world.house.database.db.deleteFrom('outbox').execute();
});

const epp = basic('alpha-epp', 'alpha-sandbox');

describe('a webhook that is told of less than before', () => {
  it('shows and sends again what it was told only to who may be told of it', async () => {
    const there = await receiver();
    const { id } = await hooks.create(there.url, 'DOMAIN_CHANGED', 'INVOICE_CHANGED');
    await hooks.mutate('accountTopUp', { amount: '50.00' }, 'invoice { id }');
    await newDomain(world);
    await world.house.outbox.drain();
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
    await world.house.outbox.drain();
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
    await world.house.outbox.drain();
    const outcome = (await hooks.show(id)).deliveries.map(({ event, status, error }) => [
      event,
      status,
      error,
    ]);
    expect(new Set(outcome.map((one) => one.join(' ')))).toEqual(
      new Set([
        ' DELIVERED ',
        'DOMAIN_CHANGED DELIVERED ',
        'INVOICE_CHANGED FAILED The webhook is not told of this any more',
      ]),
    );
    const types = there.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(new Set(types)).toEqual(new Set(['domain.changed', 'webhook.test']));
  });
});

describe('a token that is not for secrets', () => {
  it('makes none that nobody would ever know', async () => {
    const { id } = await hooks.create('https://example.com/');
    const writer = await giveToken(world, ['WRITE']);
    const asked = [
      `webhookSecretRotate(input: { id: "${id}" })`,
      'webhookCreate(input: { url: "https://example.com/", events: [DOMAIN_CHANGED] })',
    ];
    const done = (what: string, { auth }: { readonly auth: string }) =>
      graph(world, `mutation { done: ${what} { secret userErrors { message } } }`, { auth });
    for (const what of asked) {
      const { data, errors } = await done(what, writer);
      expect(data).toEqual({ done: null });
      expect(errors).toMatchObject([
        {
          message: 'Authorization error: this needs an access token with the scope SECRETS',
          extensions: { code: 'FORBIDDEN', resultCode: 2201, scope: 'SECRETS' },
        },
      ]);
    }
    const { errors } = await done(String(asked[0]), await giveToken(world, ['SECRETS']));
    expect(errors?.[0]?.extensions).toMatchObject({ scope: 'WRITE' });
    const both = await giveToken(world, ['WRITE', 'SECRETS']);
    for (const what of asked)
      expect((await done(what, both)).data.done).toEqual({
        secret: expect.stringMatching(/^whsec_/),
        userErrors: [],
      });
  });
});
