import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  serialOf,
  type ZoneSnapshot,
  zoneSnapshot,
} from '#src/extensions/public/zones/operations/zone-file.ts';
import { runZoneHook } from '#src/extensions/public/zones/zone-hook.ts';
import { cli } from '../../../server/cli/commands.ts';
import { secondContainer } from '../../../support/containers.ts';
import { secondConnection } from '../../../support/database.ts';
import { newDomain, setDomainStatuses } from '../../../support/domains.ts';
import { gate } from '../../../support/gate.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../../support/world.ts';

const onServer = inject('testDatabase').kind === 'postgres';
const directory = mkdtempSync(join(tmpdir(), 'zonegraph-zones-'));
const hook = join(directory, 'hook');
const told = join(directory, 'told');
let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  writeFileSync(
    hook,
    `#!/bin/sh\n[ ! -e '${directory}/refuse' ] || { echo no >&2; exit 3; }\necho "$@" "$ZONE_SERIAL" "$BILLING_SECRET" >> '${told}'\n`,
  );
  chmodSync(hook, 0o755);
  world = await testWorld({ ZONE_DIR: directory, ZONE_HOOK: `${hook} {zone} {serial} $(id);` });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const written = (zone = 'ee'): string => readFileSync(join(directory, `${zone}.zone`), 'utf8');
const serialIn = (text: string): number => Number(/SOA \S+ \S+ \( (\d+)/.exec(text)?.[1]);
const served = (file: string, auth: string | null = operator) =>
  world.request({ method: 'GET', url: `/operator/zones/${file}`, auth });
const run = async () => {
  expectDone(await mutate('jobsRun', { jobs: ['zone-files'] }, 'events { kind }'));
};
const hosts = (...names: string[]) => names.map((hostname) => ({ hostname }));
const setNameservers = async (name: string, nameservers: readonly object[]) =>
  expectDone(await mutate('domainNameserversSet', { name, nameservers }, 'domain { name }', alpha));

describe('the file of a zone', () => {
  it('has its head, the delegations of its domains, and glue for hosts below them', async () => {
    await newDomain(world, { name: 'esimene.ee', nameservers: ['ns1.host.example', 'ns2.host.example'] });
    await newDomain(world, { name: 'majutaja.ee' });
    await setNameservers('majutaja.ee', [
      { hostname: 'ns1.majutaja.ee', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] },
      { hostname: 'ns2.majutaja.ee', ipv4: ['192.0.2.2'] },
    ]);
    // The address that somebody else gives a host does not count.
    await newDomain(world, { name: 'sõber.ee' });
    await setNameservers('sõber.ee', [
      { hostname: 'ns1.majutaja.ee', ipv4: ['203.0.113.66'] },
      { hostname: 'ns.õpe.example' },
    ]);
    // A host of a zone below is found there.
    await newDomain(world, { name: 'alam.ee' });
    await setNameservers('alam.ee', hosts('ns1.pood.com.ee', 'ns1.host.example'));
    // The address that a domain gives to a nameserver of the zone does not count either.
    await newDomain(world, { name: 'tld.ee' });
    await setNameservers('tld.ee', [
      { hostname: 'ns.tld.ee', ipv4: ['203.0.113.66'] },
      { hostname: 'ns.other.example' },
    ]);
    const { status, headers, text } = await served('ee.zone');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="ee.zone"');
    expect(text).toContain('$ORIGIN ee.\n$TTL 86400\n');
    expect(text).toMatch(
      /^@ IN SOA ns\.zonegraph\.example\. hostmaster\.ee\. \( \d{10} 3600 900 1209600 3600 \)$/m,
    );
    expect(text).toContain('@ IN NS ns.zonegraph.example.\n@ IN NS ns.tld.ee.\nns.tld.ee. IN A 192.0.2.53\n');
    expect(text).toContain('esimene.ee. IN NS ns1.host.example.\n');
    expect(text).toContain('ns1.majutaja.ee. IN A 192.0.2.1\nns1.majutaja.ee. IN AAAA 2001:db8::1\n');
    expect(text).toContain('xn--sber-0qa.ee. IN NS ns1.majutaja.ee.\n');
    expect(text).toContain('xn--sber-0qa.ee. IN NS ns.xn--pe-bka.example.\n');
    expect(text).not.toContain('203.0.113.66');
    expect(text).toContain('alam.ee. IN NS ns1.pood.com.ee.\n');
    expect(text).toContain('com.ee. IN NS ns.tld.com.ee.\nns.tld.com.ee. IN A 192.0.2.53\n');
    expect(text.trimEnd().endsWith('; The end of the zone ee')).toBe(true);
  });

  it('leaves out what is on hold, without nameservers, or cannot be found', async () => {
    for (const [name, status] of [
      ['kinni.ee', 'serverHold'],
      ['peatatud.ee', 'clientHold'],
    ] as const) {
      await newDomain(world, { name, nameservers: ['ns1.host.example', 'ns2.host.example'] });
      await setDomainStatuses(world, name, [status]);
    }
    await newDomain(world, { name: 'tühi.ee' });
    await newDomain(world, { name: 'ripub.ee' });
    await setNameservers('ripub.ee', hosts('ns1.kinni.ee', 'ns1.olematu.ee'));
    // Each needs the other.
    for (const [name, other] of [
      ['ring.ee', 'rong'],
      ['rong.ee', 'ring'],
    ] as const) {
      await newDomain(world, { name });
      await setNameservers(name, hosts(`ns1.${other}.ee`, `ns2.${other}.ee`));
    }
    // One of the two is found, through a domain that has nameservers elsewhere.
    await newDomain(world, { name: 'pool.ee' });
    await setNameservers('pool.ee', hosts('ns1.esimene.ee', 'ns1.olematu.ee'));
    const { text } = await served('ee.zone');
    for (const name of ['kinni', 'peatatud', 'xn--thi-hoa', 'ripub', 'ring', 'rong'])
      expect(text).not.toContain(`${name}.ee. IN NS`);
    expect(text).toContain('pool.ee. IN NS ns1.esimene.ee.\n');
    expect(text).toContain('; pool.ee: ns1.olematu.ee cannot be found, and is left out\n');
  });

  it('has DS records of the keys that sign other keys', async () => {
    await newDomain(world, { name: 'signed.ee', nameservers: ['ns1.host.example', 'ns2.host.example'] });
    // The example of RFC 6605, with a key for the zone beside it.
    const key = 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==';
    const keys = [
      { flags: 257, protocol: 3, algorithm: 13, publicKey: key },
      { flags: 256, protocol: 3, algorithm: 8, publicKey: 'AAAA' },
    ];
    expectDone(
      await mutate('domainDnssecKeysAdd', { name: 'signed.ee', dnssecKeys: keys }, 'domain { name }', alpha),
    );
    const { text } = await served('ee.zone');
    expect(text.match(/^signed\.ee\. IN DS .*$/gm)).toEqual([
      expect.stringMatching(/^signed\.ee\. IN DS 55648 13 2 [0-9A-F]{64}$/),
    ]);
  });

  it('has one serial for one content, which grows when it changes and never falls', async () => {
    const [first, second] = [
      serialIn((await served('ee.zone')).text),
      serialIn((await served('EE.zone')).text),
    ];
    expect(second).toBe(first);
    expect(String(first)).toBe(
      `${world.container.calendar.dateOf(world.clock.now()).replaceAll('-', '')}${String(first).slice(8)}`,
    );
    await newDomain(world, { name: 'lisatud.ee' });
    expect(serialIn((await served('ee.zone')).text)).toBe(first);
    await setNameservers('lisatud.ee', hosts('ns1.host.example', 'ns2.host.example'));
    const changed = serialIn((await served('ee.zone')).text);
    expect(changed).toBeGreaterThan(first);
  });

  it('gives no serial to a content that is older than the newest file', async () => {
    const { calendar, database } = world.container;
    const now = world.clock.now();
    const settle = (snapshot: ZoneSnapshot) =>
      serialOf(database.db, snapshot, { calendar, now, digest: 'of what was read before' });
    const older = await zoneSnapshot(database.db, 'ee');
    await setNameservers('lisatud.ee', hosts('ns.older.example', 'ns.newer.example'));
    const newest = serialIn((await served('ee.zone')).text);
    const { state } = (await zoneSnapshot(database.db, 'ee')) ?? {};
    if (!older || !state) throw new Error('ee has no file');
    for (const { versionId, lateNth } of [older.state, { ...state, lateNth: state.lateNth - 1 }])
      expect(await settle({ ...older, state: { ...state, versionId, lateNth } })).toBeUndefined();
    expect(serialIn((await served('ee.zone')).text)).toBe(newest);
  });

  it('is for operators, and for zones that declare their nameservers', async () => {
    expect((await served('ee.zone', alpha)).status).toBe(403);
    expect((await served('ee.zone', null)).status).toBe(303);
    expect((await served('olematu.zone')).status).toBe(404);
    expect((await served('ee.txt')).status).toBe(404);
    expectDone(await mutate('zoneUpdate', { origin: 'test', nameservers: [] }, 'zone { nameservers }'));
    expect(await served('test.zone')).toMatchObject({
      body: { code: 2304, message: expect.stringContaining('zoneUpdate') },
    });
  });
});

describe('zonegraph zone', () => {
  it('prints the file of a running server, and the refusal of one that has none', async () => {
    const env = { ZONEGRAPH_URL: await world.listen() };
    expect(await cli('zone ee', env)).toBe((await served('ee.zone')).text.trimEnd());
    await expect(cli('zone olematu', env)).rejects.toThrow('Zone was not found');
    await expect(cli('zone', env)).rejects.toThrow('Say which zone, such as: zone ee');
  });
});

describe('what a zone declares', () => {
  it('is changed by operators, with history, and shows in the next file', async () => {
    const done = await mutate(
      'zoneUpdate',
      {
        origin: 'pri.ee',
        nameservers: ['ns1.pri.ee=192.0.2.7', 'ns.pri.example'],
        hostmaster: 'dns.team@registry.example',
        refresh: 7200,
        ttl: 3600,
      },
      'zone { nameservers hostmaster refresh retry expire negativeTtl ttl }',
    );
    expectDone(done);
    expect(done.zone).toEqual({
      nameservers: ['ns1.pri.ee=192.0.2.7', 'ns.pri.example'],
      hostmaster: 'dns.team@registry.example',
      refresh: 7200,
      retry: 900,
      expire: 1209600,
      negativeTtl: 3600,
      ttl: 3600,
    });
    const { text } = await served('pri.ee.zone');
    expect(text).toContain('@ IN SOA ns1.pri.ee. dns\\.team.registry.example. ( ');
    expect(text).toContain(
      ' 7200 900 1209600 3600 )\n@ IN NS ns1.pri.ee.\n@ IN NS ns.pri.example.\nns1.pri.ee. IN A 192.0.2.7\n',
    );
    const { data } = await ask('{ operatorLog(first: 1) { nodes { operation } } }');
    expect(data.operatorLog.nodes).toEqual([{ operation: 'zone.update' }]);
  });

  it('is refused where a nameserver could not be found or a time makes no sense', async () => {
    const update = (input: object) => mutate('zoneUpdate', { origin: 'ee', ...input }, 'zone { origin }');
    expectRefused(await update({ nameservers: ['ns9.ee'] }), 2003);
    expectRefused(await update({ nameservers: ['ns.example=300.1.1.1'] }), 2005);
    expectRefused(await update({ nameservers: ['ns.example', 'ns.example'] }), 2302);
    expectRefused(await update({ hostmaster: 'nobody' }), 2005);
    expectRefused(await update({ refresh: 1 }), 2004);
    expectRefused(await update({ refresh: 604_800, retry: 604_800, expire: 3600 }), 2004);
    expectRefused(await mutate('zoneUpdate', { origin: 'olematu' }, 'zone { origin }'), 2303);
  });
});

describe('the directory of zone files', () => {
  it('has them as they are served, and is written when something changed', async () => {
    await run();
    expect(written()).toBe((await served('ee.zone')).text);
    expect(written('com.ee')).toContain('$ORIGIN com.ee.');
    expect(existsSync(join(directory, 'test.zone'))).toBe(false);
    const before = serialIn(written());
    await setNameservers('lisatud.ee', hosts('ns3.host.example', 'ns4.host.example'));
    await run();
    expect(serialIn(written())).toBe(before + 1);
    expect(written()).toContain('lisatud.ee. IN NS ns3.host.example.\n');
    expect(readdirSync(directory).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('is written whole and with the same serials by several processes at once, in one directory or in several', async () => {
    const other = mkdtempSync(join(tmpdir(), 'zonegraph-zones-'));
    const processes = await Promise.all(
      [directory, other].map((ZONE_DIR) => secondContainer({ env: { ZONE_DIR } })),
    );
    const writing = () =>
      Promise.allSettled([
        run(),
        ...processes.map(({ container }) => container.jobs.runJobs(['zone-files'])),
      ]);
    for (const round of [1, 2, 3]) {
      const before = serialIn(written());
      await setNameservers('lisatud.ee', hosts(`ns1.round${round}.example`, `ns2.round${round}.example`));
      await writing();
      // Whoever found the job taken writes its own directory when it looks again.
      await writing();
      const text = written();
      expect(text).toContain(`lisatud.ee. IN NS ns1.round${round}.example.\n`);
      expect(text).toMatch(/; The end of the zone ee\n$/);
      expect(serialIn(text)).toBe(before + 1);
      expect(readFileSync(join(other, 'ee.zone'), 'utf8')).toBe(text);
      for (const folder of [directory, other])
        expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
    }
    rmSync(other, { recursive: true });
  });

  it('goes beyond the serial of a file that is out already, as after a restore', async () => {
    const ahead = 2_999_999_999;
    writeFileSync(join(directory, 'ee.zone'), written().replace(/\( \d+/, `( ${ahead}`));
    writeFileSync(
      join(directory, 'ee.zone.00000000-0000-4000-8000-000000000000.new'),
      'left by a process that was killed',
    );
    await run();
    expect(serialIn(written())).toBe(ahead + 1);
    expect(readdirSync(directory).filter((name) => name.endsWith('.new'))).toEqual([]);
    rmSync(join(directory, 'ee.zone'));
    await run();
    expect(serialIn(written())).toBe(ahead + 1);
  });

  it.runIf(onServer)('has what became visible only after a later change', async () => {
    const other = await secondConnection();
    const [hasWritten, release] = [gate(), gate()];
    // An entry with a smaller id, whose transaction stays open while a later one ends and the file is written.
    const late = other?.transaction(async (tx) => {
      await sql`update nameservers set hostname = 'late.host.example', hostname_puny = 'late.host.example'
        where hostname = 'ns1.host.example' and domain_id = (select id from domains where name = 'esimene.ee')`.execute(
        tx,
      );
      await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id,
          object_key, event, changes, snapshot)
        select now(), 'system', 'test', 'domain.late', 'test', 'domain', object_id, object_key, 'update', '{}'::jsonb, snapshot
        from history where object_type = 'domain' and object_key = 'esimene.ee' order by id desc limit 1`.execute(
        tx,
      );
      hasWritten.open();
      await release.opened;
    });
    await hasWritten.opened;
    await setNameservers('lisatud.ee', hosts('ns7.host.example', 'ns8.host.example'));
    await run();
    expect(written()).toContain('lisatud.ee. IN NS ns7.host.example.\n');
    expect(written()).toContain('esimene.ee. IN NS ns1.host.example.\n');
    release.open();
    await late;
    await run();
    expect(written()).toContain('esimene.ee. IN NS late.host.example.\n');
  });

  it('has its hook run without a shell and without our secrets, and again until it succeeds', async () => {
    const serial = String(serialIn(written()));
    const [, last = ''] = [
      null,
      readFileSync(told, 'utf8')
        .split('\n')
        .findLast((line) => line.startsWith('ee ')),
    ];
    expect(last).toBe(`ee ${serial} $(id); ${serial} `);
    writeFileSync(join(directory, 'refuse'), '');
    await setNameservers('lisatud.ee', hosts('ns5.host.example', 'ns6.host.example'));
    await run();
    const failing = async () =>
      /^zonegraph_zone_hooks_failing (\d)/m.exec(await world.container.metrics.text())?.[1];
    expect(await failing()).toBe('1');
    rmSync(join(directory, 'refuse'));
    await run();
    expect(await failing()).toBe('0');
    expect(readFileSync(told, 'utf8')).toContain(`ee ${serialIn(written())} `);
  });

  it('ends a hook that takes too long, with what it has started', async () => {
    const values = { zone: 'ee', file: '/dev/null', serial: '1' };
    await expect(runZoneHook('sleep 60', values, 200)).rejects.toThrow(
      'sleep took longer than 0.2 seconds and was killed',
    );
    await expect(runZoneHook('/olematu', values)).rejects.toThrow('ENOENT');
    await expect(runZoneHook('ls /olematu', values)).rejects.toThrow(/^ls ended with 2: .*No such file/);
  });
});
