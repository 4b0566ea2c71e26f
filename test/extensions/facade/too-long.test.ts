import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Between, between, incumbentBefore } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** What no registry can have, and the one behind fails for: the facade answers as our own registry does. */
let world: TestWorld;
let line: Between;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  await seed(world).domain('short.ee', { registrant: 'ALPHA:HOLDER', transferCode: 'right' });
  line = await between(world, incumbentBefore(world));
  facade = await testFacade(line.url, { UPSTREAM_TIMEOUT: '2' });
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.seen.length = 0;
});

const long = `${'a'.repeat(300)}.ee`;
const unicode = `${'õ'.repeat(60)}.ee`;
const renewal = { renews: { period: 1, period_unit: 'y', exp_date: '2027-01-01' } };
const registration = (name: string) => ({
  domain: { name, registrant: 'ALPHA:HOLDER', period: 1, period_unit: 'y' },
});

const requests = [long, unicode].flatMap((name) => {
  const at = `/domains/${encodeURIComponent(name)}`;
  return [
    ['GET', at],
    ['GET', `${at}/nameservers`],
    ['GET', `${at}/contacts`],
    ['GET', `${at}/transfer_info`],
    ['POST', '/domains', registration(name)],
    ['POST', `${at}/renew`, renewal],
    ['PUT', at, { domain: { transfer_code: 'x' } }],
    ['DELETE', at, { domain: { delete: { verified: true } } }],
    ['POST', `${at}/transfer`, { transfer: { transfer_code: 'x' } }],
    ['POST', `${at}/nameservers`, { nameservers: [{ hostname: 'ns1.hosting.example' }] }],
    ['PUT', `${at}/statuses/clientHold`],
    ['POST', '/domains/renew/bulk', { domains: [name], renew_period: '1y' }],
  ] as const;
});
const ofContacts = [
  ['GET', `/contacts/${'A'.repeat(300)}`],
  ['PUT', `/contacts/${'A'.repeat(300)}`, { contact: { name: 'Mari' } }],
  ['DELETE', `/contacts/${'A'.repeat(300)}`],
] as const;

describe('what is too long', () => {
  it.each([...requests, ...ofContacts].map((one) => [`${one[0]} ${one[1].slice(0, 30)}`, one] as const))(
    'is refused as our own registry does, and not sent: %s',
    async (_, [method, path, payload]) => {
      const ask = async (at: { request: TestFacade['request'] }) => {
        const { status, body } = await at.request({
          method,
          url: `/repp/v1${path}`,
          ...(payload && { payload }),
        });
        return { status, code: body.code, message: body.message };
      };
      expect(await ask(facade)).toEqual(await ask(world));
      expect(line.seen.filter((one) => one.length > 200)).toEqual([]);
      expect(line.seen.filter((one) => !one.startsWith('GET'))).toEqual([]);
    },
  );

  it('is refused in the graph, too', async () => {
    const answer = await facade.ask(
      `query ($name: DomainName!) { domain(name: $name) { name } domainCheck(names: [$name]) { available } }`,
      { name: long },
    );
    expect(answer).toEqual({ domain: null, domainCheck: [{ available: false }] });
    const { domainBulkTransfer } = await facade.ask(
      `mutation ($name: DomainName!) { domainBulkTransfer(input: { transfers: [{ name: $name, transferCode: "x" }, { name: "short.ee", transferCode: "right" }] }) {
        results { name ok } } }`,
      { name: long },
    );
    expect((domainBulkTransfer as Loose).results).toMatchObject([
      { name: long, ok: false },
      { name: 'short.ee' },
    ]);
    expect(line.seen.filter((one) => one.length > 200)).toEqual([]);
  });

  it('is a legal document of more than 6.3 MB, which our own registry takes', async () => {
    const send = (at: { request: TestFacade['request'] }, bytes: number) =>
      at.request({
        method: 'PUT',
        url: '/repp/v1/domains/short.ee',
        payload: {
          domain: {
            transfer_code: 'right',
            legal_document: { type: 'pdf', body: Buffer.alloc(bytes, 7).toString('base64') },
          },
        },
      });
    const { status, body } = await send(facade, 6_291_457);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 2308 });
    expect(body.message).toMatch(/between 3 KB and 6\.3 MB at the upstream registry/);
    expect(line.seen.filter((one) => !one.startsWith('GET'))).toEqual([]);
    expect((await send(facade, 6_291_456)).status).toBe(200);
    expect((await send(world, 6_291_457)).status).toBe(200);
  });
});
