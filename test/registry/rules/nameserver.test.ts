import { describe, expect, it, test } from 'vitest';
import {
  checkNameserver,
  duplicateNameserverFailure,
  nameserverCountFailure,
  normaliseHostname,
} from '#src/registry/rules/domain/nameserver.ts';
import { codePoint } from '../../support/code-points.ts';
import { fc } from '../../support/properties.ts';
import { allReported, reported } from './support.ts';

const check = (hostname: string, ipv4?: string[], ipv6?: string[]) => {
  const checked = checkNameserver({ hostname, ...(ipv4 && { ipv4 }), ...(ipv6 && { ipv6 }) }, 'shop.test');
  return checked.ok ? checked.nameserver : allReported(checked.failures);
};
const badHost = '2005 Hostname is invalid [hostname]';
const badIPv4 = '2005 IPv4 is invalid [ipv4]';
const badIPv6 = '2005 IPv6 is invalid [ipv6]';
const noGlue = '2003 Either IPv4 or IPv6 is required for glue record generation';

describe('a nameserver', () => {
  it('is kept in lower case and Unicode, with its ASCII form, IPv6 in upper case, blanks dropped', () => {
    expect(check(' NS1.MÜNCHEN.de.. ', [' 192.0.2.1', ' '], ['2001:db8::1', ''])).toEqual({
      hostname: 'ns1.münchen.de',
      hostnamePuny: 'ns1.xn--mnchen-3ya.de',
      ipv4: ['192.0.2.1'],
      ipv6: ['2001:DB8::1'],
    });
  });

  test.each([
    'ns1.example.com',
    'localhost',
    'ns1.xn--mnchen-3ya.de',
    '1.2.example',
    'a'.repeat(63),
    'a.'.repeat(126).concat('a'),
  ])('%.20s needs no address', (hostname) => expect(check(hostname)).toMatchObject({ ipv4: [], ipv6: [] }));

  test.each([
    ['ns_1.example.com', [badHost]],
    ['-ns1.example.com', [badHost]],
    ['ns1-.example.com', [badHost]],
    ['ns1..example.com', [badHost]],
    ['.example.com', [badHost]],
    ['ns1.example.рф', [badHost]],
    ['ns1.example.õõ', [badHost]],
    ['ns1.example.õa', [badHost]],
    ['ns1.example.aõ', [badHost]],
    ['ab--cd.example.com', [badHost]],
    ['xn--zzzzzzzz.example.com', [badHost]],
    ['ns1 .example.com', [badHost]],
    ['ns1.exämple.com:53', [badHost]],
    [`${'a.'.repeat(127)}com`, [badHost]],
    [`${'a'.repeat(64)}.com`, ['2005 Hostname puny label is too long (maximum is 63 characters) [hostname]']],
    [`${'ä'.repeat(62)}.com`, ['2005 Hostname puny label is too long (maximum is 63 characters) [hostname]']],
    ['', ['2003 Missing parameter hostname']],
    [' . ', ['2003 Missing parameter hostname']],
  ])('%.24j is refused: %j', (hostname, expected) => expect(check(hostname)).toEqual(expected));

  test.each(['192.0.2.256', '192.0.2', '192.0.2.01', '192.0.2.1/32', '1.1.1.1.1', 'x', '::1'])(
    'does not have the IPv4 address %s',
    (address) => expect(check('ns1.example.com', ['192.0.2.1', address])).toEqual([badIPv4]),
  );

  test.each(['zz2001:db8::1zz', '2001:db8::1/64', 'fe80::1%eth0', '1::2::3', '192.0.2.1', '2001:db8::g'])(
    'does not have the IPv6 address %s',
    (address) => expect(check('ns1.example.com', [], [address])).toEqual([badIPv6]),
  );

  it('reports everything that is wrong with it', () => {
    expect(check('ns_1', ['1'], ['2'])).toEqual([badHost, badIPv4, badIPv6]);
  });

  it('inside the domain needs an address of either kind', () => {
    expect(check('ns1.shop.test')).toEqual([noGlue]);
    expect(check('SHOP.test', [' '])).toEqual([noGlue]);
    expect(check('ns1.shop.test', ['192.0.2.1'])).toMatchObject({ hostname: 'ns1.shop.test' });
    expect(check('ns1.shop.test', [], ['2001:DB8::1'])).toMatchObject({ hostname: 'ns1.shop.test' });
    expect(check('ns1.workshop.test')).toMatchObject({ hostname: 'ns1.workshop.test' });
  });

  it('never makes the check throw, and a hostname is normal once normalised', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), fc.string(), fc.ipV6(), (hostname, four, six) => {
        checkNameserver({ hostname, ipv4: [four], ipv6: [six] }, 'shop.test');
        const once = normaliseHostname(hostname);
        expect(normaliseHostname(once)).toBe(once);
      }),
    );
  });

  it('is found once on a domain, whatever the order', () => {
    expect(reported(duplicateNameserverFailure(['a.ee', 'b.ee', 'a.ee']))).toBe(
      '2302 Nameserver already exists on this domain [hostname]',
    );
    expect(duplicateNameserverFailure(['a.ee', 'b.ee'])).toBeUndefined();
  });
});

describe('the number of nameservers', () => {
  const message =
    '2308 Data management policy violation; Nameserver count must be between 2-11 for active domains [nameservers]';
  test.each([
    [0, false, 'fine'],
    [0, true, message],
    [1, false, message],
    [2, false, 'fine'],
    [11, true, 'fine'],
    [12, false, message],
  ])('%d, required %s: %s', (count, required, expected) => {
    expect(reported(nameserverCountFailure(count, { min: 2, max: 11, required }))).toBe(expected);
  });
});
