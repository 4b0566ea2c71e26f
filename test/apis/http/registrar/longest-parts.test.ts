import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain } from '../../../support/domains.ts';
import { expectRefusal, restApi } from '../../../support/rest.ts';
import { seed, twoNameservers } from '../../../support/seed.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

/** What a domain is made of is read by everybody who reads the domain: none of it is as long as its maker likes. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const shown = async (name: string) => (await call(`GET /domains/${name}`)).body.data.domain;
const four = (count: number) => Array.from({ length: count }, (_, index) => `192.0.2.${index + 1}`);
const six = (count: number) => Array.from({ length: count }, (_, index) => `2001:DB8::${index + 1}`);

describe('the longest parts of a domain', () => {
  it('are twenty addresses of each kind for a nameserver', async () => {
    const name = await newDomain(world, { nameservers: twoNameservers });
    const add = (ipv4: string[], ipv6: string[]) =>
      call(`POST /domains/${name}/nameservers`, { nameservers: [{ hostname: 'ns9.host.test', ipv4, ipv6 }] });
    expectRefusal(await add(four(21), []), 400, 2005, 'IPv4 count must be between 0-20 [ipv4]');
    expectRefusal(await add([], six(21)), 400, 2005, 'IPv6 count must be between 0-20 [ipv6]');
    expect((await add(four(20), six(20))).status).toBe(200);
    expect((await shown(name)).nameservers).toContainEqual(
      expect.objectContaining({ hostname: 'ns9.host.test', ipv4: four(20), ipv6: six(20) }),
    );
  });

  it('is 4,096 characters for a public key', async () => {
    const name = await newDomain(world);
    const add = (public_key: string) =>
      call(`POST /domains/${name}/dnssec`, {
        dns_keys: [{ flags: '257', protocol: '3', alg: '8', public_key }],
      });
    const tooLong = 'Public key is too long, max 4096 characters [public_key]';
    expectRefusal(await add('AAAA'.repeat(1025)), 400, 2005, tooLong);
    expect((await add('AAAA'.repeat(1024))).status).toBe(200);
  });

  it('is 255 characters for a transfer code', async () => {
    const tooLong = 'Transfer code is too long, max 255 characters [transfer_code]';
    const registrant = await seed(world).contact();
    const register = (name: string, transfer_code: string) =>
      call('POST /domains', { domain: { name, registrant, period: 1, period_unit: 'y', transfer_code } });
    expectRefusal(await register('too-long.ee', 'x'.repeat(256)), 400, 2005, tooLong);
    expect((await register('long.ee', 'x'.repeat(255))).status).toBe(200);
    const put = (transfer_code: string) => call('PUT /domains/long.ee', { domain: { transfer_code } });
    expectRefusal(await put('y'.repeat(256)), 400, 2005, tooLong);
    expect((await put('y'.repeat(255))).status).toBe(200);
  });

  it('may be longer where they are stored already, and are shown and kept', async () => {
    const name = await newDomain(world, { nameservers: twoNameservers });
    const { db } = world.container.database;
    const code = 'z'.repeat(300);
    await sql`update domains set transfer_code = ${code} where name = ${name}`.execute(db);
    await sql`update nameservers set ipv4 = ${four(30)} from domains
      where domains.id = domain_id and domains.name = ${name}`.execute(db);
    const registrant = await seed(world).contact();
    const { status } = await call(`PUT /domains/${name}`, {
      domain: { registrant: { code: registrant, verified: true } },
    });
    expect(status).toBe(200);
    expect((await shown(name)).nameservers).toMatchObject([{ ipv4: four(30) }, { ipv4: four(30) }]);
  });
});
