import { describe, expect, it, test } from 'vitest';
import type { UserRole } from '#src/base/actor.ts';
import { abilitiesOf } from '#src/registry/rules/registrar/abilities.ts';
import {
  allowedIpFailures,
  countFailure,
  interfaceFailures,
  networkFailures,
  readNetwork,
} from '#src/registry/rules/registrar/allowed-ips.ts';
import {
  type ApiUserFields,
  apiUserFailures,
  canonicalFingerprint,
  normaliseRegistrarCode,
  type RegistrarFields,
  registrarFailures,
} from '#src/registry/rules/registrar/registrar-fields.ts';
import { allReported } from './support.ts';

const long = 'a'.repeat(256);
const wrong = (field: string, phrase: string) => `2005 Invalid parameter '${field}': ${phrase}`;

describe('the abilities of a user', () => {
  const dashboard = ['show dashboard'];
  const confirmations = ['create', 'new'].map((action) => `${action} registrant_domain_update_confirm`);
  const money = [
    ...['Invoice', 'Account', 'deposit', 'balance_auto_reload'].map((subject) => `manage ${subject}`),
    ...['read', 'index', 'show'].map((action) => `${action} AccountActivity`),
  ];
  const both = ['info', 'check', 'create', 'new', 'update', 'edit', 'delete'];
  const epp = [
    ...['Account', 'poll', 'repp'].map((subject) => `manage ${subject}`),
    ...[...both, 'renew', 'transfer', 'remove_hold'].map((action) => `${action} Epp::Domain`),
    ...[...both, 'view_full_info', 'view_password'].map((action) => `${action} Epp::Contact`),
  ];
  const superOnly = ['ApiUser', 'WhiteIp', 'Certificate'].map((subject) => `manage ${subject}`);

  test.each<[UserRole[], string[]]>([
    [[], dashboard],
    [['billing'], [...dashboard, ...confirmations, ...money]],
    [['epp'], [...dashboard, ...confirmations, ...epp]],
    [
      ['epp', 'billing'],
      [...dashboard, ...confirmations, ...epp, ...money],
    ],
    [['super'], [...dashboard, ...confirmations, ...epp, ...money, ...superOnly]],
  ])('with roles %j are exactly these', (roles, expected) => {
    const found = Object.entries(abilitiesOf(roles)).flatMap(([action, subjects]) =>
      Object.entries(subjects).map(([subject, conditions]) => {
        expect(conditions).toEqual([]);
        return `${action} ${subject}`;
      }),
    );
    expect(found.sort()).toEqual([...new Set(expected)].sort());
  });
});

describe('the addresses a user may call from', () => {
  const syntax = [wrong('allowedIps', 'Must be IP addresses or CIDR blocks')];
  const policy = (phrase: string) => [`2306 Invalid parameter 'allowedIps': ${phrase}`];
  const blocks = policy('IPv6 blocks must be /64 or /128');
  const tooMany = policy('IPv4 addresses must be fewer than 256');

  test.each([
    [[], []],
    [['192.0.2.1', '2001:db8::1'], []],
    [['192.0.2.0/25', '192.0.2.128/26'], []],
    [['2001:db8::/64', '2001:db8::1/128'], []],
    [['192.0.2.0/24'], tooMany],
    [['192.0.2.0/25', '198.51.100.0/25'], tooMany],
    [['192.0.2.0/25', '2001:db8::/64', '192.0.2.200'], []],
    [Array.from({ length: 255 }, (_, last) => `192.0.2.${last}`), []],
    [Array.from({ length: 256 }, (_, last) => `192.0.2.${last}`), tooMany],
    [Array.from({ length: 256 }, (_, last) => `2001:db8::${last}`), []],
    [['2001:db8::/48'], blocks],
    [['2001:db8::/65'], blocks],
    [['192.0.2.256'], syntax],
    [['192.0.2'], syntax],
    [['127.1'], syntax],
    [['192.0.2.1', 'home'], syntax],
    [[''], syntax],
  ])('%.60j: %j', (entries, expected) => {
    const found = allowedIpFailures(entries, 256);
    expect(allReported(found)).toEqual(expected);
    for (const { path } of found) expect(path).toEqual(['allowedIps']);
  });
});

describe("an address on a registrar's list", () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1/32 ', '192.0.2.1'],
    ['192.0.2.77/28', '192.0.2.64/28'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['2001:DB8:0:7:1:2:3:4/64', '2001:db8:0:7::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1/128', '192.0.2.1'],
  ])('%s is written as %s', (entry, text) => expect(readNetwork(entry)?.text).toBe(text));

  test.each([
    '',
    'home',
    '192.0.2',
    '192.0.2/24',
    '1',
    '010.0.0.1',
    '192.0.2.1/33',
    '192.0.2.1/',
    '192.0.2.1/a',
  ])('%j is none', (entry) => expect(readNetwork(entry)).toBeUndefined());
  test.each(['192.0.2.1/24/24', 'fe80::1%eth0', 'fe80::1%eth0/64', '2001:db8::/129', '192.0.2.1/-1'])(
    '%j is none',
    (entry) => expect(readNetwork(entry)).toBeUndefined(),
  );

  test.each<[string, boolean, string[]]>([
    ['192.0.2.0/24', true, []],
    ['2001:db8::/64', true, []],
    [' ', true, ['2003 IPv4 or IPv6 must be present']],
    ['home', true, ['2005 IP Address is invalid', '2003 IPv4 or IPv6 must be present']],
    ['home', false, ['2005 IP Address is invalid']],
    ['2001:db8::/63', false, ['2306 IPv6 address must be either a single address or a /64 range']],
    ['2001:db8::/65', true, ['2306 IPv6 address must be either a single address or a /64 range']],
  ])('%j, new: %j: %j', (entry, isNew, expected) =>
    expect(allReported(networkFailures(entry, isNew))).toEqual(expected),
  );

  test.each<[string[], number | undefined]>([
    [['192.0.2.0/25', '192.0.2.128/26', '192.0.2.192/27'], undefined],
    [['192.0.2.0/25', '192.0.2.128/25'], 256],
    [['192.0.2.0/24'], 256],
    [['192.0.2.0/25', '192.0.2.128/25', '192.0.2.1'], 257],
    [['192.0.2.0/31', '2001:db8::/64', '2001:db8::1'], undefined],
  ])('%j are too many: %j', (entries, total) =>
    expect(countFailure(entries, 256)?.message).toBe(
      total && `IP address limit exceeded. Total addresses: ${total}. Limit: 256.`,
    ),
  );

  test.each<[string[] | undefined, string[]]>([
    [['api'], []],
    [['registrar', 'api'], []],
    [[], []],
    [undefined, ['2003 Interfaces is missing']],
    [['api', 'web'], ['2005 Interfaces is invalid']],
  ])('is for %j: %j', (interfaces, expected) =>
    expect(allReported(interfaceFailures(interfaces))).toEqual(expected),
  );
});

describe("a registrar's fields", () => {
  const good: RegistrarFields = { code: 'BEST.NAMES_1-A', name: 'Best Names' };
  const badCode = wrong('code', 'Must be letters, digits, _ . - without spaces or colons, and not CID');

  test.each<[Partial<RegistrarFields>, string[]]>([
    [{}, []],
    [{ code: 'A'.repeat(50) }, []],
    [{ code: 'A'.repeat(51) }, [badCode]],
    [{ code: '' }, [badCode]],
    [{ code: 'CID' }, [badCode]],
    [{ code: 'CIDER' }, []],
    [{ code: 'a' }, [badCode]],
    [{ code: 'A B' }, [badCode]],
    [{ code: 'A:B' }, [badCode]],
    [{ code: '"A' }, [badCode]],
    [{ code: 'A"' }, [badCode]],
    [{ name: ' ' }, ['2003 Missing parameter name']],
    [{ name: 'a'.repeat(255) }, []],
    [{ name: long }, [wrong('name', 'Must be plain text')]],
    [{ email: '<a@b.test>' }, [wrong('email', 'Must be plain text')]],
    [{ regNo: '1\n2' }, [wrong('regNo', 'Must be plain text')]],
    [{ website: 'https://names.example' }, []],
    [{ website: 'http://names.example/a' }, []],
    [{ website: 'names.example' }, [wrong('website', 'Must be a web address')]],
    [{ website: 'see https://names.example' }, [wrong('website', 'Must be a web address')]],
    [{ website: 'https://names.example or so' }, [wrong('website', 'Must be a web address')]],
    [{ website: 'https://' }, [wrong('website', 'Must be a web address')]],
    [{ website: '<' }, [wrong('website', 'Must be plain text'), wrong('website', 'Must be a web address')]],
  ])('%.60j: %j', (changed, expected) => {
    const found = registrarFailures({ ...good, ...changed });
    expect(allReported(found)).toEqual(expected);
    for (const { path } of found) expect(path).toEqual(Object.keys(changed));
  });

  it('are known by a code in capitals', () =>
    expect(normaliseRegistrarCode(' bestnames ')).toBe('BESTNAMES'));
});

describe("an API user's fields", () => {
  const badName = wrong('username', 'Must be plain text without spaces or colons');
  const badPrint = wrong('certificateFingerprints', 'Must be SHA-256 in hexadecimal');
  const print = '0a'.repeat(32);

  test.each<[ApiUserFields, string[]]>([
    [{}, []],
    [{ username: 'alpha' }, []],
    [{ username: '' }, ['2003 Username is missing']],
    [{ username: '  ' }, ['2003 Username is missing']],
    [{ username: 'al pha' }, [badName]],
    [{ username: 'al:pha' }, [badName]],
    [{ username: '<alpha>' }, [badName]],
    [{ username: long }, [badName]],
    [{ password: 'short' }, ['2004 Password is too short (minimum is 6 characters)']],
    [{ roles: ['epp'] }, []],
    [{ roles: ['super', 'epp', 'billing'] }, []],
    [{ roles: [] }, ['2003 Roles is missing']],
    [{ roles: ['epp', 'admin'] }, ['2005 Roles is invalid']],
    [{ email: '' }, []],
    [{ email: 'mari@alpha.example' }, []],
    [{ email: 'mari' }, ['2005 Email is invalid']],
    [{ email: '<mari@alpha.example>' }, ['2005 Email is invalid']],
    [{ identityCode: '' }, []],
    [{ identityCode: '47101010033' }, []],
    [{ identityCode: '4710\n' }, ['2005 Identity code is invalid']],
    [{ identityCode: long }, ['2005 Identity code is invalid']],
    [{ certificateFingerprints: [] }, []],
    [{ certificateFingerprints: [print, print.toUpperCase()] }, []],
    [{ certificateFingerprints: [print, `${print}0`] }, [badPrint]],
    [{ certificateFingerprints: [`0${print}`] }, [badPrint]],
    [{ certificateFingerprints: [print.slice(1)] }, [badPrint]],
    [{ certificateFingerprints: ['x'.repeat(64)] }, [badPrint]],
  ])('%.60j: %j', (fields, expected) => {
    const found = apiUserFailures(fields, true);
    expect(allReported(found)).toEqual(expected);
    for (const { path } of found) expect(path).toEqual(Object.keys(fields));
  });

  it('know a certificate by its fingerprint in any spelling', () => {
    expect(canonicalFingerprint('0A:BC:de')).toBe('0abcde');
  });
});
