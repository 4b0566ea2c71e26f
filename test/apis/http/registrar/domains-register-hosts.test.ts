import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, restApi } from '../../../support/rest.ts';
import { seed, twoNameservers } from '../../../support/seed.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let jaan: string;
beforeAll(async () => {
  world = await testWorld();
  jaan = await seed(world).contact();
});

const call = restApi(() => world);
const post = (domain: unknown) => call('POST /domains', { domain });
const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' };
const wish = (fields: object) => ({
  name: 'hosts.ee',
  registrant: jaan,
  period: 1,
  period_unit: 'y',
  ...fields,
});

describe('a registration is refused for its nameservers and keys', () => {
  const name = 'own-hosts.ee';
  it.each([
    [
      'one nameserver',
      { nameservers_attributes: [{ hostname: 'ns1.x.ee' }] },
      2308,
      'Data management policy violation; Nameserver count must be between 2-11 for active domains [nameservers]',
    ],
    [
      'a host that is none',
      { nameservers_attributes: [{ hostname: 'a_b.ee' }, { hostname: 'ns.x.ee' }] },
      2005,
      'Hostname is invalid [hostname]',
    ],
    [
      'a wrong address',
      { nameservers_attributes: [{ hostname: 'ns1.x.ee', ipv4: ['1.2.3'] }, { hostname: 'ns.x.ee' }] },
      2005,
      'IPv4 is invalid [ipv4]',
    ],
    [
      'the same host twice',
      { nameservers_attributes: [{ hostname: 'ns1.x.ee' }, { hostname: 'NS1.x.ee' }] },
      2302,
      'Nameserver already exists on this domain [hostname]',
    ],
    [
      'its own host without an address',
      { nameservers_attributes: [{ hostname: `ns1.${name}` }, { hostname: 'ns.x.ee' }] },
      2003,
      'Either IPv4 or IPv6 is required for glue record generation',
    ],
    [
      'a key that is no base64',
      { dnskeys_attributes: [{ ...key, public_key: 'a b' }] },
      2005,
      'DNS keys are invalid',
    ],
    [
      'an unknown algorithm',
      { dnskeys_attributes: [{ ...key, alg: '17' }] },
      2005,
      'Valid algorithms are: 3, 5, 6, 7, 8, 10, 13, 14, 15, 16 [alg]',
    ],
    [
      'the same key twice',
      { dnskeys_attributes: [key, { ...key, alg: '13' }] },
      2302,
      'Public key already exists [public_key]',
    ],
  ])('with %s', async (_, fields, code, message) => {
    expectRefusal(await post({ ...wish(fields), name }), 400, code, message);
  });

  it('with a key that is no base64, before its registrant is looked for', async () => {
    const answer = await post(
      wish({ registrant: 'NOBODY', dnskeys_attributes: [{ ...key, public_key: '!' }] }),
    );
    expectRefusal(answer, 400, 2005, 'DNS keys are invalid');
  });

  it('unless its own host comes with an address', async () => {
    const nameservers = [{ hostname: `ns1.${name}`, ipv4: ['192.0.2.1'] }, { hostname: twoNameservers[0] }];
    expect((await post({ ...wish({ nameservers_attributes: nameservers }), name })).status).toBe(200);
  });
});
