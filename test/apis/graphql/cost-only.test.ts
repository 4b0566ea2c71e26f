import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshBudgets } from '../../support/budgets.ts';
import { newDomain } from '../../support/domains.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** A price before the call: the header Cost-Only. */

let world: TestWorld;
let name: string;

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100' });
  name = await newDomain(world);
});
beforeEach(() => freshBudgets(world));

const ask = (query: string, { auth = alpha, costOnly = true, variables = {}, headers = {} } = {}) =>
  world.request({
    method: 'POST',
    url: '/graphql',
    auth,
    headers: { ...headers, ...(costOnly && { 'cost-only': 'true' }) },
    payload: { query, variables },
  });
const page = 'query ($first: Int!) { domains(first: $first) { nodes { name registrant { name } } } }';

describe('Cost-Only: true', () => {
  it('answers what a query would cost, what is left and until when, and no data', async () => {
    const { status, body, headers } = await ask(page, { variables: { first: 100 } });
    expect(status).toBe(200);
    expect(body).toEqual({
      extensions: {
        cost: {
          requested: expect.any(Number),
          remaining: 100,
          resetsAt: expect.stringMatching(/^20\d\d-.*T/),
        },
      },
    });
    expect(headers['ratelimit-remaining']).toBe('100');
    const { requested } = body.extensions.cost;
    const real = await ask(page, { variables: { first: 100 }, costOnly: false });
    expect(real.body.extensions.cost.requested).toBe(requested);
    const small = await ask(page, { variables: { first: 1 } });
    expect(small.body.extensions.cost.requested).toBeLessThan(Number(requested));
  });

  it('names the price of counting before sorting, wherever the order stands', async () => {
    const priceOf = async (query: string, variables = {}): Promise<number> =>
      Number((await ask(query, { variables })).body.extensions.cost.requested);
    const inDocument = (field: string) =>
      priceOf(`{ contacts(first: 10, orderBy: { field: ${field}, direction: DESC }) { nodes { code } } }`);
    expect(await inDocument('CODE')).toBe(1);
    expect(await inDocument('DOMAINS_COUNT')).toBe(26);
    const byOrder = 'query ($o: ContactOrder) { contacts(first: 10, orderBy: $o) { nodes { code } } }';
    const byField =
      'query ($f: ContactOrderField!) { contacts(first: 10, orderBy: { field: $f }) { nodes { code } } }';
    // One document after the other order: what is remembered of its price is not taken for this one's.
    for (const field of ['CODE', 'DOMAINS_COUNT', 'CODE']) {
      const prices = [await priceOf(byOrder, { o: { field } }), await priceOf(byField, { f: field })];
      expect(prices, field).toEqual(field === 'CODE' ? [1, 1] : [26, 26]);
    }
  });

  it('refuses any other spelling instead of executing', async () => {
    for (const spelling of ['True', '1', 'true, true', ''])
      expect(
        await ask(`mutation { domainClientHoldSet(input: { name: "${name}" }) { domain { name } } }`, {
          costOnly: false,
          headers: { 'cost-only': spelling },
        }),
      ).toMatchObject({ status: 400, body: { errors: [{ message: 'Cost-Only must be true or false' }] } });
    const { body } = await ask(page, {
      costOnly: false,
      headers: { 'cost-only': 'false' },
      variables: { first: 1 },
    });
    expect(body.data.domains.nodes).toHaveLength(1);
  });

  it('charges nothing, however often it is asked', async () => {
    for (let time = 0; time < 20; time += 1) await ask(page, { variables: { first: 100 } });
    expect((await ask(page, { variables: { first: 1 } })).body.extensions.cost.remaining).toBe(100);
  });

  it('executes nothing: no write, no stream, no file', async () => {
    const write = `mutation { domainClientHoldSet(input: { name: "${name}" }) { domain { name } } }`;
    expect((await ask(write)).body).toEqual({
      extensions: { cost: expect.objectContaining({ remaining: 100 }) },
    });
    const { statuses } = await world.container.database.db
      .selectFrom('domains')
      .select('statuses')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    expect(statuses).not.toContain('clientHold');
    expect(
      (await ask('{ domains(first: 5) { nodes { name } } }', { headers: { accept: 'text/csv' } })).body,
    ).toMatchObject({ extensions: { cost: { requested: 1 } } });
    const stream = await ask('subscription { notificationReceived { id } }', {
      headers: { accept: 'text/event-stream' },
    });
    expect(stream.text).toContain('"remaining":100');
    expect(world.container.streams.total).toBe(0);
  });

  it('shows a price that nobody could pay, and refuses what is no query', async () => {
    const large =
      '{ domains(first: 100) { nodes { name contacts { name domains(first: 100) { nodes { name } } } } } }';
    expect((await ask(large)).body.extensions.cost.requested).toBeGreaterThan(100);
    expect((await ask('{ nothing }')).body.errors).toMatchObject([
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
    expect((await ask(page, { variables: {} })).body.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  it('shows no remaining budget where nothing is counted', async () => {
    const { body } = await ask('{ domains(first: 1) { nodes { name } } }', { auth: operator });
    expect(body.extensions.cost).toEqual({ requested: 1, remaining: null, resetsAt: null });
  });
});
