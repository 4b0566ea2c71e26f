import { sql } from 'kysely';
import { lookup } from 'rdapper';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lookupsInMinute } from '#src/apis/access/budget.ts';
import { dsDigest } from '#src/registry/rules/domain/dnssec.ts';
import { domainStatuses } from '#src/registry/rules/domain/statuses.ts';
import { countStatements } from '../../../support/database.ts';
import { setDomainStatuses } from '../../../support/domains.ts';
import { testFacade } from '../../../support/facade.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { people, seed } from '../../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../../support/world.ts';
import { rdapSchemas } from './schema.ts';

const key = { flags: '257', protocol: '3', alg: '8', public_key: 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6HtxW' };

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ TRUSTED_PROXIES: '127.0.0.1' });
  const registrant = await seed(world).contact({
    name: 'Jaan Tamm',
    ident: people.jaan,
    email: 'jaan@tamm.example',
  });
  const tech = await seed(world).contact({
    name: 'Mari Kask',
    ident: people.mari,
    email: 'mari@kask.example',
  });
  await seed(world).domain('kõrvits.ee', {
    registrant,
    techs: [tech],
    nameservers: [
      { hostname: 'ns1.kõrvits.ee', ipv4: ['192.0.2.1'], ipv6: ['2001:DB8::1'] },
      { hostname: 'ns2.hosting.example' },
    ],
    keys: [key],
  });
  await seed(world).domain('plain.ee', { nameservers: ['ns1.kõrvits.ee', 'ns2.hosting.example'] });
});

let visitors = 0;
/** Each from a network of its own, so that they do not use up each other's minute. */
const get = async (path: string, { method = 'GET' as 'GET' | 'HEAD' | 'POST', address = '' } = {}) => {
  visitors += 1;
  const headers = {
    'x-forwarded-for': address || `2001:db8:${visitors.toString(16)}::1`,
    origin: 'https://elsewhere.example',
  };
  return world.request({ method, url: path, auth: null, headers });
};
const judges = Object.fromEntries(
  Object.entries(rdapSchemas).map(([kind, schema]) => [kind, z.fromJSONSchema(schema as never)]),
);
const expectKind = (kind: keyof typeof rdapSchemas, body: unknown): void => {
  expect(judges[kind]?.safeParse(body).error?.issues ?? []).toEqual([]);
};
const entityWith = (
  body: { entities: { roles: string[]; vcardArray: [string, unknown[][]] }[] },
  role: string,
) => body.entities.find(({ roles }) => roles.includes(role));
const disclose = (name: string, ...fields: string[]) =>
  sql`update contacts set disclosed_attributes = ${fields} where name = ${name}`.execute(
    world.container.database.db,
  );

describe('a domain in RDAP', () => {
  it('shows names, statuses, dates, nameservers with glue, keys and the registrar', async () => {
    const { status, headers, body } = await get('/rdap/domain/xn--krvits-pxa.ee');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/rdap+json');
    expect(headers['access-control-allow-origin']).toBe('*');
    expectKind('domain', body);
    const url = 'http://127.0.0.1';
    expect(body).toMatchObject({
      rdapConformance: ['rdap_level_0', 'redacted'],
      ldhName: 'xn--krvits-pxa.ee',
      unicodeName: 'kõrvits.ee',
      status: ['active'],
      nameservers: [
        {
          ldhName: 'ns1.xn--krvits-pxa.ee',
          unicodeName: 'ns1.kõrvits.ee',
          ipAddresses: { v4: ['192.0.2.1'], v6: ['2001:db8::1'] },
        },
        { ldhName: 'ns2.hosting.example' },
      ],
      secureDNS: { delegationSigned: true, keyData: [{ flags: 257, protocol: 3, algorithm: 8 }] },
      links: [{ rel: 'self', href: expect.stringMatching(/\/rdap\/domain\/xn--krvits-pxa\.ee$/) }],
    });
    expect(body.links[0].href).toContain(url);
    const digest = dsDigest(
      'xn--krvits-pxa.ee',
      { flags: 257, protocol: 3, alg: 8, publicKey: key.public_key },
      2,
    );
    expect(body.secureDNS.dsData).toEqual([
      { keyTag: expect.any(Number), algorithm: 8, digestType: 2, digest },
    ]);
    expect(body.events.map(({ eventAction }: { eventAction: string }) => eventAction)).toEqual([
      'registration',
      'expiration',
      'last changed',
      'last update of RDAP database',
    ]);
    expect(entityWith(body, 'registrar')).toMatchObject({ handle: 'ALPHA' });
  });

  it('is found by its name in either spelling, any case, and with the dot of the root', async () => {
    for (const name of [
      'XN--KRVITS-PXA.EE',
      'k%C3%B5rvits.ee',
      'K%C3%95RVITS.ee',
      'kõrvits.ee.',
      'ko%CC%83rvits.ee',
    ])
      expect((await get(`/rdap/domain/${encodeURI(decodeURI(name))}`)).body.ldhName, name).toBe(
        'xn--krvits-pxa.ee',
      );
  });

  it('says what of its contacts is redacted, and shows what they have disclosed', async () => {
    await disclose('Jaan Tamm');
    await disclose('Mari Kask');
    const { body, text } = await get('/rdap/domain/xn--krvits-pxa.ee');
    for (const secret of ['Jaan Tamm', 'jaan@tamm', people.jaan, 'Mari', 'ALPHA:'])
      expect(text).not.toContain(secret);
    const what = body.redacted.map(({ name }: { name: { description: string } }) => name.description);
    for (const role of ['Registrant', 'Technical contact'])
      for (const part of ['handle', 'name', 'email', 'phone', 'address'])
        expect(what).toContain(`${role} ${part}`);
    expect(entityWith(body, 'technical')?.vcardArray[1]).toEqual([
      ['version', {}, 'text', '4.0'],
      ['fn', {}, 'text', ''],
    ]);
    await disclose('Mari Kask', 'email', 'name');
    const open = (await get('/rdap/domain/xn--krvits-pxa.ee')).body;
    expectKind('domain', open);
    expect(entityWith(open, 'technical')?.vcardArray[1]).toEqual([
      ['version', {}, 'text', '4.0'],
      ['fn', {}, 'text', 'Mari Kask'],
      ['email', {}, 'text', 'mari@kask.example'],
    ]);
    const ofTech = open.redacted.filter(({ name }: { name: { description: string } }) =>
      /^Tech/.test(name.description),
    );
    expect(ofTech.map(({ name }: { name: { description: string } }) => name.description)).toEqual([
      'Technical contact handle',
      'Technical contact phone',
      'Technical contact address',
    ]);
  });

  it('names the contact where two with one role have disclosed different fields', async () => {
    const one = await seed(world).contact({ name: 'Open Tech', email: 'open@tech.example' });
    const other = await seed(world).contact({ name: 'Closed Tech', email: 'closed@tech.example' });
    await seed(world).domain('two-techs.ee', { techs: [one, other] });
    await disclose('Open Tech', 'email');
    const { body, text } = await get('/rdap/domain/two-techs.ee');
    expect(text).not.toContain('closed@tech');
    const { prePath } = body.redacted.find(
      ({ name }: { name: { description: string } }) => name.description === 'Technical contact email',
    );
    const [, index] = /^\$\.entities\[(\d+)\]/.exec(prePath) ?? [];
    expect(body.entities[Number(index)].vcardArray[1]).not.toContainEqual(expect.arrayContaining(['email']));
    expect(body.entities[Number(index)].roles).toEqual(['technical']);
  });

  it("hides another registrar's contact whatever it has disclosed", async () => {
    const stranger = await seed(world)
      .by(beta)
      .contact({ name: 'Beta Person', email: 'person@beta.example' });
    await disclose('Beta Person', 'name', 'email', 'phone');
    await seed(world).domain('borrowed.ee', { techs: [stranger] });
    const { text } = await get('/rdap/domain/borrowed.ee');
    expect(text).not.toContain('Beta Person');
    expect(text).not.toContain('person@beta');
  });

  it('has a valid status in every state', async () => {
    for (const status of domainStatuses) {
      await setDomainStatuses(world, 'plain.ee', [status]);
      const { body } = await get('/rdap/domain/plain.ee');
      expectKind('domain', body);
      if (status === 'serverHold') expect(body.status).toEqual(['server hold']);
    }
  });

  it('needs the same few statements whatever it holds', async () => {
    const cost = async (name: string) =>
      (
        await countStatements(world.container.database, () =>
          get(`/rdap/domain/${name}`, { address: '192.0.2.77' }),
        )
      ).count;
    await cost('plain.ee');
    const few = await cost('plain.ee');
    expect(await cost('xn--krvits-pxa.ee')).toBeLessThanOrEqual(few + 1);
  });
});

describe('other lookups of RDAP', () => {
  it('shows a nameserver with the addresses that its own domain gives it', async () => {
    const { body } = await get('/rdap/nameserver/NS1.xn--krvits-pxa.ee');
    expectKind('nameserver', body);
    expect(body).toMatchObject({
      ldhName: 'ns1.xn--krvits-pxa.ee',
      unicodeName: 'ns1.kõrvits.ee',
      ipAddresses: { v4: ['192.0.2.1'], v6: ['2001:db8::1'] },
    });
    expect((await get('/rdap/nameserver/ns2.hosting.example')).body).not.toHaveProperty('ipAddresses');
    expect((await get('/rdap/nameserver/ns9.hosting.example')).status).toBe(404);
  });

  it('shows registrars as entities, and no contacts', async () => {
    const { body } = await get('/rdap/entity/alpha');
    expectKind('entity', body);
    expect(body).toMatchObject({ handle: 'ALPHA', roles: ['registrar'] });
    const code = await seed(world).contact({ name: 'Nobody' });
    for (const handle of [code, 'GAMMA', 'a%00b', '%F0%9F%8E%A9', 'x'.repeat(5000)]) {
      const missing = await get(`/rdap/entity/${handle}`);
      expect(missing.status, handle).toBe(404);
      expectKind('error', missing.body);
    }
  });

  it('has a page of help', async () => {
    const { body } = await get('/rdap/help');
    expectKind('help', body);
  });

  it('answers HEAD as GET, without a body', async () => {
    const { status, text, headers } = await get('/rdap/domain/plain.ee', { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['content-type']).toBe('application/rdap+json');
    expect((await get('/rdap/domain/no-such.ee', { method: 'HEAD' })).status).toBe(404);
  });
});

describe('refusals of RDAP', () => {
  const mutate = mutateOf(() => world);

  it('does not find names that are not registered, for any reason', async () => {
    expectDone(await mutate('nameBlock', { name: 'blocked-name.ee' }, ''));
    expectDone(await mutate('nameReserve', { name: 'reserved-name.ee' }, ''));
    for (const name of [
      'free.ee',
      'blocked-name.ee',
      'reserved-name.ee',
      'ee',
      'example.com',
      'xn--80ak6aa92e.com',
    ]) {
      const { status, body, headers } = await get(`/rdap/domain/${name}`);
      expect(status, name).toBe(404);
      expect(headers['content-type']).toBe('application/rdap+json');
      expectKind('error', body);
    }
  });

  it('refuses malformed names with 400', async () => {
    const malformed = [
      '-a.ee',
      'a-.ee',
      'a..ee',
      '.ee',
      'a_b.ee',
      'a%00.ee',
      'a%2Fb.ee',
      '%20',
      'plain.ee%20',
      `${'a'.repeat(64)}.ee`,
    ];
    const long = [
      `${'a.'.repeat(200)}ee`,
      'a'.repeat(9000),
      encodeURIComponent('õ'.repeat(1500)),
      '%CC%83'.repeat(2000),
    ];
    for (const name of [...malformed, ...long]) {
      const { status, body } = await get(`/rdap/domain/${name}`);
      expect(status, name.slice(0, 50)).toBe(400);
      expectKind('error', body);
    }
    for (const path of [
      '/rdap/domain/%E0%A4%A',
      '/rdap/domain',
      '/rdap/',
      '/rdap/nonsense',
      '/rdap/domain/a.ee/b',
      '/rdap/%FF',
    ]) {
      const { status, body } = await get(path);
      expect(status, path).toBe(400);
      expectKind('error', body);
    }
  });

  it('says 501 for queries that it does not offer, 422 for patterns, 405 for other methods', async () => {
    for (const path of [
      'ip/192.0.2.1',
      'autnum/64496',
      'domains?name=a.ee',
      'nameservers?ip=192.0.2.1',
      'entities?fn=x',
    ])
      expect((await get(`/rdap/${path}`)).status, path).toBe(501);
    for (const path of ['domains?name=a*.ee', 'entities?fn=Tam%2A'])
      expect((await get(`/rdap/${path}`)).status, path).toBe(422);
    const { status, headers } = await get('/rdap/domain/plain.ee', { method: 'POST' });
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });

  it('answers 60 requests a minute from one network, and says when to come again', async () => {
    for (let count = 0; count < lookupsInMinute; count += 1)
      expect((await get('/rdap/help', { address: '2001:db8:ffff:1::1' })).status).toBe(200);
    const { status, headers, body } = await get('/rdap/help', { address: '2001:db8:ffff:1::2' });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expectKind('error', body);
    expect((await get('/rdap/help', { address: '2001:db8:ffff:2::1' })).status).toBe(200);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
    expect((await get('/rdap/help', { address: '2001:db8:ffff:1::1' })).status).toBe(200);
  });
});

describe('a client of RDAP', () => {
  it('reads a domain and which parts of it are redacted', async () => {
    await disclose('Jaan Tamm');
    const url = await world.listen();
    const bootstrap = { version: '1.0', publication: '', services: [[['ee'], [`${url}/rdap/`]]] };
    const { ok, record, error } = await lookup('xn--krvits-pxa.ee', {
      rdapOnly: true,
      customBootstrapData: bootstrap as never,
    });
    expect({ ok, error }).toEqual({ ok: true, error: undefined });
    expect(record).toMatchObject({
      isRegistered: true,
      punycodeName: 'xn--krvits-pxa.ee',
      nameservers: [{ host: 'ns1.xn--krvits-pxa.ee', ipv4: ['192.0.2.1'] }, { host: 'ns2.hosting.example' }],
      dnssec: { enabled: true },
      privacyEnabled: true,
    });
    expect(record?.contacts?.find(({ type }) => type === 'registrant')?.redacted).toBe(true);
    const free = await lookup('free.ee', { rdapOnly: true, customBootstrapData: bootstrap as never });
    expect(free.record?.isRegistered ?? false).toBe(false);
  });
});

describe('RDAP', () => {
  it('can be switched off, and is off in a facade unless it is switched on', async () => {
    const without = await testWorld({ RDAP: 'off' });
    expect((await without.request({ method: 'GET', url: '/rdap/help', auth: null })).status).toBe(404);
    const facade = await testFacade('http://127.0.0.1:9');
    expect((await facade.request({ method: 'GET', url: '/rdap/help', auth: null })).status).toBe(404);
    const asked = await testFacade('http://127.0.0.1:9', { RDAP: 'on' }, { beside: facade });
    expect((await asked.request({ method: 'GET', url: '/rdap/help', auth: null })).status).toBe(200);
    expect((await asked.request({ method: 'GET', url: '/rdap/domain/a.ee', auth: null })).status).toBe(404);
  });
});
