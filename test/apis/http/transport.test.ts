import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { seed } from '../../support/seed.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

describe('what HTTP asks for', () => {
  it.each([
    ['/registry/v1/domains', 'Basic realm="zonegraph", Bearer realm="zonegraph"', 'GET'],
    ['/repp/v1/contacts/a', 'Basic realm="zonegraph", Bearer realm="zonegraph"', 'GET'],
    ['/api/v1/invoice_generator/invoice_number_generator', 'Bearer realm="zonegraph"', 'POST'],
    ['/api/v1/business_registry/reserve_domains', 'Bearer realm="zonegraph"', 'POST'],
  ] as const)('a 401 of REST says how to sign in: %s', async (url, challenge, method) => {
    for (const auth of [null, 'Basic wrong', 'Bearer wrong']) {
      const { status, headers } = await world.request({ method, url, auth });
      expect([status, headers['www-authenticate']]).toEqual([401, challenge]);
    }
  });

  it('a page that asks by itself is not offered what a browser shows a dialog for', async () => {
    const url = '/registry/v1/domains';
    for (const sent of [{ origin: 'https://a.example' }, { 'sec-fetch-mode': 'cors' }]) {
      const { headers } = await world.request({ method: 'GET', url, auth: null, headers: sent });
      expect(headers['www-authenticate']).toBe('Bearer realm="zonegraph"');
    }
  });

  it.each(['/', '/graphql', '/registry/v1/domains', '/docs', '/nowhere'])(
    'a WebSocket is refused: %s',
    async (url) => {
      const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
      const { status, text } = await world.request({ method: 'GET', url, headers });
      expect([status, text]).toEqual([400, expect.stringContaining('Server-Sent Events')]);
      // Another protocol is ignored, as HTTP allows.
      const other = await world.request({
        method: 'GET',
        url: '/livez',
        headers: { ...headers, upgrade: 'h2c' },
      });
      expect(other.status).toBe(200);
    },
  );

  it.each([
    ['/guides/', '/guides'],
    ['/schema/', '/schema'],
    ['/guides/live-lists/?q=1', '/guides/live-lists?q=1'],
    ['/schema/Domain/', '/schema/Domain'],
    ['/docs/', '/docs'],
  ])('a slash at the end leads to the page: %s', async (url, page) => {
    const { status, headers } = await world.request({ method: 'GET', url, auth: null });
    expect([status, headers.location]).toEqual([308, page]);
    expect((await world.request({ method: 'GET', url: page, auth: null })).status).toBe(200);
  });

  it.each(['//evil.example/', '/\\evil.example/', '/registry/v1/domains/', '/%2F/evil.example/'])(
    'and nowhere else: %s',
    async (url) => {
      const { headers } = await world.request({ method: 'GET', url });
      expect(headers.location ?? '/').not.toMatch(/^(?:\/[/\\%]|https?:)/);
    },
  );

  it.each(['application/json', 'application/graphql-response+json'])(
    'a write by GET is METHOD_NOT_ALLOWED: %s',
    async (accept) => {
      for (const method of ['GET', 'PUT'] as const) {
        const { status, body, headers } = await world.request({
          method,
          url: '/graphql?query=mutation{signOut{userErrors{code}}}',
          headers: { accept },
        });
        expect({ status, allow: headers.allow, errors: body.errors }).toEqual({
          status: 405,
          allow: expect.stringContaining('POST'),
          errors: [
            {
              message: expect.any(String),
              extensions: {
                code: 'METHOD_NOT_ALLOWED',
                helpUrl: expect.stringMatching(/errors#method_not_allowed$/),
              },
            },
          ],
        });
      }
    },
  );

  it('a lookup by RDAP is counted as one', async () => {
    const name = await newDomain(world);
    expect((await world.request({ method: 'GET', url: `/rdap/domain/${name}`, auth: null })).status).toBe(
      200,
    );
    const { text } = await world.request({ method: 'GET', url: '/metrics', auth: operator });
    expect(text).toMatch(/operation="[\w.-]*domain[\w.-]*",door="rdap"/);
  });
});

describe('states in the graph', () => {
  it("the present of a domain that is somebody else's is null for its earlier sponsor, and its own for the new one", async () => {
    const name = await newDomain(world);
    await seed(world).alter(name, { transfer_code: 'sesame' });
    const before = new Date(world.clock.now().getTime()).toISOString();
    world.clock.moveTo(new Date(world.clock.now().getTime() + 60_000));
    const { data } = await graph(
      world,
      `mutation { domainTransfer(input: { name: "${name}", transferCode: "sesame" }) { domain { current { name } } userErrors { message } } }`,
      { auth: beta },
    );
    expect(data.domainTransfer).toEqual({ domain: { current: { name } }, userErrors: [] });
    const past = `{ domain(name: "${name}", asOf: "${before}") { name current { name } } }`;
    expect((await graph(world, past)).data.domain).toEqual({ name, current: null });
    expect((await graph(world, `{ domain(name: "${name}") { name current { name } } }`)).data.domain).toEqual(
      { name, current: null },
    );
  });

  it('a duration back leads to the beginning of a minute, so that the same question has the same ids', async () => {
    const name = await newDomain(world);
    const ask = async () =>
      (
        await graph(
          world,
          `{ domain(name: "${name}", asOf: "-PT2M") { id asOf } domains(asOf: "-PT2M") { nodes { id } } contacts(asOf: "-PT2M") { nodes { id } } }`,
        )
      ).data;
    world.clock.moveTo(new Date('2027-01-01T10:07:00.001Z'));
    const first = await ask();
    expect(new Date(first.domain.asOf).toISOString()).toBe('2027-01-01T10:05:00.000Z');
    expect(first.domains.nodes.length * first.contacts.nodes.length).toBeGreaterThan(0);
    world.clock.moveTo(new Date('2027-01-01T10:07:40.000Z'));
    expect(await ask()).toEqual(first);
    world.clock.moveTo(new Date('2027-01-01T10:08:00.000Z'));
    expect(await ask()).not.toEqual(first);
  });

  it('no answer that is kept has a secret of an operator', async () => {
    const document = `mutation { operatorCreate(input: { name: "Uus Inimene", email: "uus@example.ee", role: VIEWER }, idempotencyKey: "new-person") { operator { name } userErrors { message } } }`;
    expect((await graph(world, document, { auth: operator })).data.operatorCreate.userErrors).toEqual([]);
    const { db } = world.container.database;
    const { rows } = await sql<{
      answer: unknown;
    }>`select answer from idempotency_keys where key = 'new-person'`.execute(db);
    expect(JSON.stringify(rows)).toContain('Uus Inimene');
    expect(JSON.stringify(rows)).not.toMatch(/code_key|hash|password/);
  });

  it('a dry run of a payment shows no invoice, which nothing has changed', async () => {
    const { data } = await graph(
      world,
      'mutation { accountTopUp(input: { amount: "10.00" }) { invoice { number } userErrors { message } } }',
      { auth: alpha },
    );
    const { number } = data.accountTopUp.invoice;
    const pay = (dryRun: boolean) =>
      graph(
        world,
        `mutation { sandboxPaymentComplete(input: { number: ${number}, outcome: SETTLED }, dryRun: ${dryRun}) { invoice { number status } userErrors { message } } }`,
      );
    expect((await pay(true)).data.sandboxPaymentComplete).toEqual({ invoice: null, userErrors: [] });
  });

  it.each(['name', 'email', 'phone'])(
    '%s of a contact cannot be taken away: null is no success',
    async (field) => {
      const code = await seed(world).contact();
      const { data } = await graph(
        world,
        `mutation { contactUpdate(input: { code: "${code}", ${field}: null }) { contact { code } userErrors { code path } } }`,
      );
      expect(data.contactUpdate).toEqual({
        contact: null,
        userErrors: [{ code: 'REQUIRED_PARAMETER_MISSING', path: [field] }],
      });
    },
  );

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'FF02::1',
    '::ffff:127.0.0.1',
  ])("no nameserver has an address that is nobody's: %s", async (address) => {
    const name = await newDomain(world);
    const kind = address.includes(':') ? 'ipv6' : 'ipv4';
    const { body } = await world.request({
      method: 'POST',
      url: `/registry/v1/domains/${name}/nameservers`,
      payload: { nameservers: [{ hostname: `ns1.${name}`, [kind]: [address] }] },
    });
    expect([body.code, body.message]).toEqual([2005, `${kind.replace('ip', 'IP')} is invalid [${kind}]`]);
  });
});
