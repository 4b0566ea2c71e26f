import { domainToASCII } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  disputed,
  newDomain,
  openDispute,
  setDomainStatuses,
  storedDomain,
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
const add = (name: string, ...nameservers: unknown[]) =>
  call(`POST /domains/${name}/nameservers`, { nameservers });
const hosts = (count: number) => Array.from({ length: count }, (_, index) => `ns${index + 1}.host.test`);
const tooFewOrMany =
  'Data management policy violation; Nameserver count must be between 2-11 for active domains [nameservers]';

async function hostnamesOf(name: string): Promise<unknown> {
  const { body } = await call(`GET /domains/${name}/nameservers`);
  return (body.data.nameservers as unknown as { hostname: string }[]).map(({ hostname }) => hostname);
}

describe('the nameservers of a domain', () => {
  it('are listed with their addresses, IPv6 in upper case', async () => {
    const name = await newDomain(world, { name: 'glue.ee' });
    await add(
      name,
      { hostname: 'ns1.glue.ee', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] },
      { hostname: 'ns2.host.test' },
    );
    expectData(await call(`GET /domains/${name}/nameservers`), {
      nameservers: [
        { hostname: 'ns1.glue.ee', ipv4: ['192.0.2.1'], ipv6: ['2001:DB8::1'] },
        { hostname: 'ns2.host.test', ipv4: [], ipv6: [] },
      ],
    });
  });

  it('are not there for another registrar', async () => {
    const name = await newDomain(world);
    expectMissing(await call(`GET /domains/${name}/nameservers`, undefined, { auth: beta }));
  });
});

describe('adding nameservers', () => {
  it('brings an inactive domain into the zone', async () => {
    const name = await newDomain(world);
    expect((await storedDomain(world, name)).statuses).toEqual(['inactive']);
    expectData(await add(name, ...hosts(2).map((hostname) => ({ hostname }))), { domain: { name } });
    expect((await storedDomain(world, name)).statuses).toEqual(['ok']);
  });

  it('stores the hostname in lower case, in Unicode and without a trailing dot', async () => {
    const name = await newDomain(world);
    await add(
      name,
      { hostname: ' NS1.Host.TEST. ' },
      { hostname: domainToASCII('ns.õun.ee'), ipv4: [' 192.0.2.7 ', ''] },
    );
    expect((await call(`GET /domains/${name}/nameservers`)).body.data.nameservers).toEqual([
      { hostname: 'ns1.host.test', ipv4: [], ipv6: [] },
      { hostname: 'ns.õun.ee', ipv4: ['192.0.2.7'], ipv6: [] },
    ]);
  });

  it('refuses the first single one, a twelfth, and then adds none', async () => {
    const name = await newDomain(world);
    expectRefusal(await add(name, { hostname: 'ns1.host.test' }), 400, 2308, tooFewOrMany);
    expect((await add(name, ...hosts(11).map((hostname) => ({ hostname })))).status).toBe(200);
    expectRefusal(await add(name, { hostname: 'ns12.host.test' }), 400, 2308, tooFewOrMany);
    expect(await hostnamesOf(name)).toEqual(hosts(11));
  });

  it('refuses a host that is there already, in any spelling, and one named twice', async () => {
    const name = await newDomain(world, { nameservers: hosts(2) });
    const exists = 'Nameserver already exists on this domain [hostname]';
    expectRefusal(await add(name, { hostname: 'NS2.host.test.' }), 400, 2302, exists);
    expectRefusal(
      await add(name, { hostname: 'ns3.host.test' }, { hostname: 'ns3.host.test' }),
      400,
      2302,
      exists,
    );
    expect(await hostnamesOf(name)).toEqual(hosts(2));
  });

  it.each(['ns_1.host.test', '-ns.host.test', 'ns..host.test', 'ns.host.tësť', 'ns1.xn--0.test', 'a b.test'])(
    'refuses the hostname %s',
    async (hostname) => {
      const name = await newDomain(world, { nameservers: hosts(2) });
      expectRefusal(await add(name, { hostname }), 400, 2005, 'Hostname is invalid [hostname]');
    },
  );

  it('refuses a label that is too long in punycode', async () => {
    const name = await newDomain(world, { nameservers: hosts(2) });
    const message = 'Hostname puny label is too long (maximum is 63 characters) [hostname]';
    expectRefusal(await add(name, { hostname: `${'õ'.repeat(62)}.test` }), 400, 2005, message);
  });

  it('takes a hostname of one label', async () => {
    const name = await newDomain(world, { nameservers: hosts(2) });
    expect((await add(name, { hostname: 'localhost' })).status).toBe(200);
  });

  it('refuses addresses that are none', async () => {
    const name = await newDomain(world, { nameservers: hosts(2) });
    const withIpv4 = (...ipv4: unknown[]) => add(name, { hostname: 'ns9.host.test', ipv4 });
    const withIpv6 = (...ipv6: unknown[]) => add(name, { hostname: 'ns9.host.test', ipv6 });
    for (const wrong of ['256.1.1.1', '1.1.1', '01.1.1.1', '10.0.0.0/8', 7, {}, true])
      expectRefusal(await withIpv4('192.0.2.1', wrong), 400, 2005, 'IPv4 is invalid [ipv4]');
    for (const wrong of ['zz2001:db8::1zz', '192.0.2.1', 'fe80::1%eth0', 7])
      expectRefusal(await withIpv6(wrong), 400, 2005, 'IPv6 is invalid [ipv6]');
  });

  it('needs an address for a host inside the domain itself', async () => {
    const name = await newDomain(world, { nameservers: hosts(2) });
    const message = 'Either IPv4 or IPv6 is required for glue record generation';
    expectRefusal(await add(name, { hostname: `ns1.${name}` }), 400, 2003, message);
    expectRefusal(await add(name, { hostname: name, ipv4: [] }), 400, 2003, message);
    expect((await add(name, { hostname: `ns1.${name}`, ipv6: ['2001:db8::1'] })).status).toBe(200);
  });

  it('names what is missing or has the wrong type', async () => {
    const name = await newDomain(world);
    const post = (body: unknown) => call(`POST /domains/${name}/nameservers`, body);
    expectRefusal(await post({}), 400, 2003, 'Missing parameter nameservers');
    expectRefusal(await add(name, { ipv4: [] }), 400, 2003, 'Missing parameter hostname');
    expectRefusal(await add(name, { hostname: '  ' }), 400, 2003, 'Missing parameter hostname');
    expectRefusal(
      await add(name, { hostname: 'ns1.host.test', ipv4: '1.1.1.1' }),
      400,
      2005,
      `Invalid parameter 'ipv4' value "1.1.1.1": Must be an array of any type`,
    );
    expectData(await post({ nameservers: [] }), { domain: { name } });
  });

  it('reports that the domain is missing before it looks at the body', async () => {
    expectMissing(await call('POST /domains/unknown.ee/nameservers', {}));
    const name = await newDomain(world);
    expectMissing(await call(`POST /domains/${name}/nameservers`, { nameservers: [] }, { auth: beta }));
  });

  it.each([...updateBlockers, 'deleteCandidate', 'serverObjUpdateProhibited'])(
    'is forbidden by %s, and so is removing',
    async (status) => {
      const name = await newDomain(world, { nameservers: hosts(3) });
      await setDomainStatuses(world, name, [status]);
      expectProhibited(await add(name, { hostname: 'ns9.host.test' }));
      expectProhibited(await call(`DELETE /domains/${name}/nameservers/ns1.host.test`));
    },
  );

  it('is forbidden while a dispute runs, and so is removing', async () => {
    const name = await newDomain(world, { nameservers: hosts(3) });
    await openDispute(world, name);
    expectRefusal(await add(name, { hostname: 'ns9.host.test' }), 400, 2304, disputed);
    expectRefusal(await call(`DELETE /domains/${name}/nameservers/ns1.host.test`), 400, 2304, disputed);
  });

  it('lets one of two at the same time add a host', async () => {
    const name = await newDomain(world, { nameservers: hosts(2) });
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(name, { hostname: 'ns9.host.test' })));
    expect(answers.map(({ body }) => Number(body.code)).sort()).toEqual([1000, 2302, 2302, 2302]);
    expect(await hostnamesOf(name)).toEqual([...hosts(2), 'ns9.host.test']);
  });
});

describe('removing a nameserver', () => {
  it('finds it by any spelling of its name', async () => {
    const name = await newDomain(world, { nameservers: [...hosts(3), 'ns.õun.ee'] });
    expectData(await call(`DELETE /domains/${name}/nameservers/NS1.HOST.test`), { domain: { name } });
    expectData(await call(`DELETE /domains/${name}/nameservers/${domainToASCII('ns.õun.ee')}`), {
      domain: { name },
    });
    expect(await hostnamesOf(name)).toEqual(['ns2.host.test', 'ns3.host.test']);
  });

  it('keeps at least two', async () => {
    const name = await newDomain(world, { nameservers: hosts(2) });
    expectRefusal(await call(`DELETE /domains/${name}/nameservers/ns1.host.test`), 400, 2308, tooFewOrMany);
    expect(await hostnamesOf(name)).toEqual(hosts(2));
  });

  it("does not find a host that the domain lacks, nor a domain that is not the caller's", async () => {
    const name = await newDomain(world, { nameservers: hosts(3) });
    expectMissing(await call(`DELETE /domains/${name}/nameservers/ns9.host.test`));
    expectMissing(await call(`DELETE /domains/${name}/nameservers/ns1.host.test`, undefined, { auth: beta }));
    expectMissing(await call('DELETE /domains/unknown.ee/nameservers/ns1.host.test'));
  });

  it('is not for users who may only deal with money', async () => {
    const name = await newDomain(world, { nameservers: hosts(3) });
    const auth = basic('alpha-billing', 'alpha-sandbox');
    const denied = [
      await call(`GET /domains/${name}/nameservers`, undefined, { auth }),
      await call(`POST /domains/${name}/nameservers`, { nameservers: [] }, { auth }),
      await call(`DELETE /domains/${name}/nameservers/ns1.host.test`, null, { auth }),
    ];
    for (const answer of denied) expectRefusal(answer, 401, 2201, 'Authorization error');
  });
});
