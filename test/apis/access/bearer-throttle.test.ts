import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../support/access-tokens.ts';
import { token } from '../../support/billing.ts';
import { graph } from '../../support/graph.ts';
import { alpha, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ BUSINESS_REGISTRY_ALLOWED_IPS: '0.0.0.0/0' });
});

const calls = {
  'the graph': { method: 'POST', url: '/graphql', payload: { query: '{ viewer { kind } }' } },
  'the registrar API': { method: 'GET', url: '/registry/v1/accounts/balance' },
  'the billing API': { method: 'POST', url: '/api/v1/invoice_generator/deposit_prepayment', payload: {} },
  'the reservation API': { method: 'GET', url: '/api/v1/business_registry/domain_names/tamm' },
} as const;

/** What nobody has sent before, at each of its APIs. */
const right: Readonly<Record<string, readonly [(typeof calls)[keyof typeof calls], () => Promise<string>]>> =
  {
    "an operator's token": [calls['the graph'], async () => operator],
    "a portal's token": [calls['the graph'], async () => portal],
    "a portal's token over REST": [calls['the reservation API'], async () => portal],
    'a JWT that is signed for each call': [calls['the graph'], async () => token('eeid')],
    'a JWT over REST': [calls['the billing API'], async () => token('eeid')],
    "a user's access token": [calls['the graph'], async () => (await giveToken(world, ['READ'])).auth],
    "a user's access token over REST": [
      calls['the registrar API'],
      async () => (await giveToken(world, ['READ', 'BILLING'])).auth,
    ],
    "an operator's access token": [
      calls['the graph'],
      async () => (await giveToken(world, ['READ'], { auth: operator })).auth,
    ],
  };

let addresses = 0;
/** Each from an address of its own. */
const from = () => {
  addresses += 1;
  const remoteAddress = `192.0.2.${addresses}`;
  return async (call: (typeof calls)[keyof typeof calls], auth: string) =>
    (await world.app.inject({ ...call, remoteAddress, headers: { authorization: auth } })).statusCode;
};

describe('wrong bearer tokens', () => {
  it.each(Object.entries(calls))('at %s are counted by address, and then have to wait', async (_, call) => {
    const ask = from();
    const statuses = [];
    for (let guess = 0; guess < 25; guess += 1)
      statuses.push(await ask(call, `Bearer guess-${addresses}-${guess}`));
    expect(new Set(statuses.slice(0, 20)).has(429)).toBe(false);
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
    // A right one is accepted all the same.
    expect(await ask(calls['the graph'], operator)).toBe(200);
  });

  it.each(Object.entries(right))('keep %s out of nowhere', async (_, [call, credential]) => {
    const ask = from();
    for (let guess = 0; guess < 40; guess += 1)
      await ask(calls['the graph'], `Bearer zgo_${addresses}-${guess}`);
    expect(await ask(calls['the graph'], 'Bearer one-more')).toBe(429);
    expect(await ask(call, await credential())).not.toBe(429);
    expect(await ask(call, await credential())).not.toBe(401);
  });

  it('are no new guess when they come again', async () => {
    const ask = from();
    for (let again = 0; again < 30; again += 1)
      expect(await ask(calls['the graph'], 'Bearer zg_expired')).toBe(401);
  });

  it('are seen in the metrics', async () => {
    const read = async (): Promise<number[]> => {
      const text = await world.container.metrics.text();
      return [
        /^zonegraph_throttled_total (\d+)/m,
        /^zonegraph_wrong_tokens_total\{outcome="refused"\} (\d+)/m,
      ].map((line) => Number(line.exec(text)?.[1]));
    };
    const before = await read();
    const ask = from();
    for (let guess = 0; guess < 60; guess += 1) await ask(calls['the graph'], `Bearer metric-${guess}`);
    expect((await read()).map((value, index) => value - (before[index] ?? 0))).toEqual([40, 40]);
  });

  it('make a published question wait for nobody', async () => {
    const { data } = await graph(
      world,
      `mutation { questionPublish(input: { name: "a", document: "{ domains { totalCount groups(by: [{ field: ZONE }]) { count } } }" }) { url } }`,
      { auth: alpha },
    );
    const path = `${new URL(String(data?.questionPublish.url)).pathname}.json`;
    const ask = (url: string) => world.app.inject({ url, remoteAddress: '198.51.100.1' });
    for (let guess = 0; guess < 40; guess += 1)
      await ask(`/q/zgq_${'a'.repeat(34)}${String(guess).padStart(6, '0')}.json`);
    expect((await ask('/q/zgq_one-more.json')).statusCode).toBe(429);
    expect((await ask(path)).statusCode).toBe(200);
  });
});
