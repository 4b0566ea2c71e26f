import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../bench/free-port.ts';
import { newDomain, setDomainStatuses } from '../../../support/domains.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../../support/world.ts';

/** The programs of Debian's bind9-utils, nsd and bind9-dnsutils. */
const found = (name: string) =>
  ['/usr/bin', '/usr/sbin'].map((folder) => join(folder, name)).find((path) => existsSync(path));
const [checkzone, nsd, dig] = ['named-checkzone', 'nsd', 'dig'].map(found);
const missing = Object.entries({ 'bind9-utils': checkzone, nsd, 'bind9-dnsutils': dig }).flatMap(
  ([name, path]) => (path === undefined ? [name] : []),
);
const leftOut = missing.length > 0 ? ` (left out: ${missing.join(', ')} is not installed)` : '';

describe.skipIf(leftOut)(`nameservers with our zone files${leftOut}`, () => {
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-nsd-'));
  const zones = ['ee', 'com.ee', 'pri.ee', 'fie.ee', 'med.ee', 'test'];
  let world: TestWorld;
  let port: number;
  let stop: () => Promise<void> = async () => {};

  beforeAll(async () => {
    world = await testWorld({ ZONE_DIR: directory });
    const mutate = mutateOf(() => world);
    const elsewhere = ['ns1.host.example', 'ns2.host.example'];
    const set = async (name: string, nameservers: readonly object[]) => {
      await newDomain(world, { name });
      expectDone(await mutate('domainNameserversSet', { name, nameservers }, 'domain { name }', alpha));
    };
    await set('majutaja.ee', [
      { hostname: 'ns1.majutaja.ee', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] },
      { hostname: 'ns2.majutaja.ee', ipv4: ['192.0.2.2'] },
    ]);
    await set('sõber.ee', [{ hostname: 'ns1.majutaja.ee' }, { hostname: 'ns.õpe.example' }]);
    await set('ripub.ee', [{ hostname: 'ns1.kinni.ee' }, { hostname: 'ns1.olematu.ee' }]);
    await set('pool.ee', [{ hostname: 'www.signed.ee' }, { hostname: 'ns1.olematu.ee' }]);
    await set('pood.com.ee', [
      { hostname: 'ns1.majutaja.ee' },
      { hostname: 'ns.pood.com.ee', ipv4: ['192.0.2.9'] },
    ]);
    await newDomain(world, { name: 'kinni.ee', nameservers: elsewhere });
    await setDomainStatuses(world, 'kinni.ee', ['serverHold']);
    await newDomain(world, { name: 'signed.ee', nameservers: elsewhere });
    const publicKey =
      'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==';
    const dnssecKeys = [{ flags: 257, protocol: 3, algorithm: 13, publicKey }];
    expectDone(
      await mutate('domainDnssecKeysAdd', { name: 'signed.ee', dnssecKeys }, 'domain { name }', alpha),
    );
    expectDone(await mutate('jobsRun', { jobs: ['zone-files'] }, 'events { kind }', operator));
    port = await freePort();
    stop = await startNsd();
  });
  afterAll(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function startNsd(): Promise<() => Promise<void>> {
    const config = join(directory, 'nsd.conf');
    const lines = [
      'server:',
      '  ip-address: 127.0.0.1',
      `  port: ${port}`,
      '  username: ""',
      `  zonesdir: "${directory}"`,
      `  pidfile: "${directory}/nsd.pid"`,
      `  xfrdfile: "${directory}/xfrd.state"`,
      `  zonelistfile: "${directory}/zone.list"`,
      `  xfrdir: "${directory}"`,
      '  database: ""',
      'remote-control:',
      '  control-enable: no',
      ...zones.flatMap((zone) => ['zone:', `  name: "${zone}"`, `  zonefile: "${zone}.zone"`]),
    ];
    writeFileSync(config, `${lines.join('\n')}\n`);
    chmodSync(directory, 0o755);
    const child = spawn(nsd ?? 'nsd', ['-d', '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = once(child, 'exit');
    for (let tries = 0; tries < 100; tries += 1) {
      if (child.exitCode !== null) throw new Error(`NSD ended with ${child.exitCode}: ${said}`);
      if (ask('ee', 'SOA', ['+short', '+time=1', '+tries=1']).includes('hostmaster.ee.')) break;
      await sleep(50);
    }
    return async () => {
      child.kill('SIGTERM');
      await ended;
    };
  }

  /** dig ends with 9 where nobody answers. */
  function ask(name: string, type: string, options: readonly string[] = []): string {
    try {
      return execFileSync(
        dig ?? 'dig',
        ['@127.0.0.1', '-p', String(port), '+norecurse', '+noidnin', '+noidnout', ...options, name, type],
        {
          encoding: 'utf8',
        },
      );
    } catch {
      return '';
    }
  }
  /** What an answer says in a section, with one blank between words. */
  const linesIn = (answer: string, section: string): string[] => {
    const [, part = ''] = new RegExp(`;; ${section} SECTION:\\n((?:[^\\n]+\\n)*)`).exec(answer) ?? [];
    return part
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' '))
      .sort();
  };

  it('are loaded by BIND without an objection', () => {
    for (const zone of zones) {
      const said = execFileSync(checkzone ?? '', ['-i', 'local', zone, join(directory, `${zone}.zone`)], {
        encoding: 'utf8',
      });
      const remarks = said.trim().split('\n');
      expect(remarks.slice(-2)).toEqual([expect.stringMatching(/: loaded serial \d{10}$/), 'OK']);
      // What www.signed.ee is, signed.ee's nameservers say.
      const isUsual = /pool\.ee\/NS 'www\.signed\.ee' has no SIBLING GLUE/;
      expect(remarks.slice(0, -2).filter((remark) => !isUsual.test(remark))).toEqual([]);
    }
  });

  it('delegate a domain, with glue where its nameserver is below a domain of the zone', () => {
    const inside = ask('www.majutaja.ee', 'A');
    expect(linesIn(inside, 'AUTHORITY')).toEqual([
      'majutaja.ee. 86400 IN NS ns1.majutaja.ee.',
      'majutaja.ee. 86400 IN NS ns2.majutaja.ee.',
    ]);
    const glue = ['ns1.majutaja.ee. 86400 IN A 192.0.2.1', 'ns1.majutaja.ee. 86400 IN AAAA 2001:db8::1'];
    expect(linesIn(inside, 'ADDITIONAL')).toEqual([...glue, 'ns2.majutaja.ee. 86400 IN A 192.0.2.2']);
    const beside = ask('xn--sber-0qa.ee', 'A');
    expect(linesIn(beside, 'AUTHORITY')).toEqual([
      'xn--sber-0qa.ee. 86400 IN NS ns.xn--pe-bka.example.',
      'xn--sber-0qa.ee. 86400 IN NS ns1.majutaja.ee.',
    ]);
    expect(linesIn(beside, 'ADDITIONAL')).toEqual(glue);
  });

  it('delegate the zones below', () => {
    expect(linesIn(ask('pood.com.ee', 'A'), 'AUTHORITY')).toContain(
      'pood.com.ee. 86400 IN NS ns.pood.com.ee.',
    );
    expect(linesIn(ask('pood.com.ee', 'A'), 'ADDITIONAL')).toContain('ns.pood.com.ee. 86400 IN A 192.0.2.9');
  });

  it('answer with the DS record of a signed domain', () => {
    const [record = ''] = linesIn(ask('signed.ee', 'DS'), 'ANSWER');
    expect(record).toMatch(/^signed\.ee\. 86400 IN DS 55648 13 2 [0-9A-F ]{64,66}$/);
    // The same as BIND computes from the key.
    const key = join(directory, 'key');
    writeFileSync(
      key,
      'signed.ee. 60 IN DNSKEY 257 3 13 GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==\n',
    );
    const computed = execFileSync(
      found('dnssec-dsfromkey') ?? 'dnssec-dsfromkey',
      ['-2', '-f', key, 'signed.ee'],
      { encoding: 'utf8' },
    );
    expect(record.replaceAll(' ', '').slice(-64)).toBe(computed.trim().replaceAll(' ', '').slice(-64));
  });

  it('know nothing of what is on hold, and leave out a nameserver that nobody could find', () => {
    for (const name of ['kinni.ee', 'ripub.ee', 'olematu.ee'])
      expect(ask(name, 'NS')).toContain('status: NXDOMAIN');
    expect(linesIn(ask('pool.ee', 'A'), 'AUTHORITY')).toEqual(['pool.ee. 86400 IN NS www.signed.ee.']);
  });
});
