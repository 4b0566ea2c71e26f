import { beforeAll, describe, expect, it } from 'vitest';
import { operator, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const calls = {
  'the graph': { method: 'POST', url: '/graphql', payload: { query: '{ viewer { kind } }' } },
  'the registrar API': { method: 'GET', url: '/registry/v1/accounts/balance' },
  'the billing API': { method: 'POST', url: '/api/v1/invoice_generator/deposit_prepayment', payload: {} },
  'the reservation API': { method: 'GET', url: '/api/v1/business_registry/domain_names/tamm' },
} as const;

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
    // Nor is a right one looked at for who has guessed; elsewhere it is.
    expect(await ask(calls['the graph'], operator)).toBe(429);
    expect(await from()(calls['the graph'], operator)).toBe(200);
  });

  it('keep nobody out whose token was right there before, and are no new guess when they come again', async () => {
    const ask = from();
    expect(await ask(calls['the graph'], operator)).toBe(200);
    for (let again = 0; again < 30; again += 1)
      expect(await ask(calls['the graph'], 'Bearer zg_expired')).toBe(401);
    for (let guess = 0; guess < 22; guess += 1) await ask(calls['the graph'], `Bearer other-${guess}`);
    expect(await ask(calls['the graph'], 'Bearer one-more')).toBe(429);
    expect(await ask(calls['the graph'], operator)).toBe(200);
  });
});
