import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  disputed,
  newDomain,
  openDispute,
  setDomainStatuses,
  setSetting,
  updateBlockers,
} from '../../../support/domains.ts';
import {
  expectData,
  expectMissing,
  expectProhibited,
  expectRefusal,
  restApi,
} from '../../../support/rest.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const key = (text = 'test', fields: object = {}) => ({
  flags: '257',
  protocol: '3',
  alg: '8',
  public_key: Buffer.from(text).toString('base64'),
  ...fields,
});
const shown = (text: string) => ({ ...key(text), flags: 257, protocol: 3, alg: 8 });
const add = (name: string, ...dns_keys: unknown[]) => call(`POST /domains/${name}/dnssec`, { dns_keys });
const remove = (name: string, ...dns_keys: unknown[]) => call(`DELETE /domains/${name}/dnssec`, { dns_keys });
const keysOf = async (name: string) => (await call(`GET /domains/${name}/dnssec`)).body.data.dns_keys;

describe('the DNSSEC keys of a domain', () => {
  it('are listed with integers', async () => {
    const name = await newDomain(world, { keys: [key('one')] });
    expectData(await call(`GET /domains/${name}/dnssec`), { dns_keys: [shown('one')] });
  });

  it('are not there for another registrar', async () => {
    const name = await newDomain(world);
    expectMissing(await call(`GET /domains/${name}/dnssec`, undefined, { auth: beta }));
  });
});

describe('adding DNSSEC keys', () => {
  it('is independent of nameservers', async () => {
    const name = await newDomain(world);
    expectData(await add(name, key('one'), key('two')), { domain: { name } });
    expect(await keysOf(name)).toEqual([shown('one'), shown('two')]);
  });

  it('keeps the tag and the digest that the zone will need', async () => {
    const name = await newDomain(world, { keys: [key('one')] });
    const stored = await world.container.database.db
      .selectFrom('dnssec_keys')
      .innerJoin('domains', 'domains.id', 'domain_id')
      .select(['key_tag', 'ds_digest_type', 'ds_digest'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ ds_digest_type: 2, ds_digest: expect.stringMatching(/^[0-9A-F]{64}$/) });
  });

  it.each([
    ['alg', '17', 'Valid algorithms are: 3, 5, 6, 7, 8, 10, 13, 14, 15, 16 [alg]'],
    ['alg', 'x', 'Valid algorithms are: 3, 5, 6, 7, 8, 10, 13, 14, 15, 16 [alg]'],
    ['protocol', '2', 'Valid protocols are: 3 [protocol]'],
    ['flags', '0', 'Valid flags are: 256, 257 [flags]'],
  ])('refuses %s %s', async (field, value, message) => {
    const name = await newDomain(world);
    expectRefusal(await add(name, key('one'), key('two', { [field]: value })), 400, 2005, message);
    expect(await keysOf(name)).toEqual([]);
  });

  it.each(['not base64', 'dGVzdA', 'dGVz\ndA==', 'dGVzdA== '])(
    'refuses the public key %j',
    async (public_key) => {
      const name = await newDomain(world);
      expectRefusal(await add(name, key('one', { public_key })), 400, 2005, 'DNS keys are invalid');
    },
  );

  it.each([
    ['public_key', 'Public key is missing [public_key]'],
    ['flags', 'Flag is missing [flags]'],
    ['protocol', 'Protocol is missing [protocol]'],
    ['alg', 'Algorithm is missing [alg]'],
  ])('refuses an empty %s', async (field, message) => {
    const name = await newDomain(world);
    expectRefusal(await add(name, key('one', { [field]: '' })), 400, 2306, message);
  });

  it('refuses a public key that is there already, whatever its other values', async () => {
    const name = await newDomain(world, { keys: [key('one')] });
    const exists = 'Public key already exists [public_key]';
    expectRefusal(await add(name, key('one', { alg: '13' })), 400, 2302, exists);
    expectRefusal(await add(name, key('two'), key('two')), 400, 2302, exists);
  });

  it('refuses a new one of a curve with another length, and leaves those that are there', async () => {
    const name = await newDomain(world, { keys: [key('one')] });
    await sql`update dnssec_keys set alg = 13 where domain_id = (select id from domains where name = ${name})`.execute(
      world.container.database.db,
    );
    const message = 'Public key of algorithm 13 must have 64 bytes [public_key]';
    expectRefusal(await add(name, key('sixsix', { alg: '13' })), 400, 2005, message);
    expectData(await add(name, key('two'), key('x'.repeat(64), { alg: '13' })), { domain: { name } });
    expect(await keysOf(name)).toHaveLength(3);
  });

  it('refuses a tenth key', async () => {
    const name = await newDomain(world, {
      keys: Array.from({ length: 9 }, (_, index) => key(`key ${index}`)),
    });
    expectRefusal(await add(name, key('ten')), 400, 2004, 'DNS keys count must be between 0-9 [dnskeys]');
  });

  it('names what is missing or has the wrong type', async () => {
    const name = await newDomain(world);
    expectRefusal(await call(`POST /domains/${name}/dnssec`, {}), 400, 2003, 'Missing parameter dns_keys');
    for (const field of ['flags', 'protocol', 'alg', 'public_key'])
      expectRefusal(
        await add(name, key('one', { [field]: undefined })),
        400,
        2003,
        `Missing parameter ${field}`,
      );
    expectRefusal(
      await add(name, key('one', { flags: 257 })),
      400,
      2005,
      "Invalid parameter 'flags' value 257: Must be a String",
    );
    expectData(await add(name), { domain: { name } });
  });

  it('reports that the domain is missing before it looks at the body', async () => {
    expectMissing(await call('POST /domains/unknown.ee/dnssec', {}));
    const name = await newDomain(world);
    expectMissing(await call(`POST /domains/${name}/dnssec`, { dns_keys: [key()] }, { auth: beta }));
  });

  it.each([...updateBlockers, 'deleteCandidate', 'serverExtensionUpdateProhibited'])(
    'is forbidden by %s, and so is removing',
    async (status) => {
      const name = await newDomain(world, { keys: [key('one')] });
      await setDomainStatuses(world, name, [status]);
      expectProhibited(await add(name, key('two')));
      expectProhibited(await remove(name, key('one')));
    },
  );

  it('is the one change that the registry lock leaves open', async () => {
    const name = await newDomain(world);
    await setDomainStatuses(world, name, ['serverObjUpdateProhibited']);
    expect((await add(name, key('one'))).status).toBe(200);
  });

  it('is forbidden while a dispute runs', async () => {
    const name = await newDomain(world);
    await openDispute(world, name);
    expectRefusal(await add(name, key('one')), 400, 2304, disputed);
  });

  it('is forbidden when the registry takes no keys', async () => {
    const name = await newDomain(world);
    await setSetting(world, 'key_data_allowed', 'false');
    expectRefusal(await add(name, key('one')), 400, 2306, 'keyData object is not allowed');
    await setSetting(world, 'key_data_allowed', 'true');
  });
});

describe('a domain with keys from before the registry took none', () => {
  it('can be changed in everything but its keys', async () => {
    const name = await newDomain(world, { keys: [key('one'), key('two')] });
    await setSetting(world, 'key_data_allowed', 'false');
    const nameservers = [1, 2].map((n) => ({ hostname: `ns${n}.kept.example`, ipv4: [], ipv6: [] }));
    const done = [
      await call(`PUT /domains/${name}`, { domain: { transfer_code: 'a-new-code-1' } }),
      await call(`POST /domains/${name}/nameservers`, { nameservers }),
      await call(`PUT /domains/${name}/statuses/clientHold`),
      await call(`DELETE /domains/${name}/statuses/clientHold`),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expectRefusal(await add(name, key('three')), 400, 2306, 'keyData object is not allowed');
    expectRefusal(await remove(name, key('one')), 400, 2306, 'keyData object is not allowed');
    expect((await remove(name, key('one'), key('two'))).status).toBe(200);
    await setSetting(world, 'key_data_allowed', 'true');
  });
});

describe('removing DNSSEC keys', () => {
  it('matches all four values', async () => {
    const name = await newDomain(world, { keys: [key('one'), key('two')] });
    expectRefusal(await remove(name, key('one', { alg: '13' })), 400, 2303, 'DS was not found');
    expectData(await remove(name, key('one')), { domain: { name } });
    expect(await keysOf(name)).toEqual([shown('two')]);
  });

  it('removes none when one is not found', async () => {
    const name = await newDomain(world, { keys: [key('one')] });
    expectRefusal(await remove(name, key('one'), key('three')), 400, 2303, 'DS was not found');
    expect(await keysOf(name)).toEqual([shown('one')]);
  });

  it('changes nothing for an empty list', async () => {
    const name = await newDomain(world, { keys: [key('one')] });
    expectData(await remove(name), { domain: { name } });
    expectRefusal(
      await call(`DELETE /domains/${name}/dnssec`, null),
      400,
      2003,
      'Missing parameter dns_keys',
    );
  });

  it('is not for users who may only deal with money', async () => {
    const name = await newDomain(world, { keys: [key('one')] });
    const auth = basic('alpha-billing', 'alpha-sandbox');
    const denied = [
      await call(`GET /domains/${name}/dnssec`, undefined, { auth }),
      await call(`POST /domains/${name}/dnssec`, { dns_keys: [] }, { auth }),
      await call(`DELETE /domains/${name}/dnssec`, { dns_keys: [] }, { auth }),
    ];
    for (const answer of denied) expectRefusal(answer, 401, 2201, 'Authorization error');
  });
});
