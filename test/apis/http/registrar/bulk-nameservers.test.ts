import { domainToASCII } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../../support/database.ts';
import {
  newDomain,
  openDispute,
  operationsOn,
  setDomainStatuses,
  storedDomain,
  updateBlockers,
} from '../../../support/domains.ts';
import { expectData, expectMissing, expectRefusal, restApi } from '../../../support/rest.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
let counter = 0;
/** Hosts that no other test uses. */
const newHosts = () => {
  counter += 1;
  return { old: `ns1.old${counter}.test`, stays: `ns2.old${counter}.test`, fresh: `ns1.new${counter}.test` };
};
const replace = (data: object, auth?: string) =>
  call('PUT /registrar/nameservers', { data: { type: 'nameserver', ...data } }, auth ? { auth } : {});
const hostnamesOf = async (name: string) =>
  (
    (await call(`GET /domains/${name}/nameservers`)).body.data.nameservers as unknown as {
      hostname: string;
    }[]
  ).map(({ hostname }) => hostname);

describe('replacing a nameserver everywhere', () => {
  it('puts the new host in the place of the old one and repeats what was sent', async () => {
    const { old, stays, fresh } = newHosts();
    const names = [
      await newDomain(world, { name: 'b-host.ee', nameservers: [old, stays] }),
      await newDomain(world, { name: 'a-host.ee', nameservers: [stays, old] }),
      await newDomain(world, { name: 'c-host.ee', nameservers: [stays, fresh] }),
    ] as const;
    const attributes = { hostname: fresh.toUpperCase(), ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] };
    expectData(await replace({ id: old, attributes }), {
      type: 'nameserver',
      id: attributes.hostname,
      attributes,
      affected_domains: ['a-host.ee', 'b-host.ee'],
      skipped_domains: [],
    });
    expect((await call('GET /domains/b-host.ee/nameservers')).body.data.nameservers).toEqual([
      { hostname: stays, ipv4: [], ipv6: [] },
      { hostname: fresh, ipv4: ['192.0.2.1'], ipv6: ['2001:DB8::1'] },
    ]);
    expect(await operationsOn(world, names[0])).toEqual(['domain.register', 'domain.replace-nameserver']);
    expect(await operationsOn(world, names[2])).toEqual(['domain.register']);
  });

  it('is restricted to the domains listed, in Unicode or punycode; others it cannot change are reported', async () => {
    const { old, stays, fresh } = newHosts();
    const listed = await newDomain(world, { name: 'mõis.ee', nameservers: [old, stays] });
    const unlisted = await newDomain(world, { nameservers: [old, stays] });
    const without = await newDomain(world, { nameservers: [stays, fresh] });
    const foreign = await newDomain(world, { nameservers: [old, stays] }, { auth: beta });
    const domains = [domainToASCII('mõis.ee').toUpperCase(), without, foreign, 'Unknown.EE', listed];
    expectData(await replace({ id: old, domains, attributes: { hostname: fresh } }), {
      type: 'nameserver',
      id: fresh,
      attributes: { hostname: fresh },
      affected_domains: [listed],
      skipped_domains: [without, foreign, 'unknown.ee'].sort(),
    });
    expect(await hostnamesOf(unlisted)).toEqual([old, stays]);
  });

  it('does all domains when the list is empty, as portals mean it', async () => {
    const { old, stays, fresh } = newHosts();
    const name = await newDomain(world, { nameservers: [old, stays] });
    const { body } = await replace({ id: old, domains: [], attributes: { hostname: fresh } });
    expect(body.data.affected_domains).toEqual([name]);
  });

  it('skips domains that statuses or a dispute forbid to change, or that have the new host already', async () => {
    const { old, stays, fresh } = newHosts();
    const skipped = [await newDomain(world, { nameservers: [old, stays, fresh] })];
    for (const status of [...updateBlockers, 'deleteCandidate', 'serverObjUpdateProhibited']) {
      const name = await newDomain(world, { nameservers: [old, stays] });
      await setDomainStatuses(world, name, [status]);
      skipped.push(name);
    }
    const disputed = await newDomain(world, { nameservers: [old, stays] });
    await openDispute(world, disputed);
    const free = await newDomain(world, { nameservers: [old, stays] });
    await setDomainStatuses(world, free, ['serverHold', 'serverExtensionUpdateProhibited']);
    expect((await replace({ id: old, attributes: { hostname: fresh } })).body.data).toMatchObject({
      affected_domains: [free],
      skipped_domains: [...skipped, disputed].sort(),
    });
    expect(await hostnamesOf(disputed)).toEqual([old, stays]);
  });

  it('cannot change the addresses of a host', async () => {
    const { old, stays } = newHosts();
    const name = await newDomain(world, { nameservers: [old, stays] });
    const { body } = await replace({ id: old, attributes: { hostname: old, ipv4: ['192.0.2.9'] } });
    expect(body.data).toMatchObject({ affected_domains: [], skipped_domains: [name] });
    expect((await call(`GET /domains/${name}/nameservers`)).body.data.nameservers).toContainEqual({
      hostname: old,
      ipv4: [],
      ipv6: [],
    });
  });

  it('finds the old host by any spelling, and only on own domains', async () => {
    const { old, stays, fresh } = newHosts();
    await newDomain(world, { nameservers: [old, stays] }, { auth: beta });
    expectMissing(await replace({ id: old, attributes: { hostname: fresh } }));
    expectMissing(await replace({ id: 'ns.unknown.test', attributes: { hostname: '-' } }));
    const name = await newDomain(world, { nameservers: [old, stays] });
    const { body } = await replace({ id: `${old.toUpperCase()}.`, attributes: { hostname: fresh } });
    expect(body.data.affected_domains).toEqual([name]);
  });

  it('refuses a new host that is not valid and then changes nothing', async () => {
    const { old, stays } = newHosts();
    const name = await newDomain(world, { nameservers: [old, stays] });
    const attempt = (attributes: object) => replace({ id: old, attributes });
    expectRefusal(await attempt({ hostname: 'ns_1.test' }), 400, 2005, 'Hostname is invalid [hostname]');
    expectRefusal(await attempt({ hostname: 'ns.test', ipv4: ['1'] }), 400, 2005, 'IPv4 is invalid [ipv4]');
    expectRefusal(await attempt({ hostname: 'ns.test', ipv6: ['1'] }), 400, 2005, 'IPv6 is invalid [ipv6]');
    expect(await hostnamesOf(name)).toEqual([old, stays]);
  });

  it('refuses a host without address inside one of the domains, for all of them', async () => {
    const { old, stays } = newHosts();
    const names = [
      await newDomain(world, { nameservers: [old, stays] }),
      await newDomain(world, { nameservers: [old, stays] }),
    ];
    const message = 'Either IPv4 or IPv6 is required for glue record generation';
    expectRefusal(await replace({ id: old, attributes: { hostname: `ns.${names[1]}` } }), 400, 2003, message);
    for (const name of names) expect(await hostnamesOf(name)).toEqual([old, stays]);
    const { body } = await replace({
      id: old,
      attributes: { hostname: `ns.${names[1]}`, ipv4: ['192.0.2.1'] },
    });
    expect(body.data.affected_domains).toEqual(names.toSorted());
  });

  it('reports what is missing or has the wrong type before it looks for the old host', async () => {
    const missing = (name: string) => `param is missing or the value is empty: ${name}`;
    const put = (data: unknown) => call('PUT /registrar/nameservers', { data });
    const attributes = { hostname: 'ns1.new.test' };
    const good = { type: 'nameserver', id: 'ns.unknown.test', attributes };
    expectRefusal(await call('PUT /registrar/nameservers', null), 400, 2003, missing('data'));
    expectRefusal(await put({ ...good, type: ' ' }), 400, 2003, missing('type'));
    expectRefusal(await put({ ...good, attributes: {} }), 400, 2003, missing('attributes'));
    expectRefusal(
      await put({ ...good, attributes: { hostname: '' } }),
      400,
      2003,
      missing('attributes').replace('attributes', 'hostname'),
    );
    // Without an old host it is added, to domains that have to be named.
    expectRefusal(await put({ ...good, id: undefined }), 400, 2003, 'Missing parameter domains');
    expectRefusal(
      await put({ ...good, type: 'host' }),
      400,
      2005,
      `Invalid parameter 'type' value "host": Must be one of: nameserver`,
    );
    expectRefusal(
      await put({ ...good, attributes: { ...attributes, ipv4: '1.1.1.1' } }),
      400,
      2005,
      `Invalid parameter 'ipv4' value "1.1.1.1": Must be an array of String`,
    );
    expectRefusal(
      await put({ ...good, domains: [1] }),
      400,
      2005,
      "Invalid parameter 'domains' value [1]: Must be an array of String",
    );
    expectMissing(await put(good));
  });

  it('is not for users who may only deal with money', async () => {
    const answer = await replace(
      { id: 'ns.unknown.test', attributes: { hostname: 'ns.test' } },
      basic('alpha-billing', 'alpha-sandbox'),
    );
    expectRefusal(answer, 401, 2201, 'Authorization error');
  });

  it('reads and writes in as many statements for twenty domains as for two', async () => {
    const count = async (domains: number) => {
      const { old, stays, fresh } = newHosts();
      for (let made = 0; made < domains; made += 1) await newDomain(world, { nameservers: [old, stays] });
      const work = () => replace({ id: old, attributes: { hostname: fresh } });
      return (await countStatements(world.container.database, work)).count;
    };
    await replace({ id: 'ns.unknown.test', attributes: { hostname: 'ns.test' } });
    expect(await count(20)).toBe(await count(2));
  });
});

describe('a bulk nameserver call with a blank id', () => {
  it.each(['', '  ', null])('adds the host to the listed domains (%j)', async (id) => {
    const { old, stays, fresh } = newHosts();
    const name = await newDomain(world, { nameservers: [old, stays] });
    const { body } = await replace({ id, domains: [name.toUpperCase()], attributes: { hostname: fresh } });
    expect(body).toMatchObject({
      code: 1000,
      data: { id: fresh, affected_domains: [name], skipped_domains: [] },
    });
    expect(await hostnamesOf(name)).toEqual([old, stays, fresh]);
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.add-nameserver-in-bulk']);
  });

  it('needs domains', async () => {
    const attributes = { hostname: 'ns.test' };
    expectRefusal(await replace({ id: '', attributes }), 400, 2003, 'Missing parameter domains');
    expectRefusal(await replace({ id: '', domains: [], attributes }), 400, 2003, 'Missing parameter domains');
  });

  it('skips domains that have it, that may not change, that it would leave with one, and foreign ones', async () => {
    const { old, stays, fresh } = newHosts();
    const [has, none, blocked, free] = [
      await newDomain(world, { nameservers: [old, fresh] }),
      await newDomain(world),
      await newDomain(world, { nameservers: [old, stays] }),
      await newDomain(world, { nameservers: [old, stays] }),
    ];
    const foreign = await newDomain(world, { nameservers: [old, stays] }, { auth: beta });
    await setDomainStatuses(world, blocked, ['clientUpdateProhibited']);
    const domains = [has, none, blocked, free, foreign, 'unknown.ee'];
    expect((await replace({ id: '', domains, attributes: { hostname: fresh } })).body.data).toMatchObject({
      affected_domains: [free],
      skipped_domains: [has, none, blocked, foreign, 'unknown.ee'].sort(),
    });
    expect((await storedDomain(world, none)).statuses).toEqual(['inactive']);
  });
});
