import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, idempotencyKey } from '#client/client.ts';
import { RegisterDomainDocument, RegistrarTourDocument } from '#client/documents.generated.ts';
import { stopwatch } from '#src/base/clock.ts';
import { token } from '../../support/billing.ts';
import { person } from '../../support/contacts.ts';
import { subscribe } from '../../support/live.ts';
import { mutateOf } from '../../support/operator.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { alpha, type Loose, portal, type TestWorld, testWorld } from '../../support/world.ts';
import { hasLine, type RelayedServer, startRelayedServer } from './relayed-server.ts';

describe.runIf(hasLine)('a database that is away', () => {
  let world: TestWorld;
  let relayed: RelayedServer;
  let registrant: string;
  let name: string;
  const headers = { authorization: alpha, 'content-type': 'application/json' };
  const register = (domain: string, key?: string) =>
    createClient({ url: `${relayed.url}/graphql`, authorization: alpha }).request(RegisterDomainDocument, {
      input: {
        name: domain,
        registrant,
        period: 'P1Y',
        nameservers: twoNameservers.map((hostname) => ({ hostname })),
      },
      ...(key !== undefined && { idempotencyKey: key }),
    });
  const isBack = () => expect.poll(async () => (await fetch(`${relayed.url}/readyz`)).status).toBe(200);

  beforeAll(async () => {
    world = await testWorld();
    registrant = await seed(world).contact();
    ({ name } = await seed(world).domain('followed.ee'));
    relayed = await startRelayedServer();
    // Signed in: what is remembered of that outlasts the line.
    expect((await fetch(`${relayed.url}/registry/v1/domains`, { headers })).status).toBe(200);
    await relayed.line.cut();
  });
  afterAll(() => relayed.line.mend().catch(() => {}));

  it('is reported by the registrar API as what it is, with when to ask again', async () => {
    for (const request of [
      { path: '/registry/v1/domains' },
      { path: '/repp/v1/accounts/balance' },
      { path: '/registry/v1/contacts', method: 'POST', body: JSON.stringify({ contact: person }) },
    ]) {
      const { path, ...rest } = request;
      const response = await fetch(`${relayed.url}${path}`, { headers, ...rest });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toEqual({
        code: 2400,
        message: 'Command failed: the registry is not available at the moment; try again',
        data: {},
        retryable: true,
      });
    }
  });

  it.each([
    ['the reservation API', () => portal, '/api/v1/business_registry/domain_names/Tamm', 'GET'],
    [
      'the billing API',
      () => token('registry'),
      '/api/v1/invoice_generator/invoice_number_generator',
      'POST',
    ],
  ])('is reported by %s as well', async (_, authorization, path, method) => {
    const response = await fetch(`${relayed.url}${path}`, {
      method,
      headers: { authorization: await authorization() },
    });
    expect({ status: response.status, wait: response.headers.get('retry-after') }).toEqual({
      status: 503,
      wait: '2',
    });
    expect(await response.json()).toEqual({
      error: 'Command failed: the registry is not available at the moment; try again',
      code: 2400,
      retryable: true,
    });
  });

  it.each([
    ['a query', '{ domains(first: 1) { nodes { name } } }', {}],
    ['one that goes another way', '{ domains(first: 1) { nodes { name } } }', { accept: 'text/csv' }],
    [
      'one in the media type of the protocol',
      '{ viewer { __typename } domain(name: "a.ee") { name } }',
      {
        accept: 'application/graphql-response+json',
      },
    ],
    [
      'a mutation',
      'mutation { domainRenew(input: { name: "a.ee", period: "P1Y", expiresOn: "2026-01-01" }) { userErrors { message } } }',
      {},
    ],
    ['a subscription', 'subscription { notificationReceived { text } }', { accept: 'text/event-stream' }],
  ])('is reported by the graph of %s', async (_, query, more) => {
    const response = await fetch(`${relayed.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ query }),
    });
    expect(await response.text()).toContain('"SERVICE_UNAVAILABLE","resultCode":2400,"retryable":true');
    expect({ status: response.status, wait: response.headers.get('retry-after') }).toEqual({
      status: 503,
      wait: '2',
    });
  });

  it('is shown to people as a page', async () => {
    for (const path of ['/confirm/some-token', '/pay/some-payment']) {
      const response = await fetch(`${relayed.url}${path}`);
      expect(response.status).toBe(503);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.text()).toContain('Please come back in a moment');
    }
  });

  it('is logged once, counted, and shown by the health check at once', async () => {
    await expect.poll(() => relayed.logged()).toEqual(['the database does not answer']);
    const elapsed = stopwatch();
    const ready = await fetch(`${relayed.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      status: 'unavailable',
      database: 'does not answer',
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'database', state: 'failing', todo: expect.any(String) }),
      ]),
    });
    const metrics = await (await fetch(`${relayed.url}/metrics`)).text();
    // Long before anybody who waits for a database gives up.
    expect(elapsed()).toBeLessThan(4500);
    expect(metrics).toMatch(/^zonegraph_database_up 0$/m);
    expect(metrics).toMatch(/^zonegraph_unavailable_total\{door="registrar"\} 3$/m);
    expect(metrics).not.toMatch(/^zonegraph_faults_total\{.*\} [1-9]/m);
  });

  it('is waited for by the typed client: with a query, and with a write that has a key', async () => {
    const client = createClient({ url: `${relayed.url}/graphql`, authorization: alpha });
    await expect(register('no-key.ee')).rejects.toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: 2,
    });
    const asked = [
      client.request(RegistrarTourDocument, {}),
      register('keyed.ee', idempotencyKey()),
    ] as const;
    await sleep(200);
    await relayed.line.mend();
    const [, { domainRegister }] = await Promise.all(asked);
    expect(domainRegister).toMatchObject({ domain: { name: 'keyed.ee' }, userErrors: [] });
  });

  it('is logged once when it is back', async () => {
    await isBack();
    // Who asks for health may be told a moment before.
    await expect
      .poll(() => relayed.logged())
      .toEqual(['the database does not answer', 'the database answers again']);
    expect(await (await fetch(`${relayed.url}/metrics`)).text()).toMatch(/^zonegraph_database_up 1$/m);
  });

  describe('and live streams', () => {
    const hold = (what: 'add' | 'remove') =>
      mutateOf(() => world)('domainStatusesSet', { name, [what]: ['serverHold'] }, 'domain { name }');
    const open = () =>
      subscribe(relayed.url, 'subscription { notificationReceived { text } }', { auth: alpha });

    it('that ask in vain end with an error that says to come again', async () => {
      const live = await open();
      await relayed.line.cut();
      await expect.poll(() => relayed.database.isAway).toBe(true);
      relayed.container.bus.missed();
      expect(await live.next()).toMatchObject({
        errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', resultCode: 2400, retryable: true } }],
      } as unknown as Loose);
      await live.ended();
      await relayed.line.mend();
      await isBack();
    });

    it('that only waited, and new ones, hear as soon as it is back', async () => {
      const waited = await open();
      await hold('add');
      await waited.next();
      await sleep(200);
      await relayed.line.cut();
      await expect.poll(() => relayed.database.isAway).toBe(true);
      // Where the database still is reached, something happens that this process cannot hear of.
      await hold('remove');
      await relayed.line.mend();
      const elapsed = stopwatch();
      expect(await waited.next()).toMatchObject({
        data: { notificationReceived: { text: `serverHold is cancelled on domain ${name}` } },
      } as unknown as Loose);
      // Not when somebody looks whether the line still stands, which is twice a minute.
      expect(elapsed()).toBeLessThan(15_000);
      const fresh = await open();
      await hold('add');
      expect(await fresh.next()).toMatchObject({ data: { notificationReceived: {} } } as unknown as Loose);
    });
  });
});
