import { describe, expect, it, test } from 'vitest';
import type { UserRole } from '#src/core/actor.ts';
import { abilitiesOf } from '#src/rules/registrar/abilities.ts';
import { allowedIpFailures } from '#src/rules/registrar/allowed-ips.ts';
import {
  type ApiUserFields,
  apiUserFailures,
  canonicalFingerprint,
  normaliseRegistrarCode,
  type RegistrarFields,
  registrarFailures,
} from '#src/rules/registrar/registrar-fields.ts';
import { allTold } from './support.ts';

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
    expect(allTold(found)).toEqual(expected);
    for (const { path } of found) expect(path).toEqual(['allowedIps']);
  });
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
    expect(allTold(found)).toEqual(expected);
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
    [{ username: '' }, ['2003 Missing parameter username']],
    [{ username: '  ' }, ['2003 Missing parameter username']],
    [{ username: 'al pha' }, [badName]],
    [{ username: 'al:pha' }, [badName]],
    [{ username: '<alpha>' }, [badName]],
    [{ username: long }, [badName]],
    [{ password: 'short' }, ["2004 Invalid parameter 'password': Must have at least 6 characters"]],
    [{ roles: ['epp'] }, []],
    [{ roles: [] }, ['2003 Missing parameter roles']],
    [{ certificateFingerprints: [] }, []],
    [{ certificateFingerprints: [print, print.toUpperCase()] }, []],
    [{ certificateFingerprints: [print, `${print}0`] }, [badPrint]],
    [{ certificateFingerprints: [`0${print}`] }, [badPrint]],
    [{ certificateFingerprints: [print.slice(1)] }, [badPrint]],
    [{ certificateFingerprints: ['x'.repeat(64)] }, [badPrint]],
  ])('%.60j: %j', (fields, expected) => {
    const found = apiUserFailures(fields, 'sandbox');
    expect(allTold(found)).toEqual(expected);
    for (const { path } of found) expect(path).toEqual(Object.keys(fields));
  });

  it('know a certificate by its fingerprint in any spelling', () => {
    expect(canonicalFingerprint('0A:BC:de')).toBe('0abcde');
  });
});
