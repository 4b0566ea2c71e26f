import { describe, expect, it, test } from 'vitest';
import {
  buildContactCode,
  checkContactCode,
  checkEmail,
  checkName,
  checkPhone,
  contactFieldFailures,
  isEmail,
  normaliseEmail,
} from '#src/registry/rules/contact/contact-fields.ts';
import {
  computedStatuses,
  contactDeleteForbidden,
  contactStatuses,
  contactUpdateForbidden,
} from '#src/registry/rules/contact/contact-statuses.ts';
import { codePoint } from '../../support/code-points.ts';
import { fc } from '../../support/properties.ts';
import { allReported, at, calendar, reported } from './support.ts';

const moment = { now: at('2026-11-15 12:00'), calendar };
const badName = '2005 Name is invalid [name]';

describe('a name', () => {
  test.each([
    ["Jean-Luc O'Neil Jr. 3/4", 'priv', 'fine'],
    ['Jüri `Õun´', 'birthday', 'fine'],
    ['Foo & Bar (EU)', 'org', 'fine'],
    ['100% Õige™', 'org', 'fine'],
    ['Foo & Bar', 'priv', badName],
    ['Foo_Bar', 'birthday', badName],
    ['Foo, Bar', 'priv', badName],
    ['Foo\\Bar', 'priv', badName],
    ['Foo]', 'priv', badName],
    ['Foo™', 'priv', badName],
    ['5€', 'priv', badName],
    ['a\u2044b', 'priv', badName],
    ['½', 'priv', badName],
    ['<b>Foo</b>', 'org', badName],
    ['Foo%3Cb%3E', 'org', badName],
    ['Foo%3e', 'org', badName],
    ['Foo\u0000', 'org', badName],
    ['Foo\nBcc: x', 'org', badName],
    ['Foo\ud800', 'org', badName],
    ['', 'org', '2003 Required parameter missing - name [name]'],
    ['   ', 'priv', '2003 Required parameter missing - name [name]'],
    ['a'.repeat(255), 'priv', 'fine'],
    ['𐌰'.repeat(255), 'priv', 'fine'],
    ['a'.repeat(256), 'priv', '2005 Contact name is too long, max 255 characters [name]'],
  ])('%.20j of a contact of type %s: %s', (name, type, expected) => {
    expect(reported(checkName(name, type))).toBe(expected);
  });
});

describe('an email', () => {
  const syntax = (email: string) =>
    `2005 Parameter value syntax error: email '${email}' didn't pass validation`;
  test.each([
    'john@inbox.test',
    'j@inbox.test',
    `${'a'.repeat(244)}@inbox.test`,
    '  john@inbox.test ',
    'a.b+c@ex-ample.co.uk',
    'jüri@õun.ee',
    'john@xn--mnchen-3ya.de',
    'john@müller.xn--p1ai',
    'john@[127.0.0.1]',
    'john@[192.168.100.200]',
    'john@[IPv6:2001:db8::1]',
    "!#$%&'*+/=?^_{|}~-1@ab.ee",
  ])('%.30j is fine', (email) => expect(reported(checkEmail(email))).toBe('fine'));

  test.each([
    'john',
    'john@',
    '@inbox.test',
    'john@inbox',
    'john@x.ee',
    'john@inbox.t',
    'john@inbox.t3',
    'john@inbox..test',
    'john@x[127.0.0.1]',
    'john@[127.0.0.1]x',
    'john@[IPv6:home]',
    '.john@inbox.test',
    'john.@inbox.test',
    'jo..hn@inbox.test',
    'jo hn@inbox.test',
    'john@ inbox.test',
    'john@-inbox.test',
    'john@inbox-.test',
    '!!!@inbox.test',
    'a@b@inbox.test',
    'a<b@inbox.test',
    `${'a'.repeat(245)}@inbox.test`,
  ])('%.30j does not pass', (email) => expect(reported(checkEmail(email))).toBe(syntax(email)));

  test.each(['x@y.example', 'info@x.com', 'j@a.b.ee', 'j@xn--4ca.ee'])(
    '%j is an address, but not for a contact',
    (email) => {
      expect(isEmail(email)).toBe(true);
      expect(reported(checkEmail(email))).toBe(syntax(email));
    },
  );

  it('with encoded markup is invalid as a field', () => {
    expect(reported(checkEmail('a%3Cb@inbox.test'))).toBe('2005 Email is invalid [email]');
  });

  it('that is blank is missing', () => {
    expect(reported(checkEmail('  '))).toBe('2003 Required parameter missing - email [email]');
  });

  it('is stored without the blanks around it', () => {
    expect(normaliseEmail('\tJohn@Inbox.test ')).toBe('John@Inbox.test');
  });

  it('never makes the check throw', () => {
    const whatever = fc.oneof(fc.string({ unit: codePoint }), fc.emailAddress());
    fc.assert(fc.property(whatever, (text) => void expect(() => checkEmail(text)).not.toThrow()));
  });
});

describe('a phone number', () => {
  const invalid = '2005 Phone nr is invalid [phone]';
  const tooLong = '2005 Phone nr is too long, max 17 characters [phone]';
  test.each([
    ['+372.555', 'fine'],
    ['+1.1', 'fine'],
    ['+370.550', 'fine'],
    ['+037.055', 'fine'],
    ['+372.123456789012', 'fine'],
    ['+372.1234567890123', tooLong],
    ['+372.12345678901234', tooLong],
    ['+372.123456789012345', invalid],
    ['+3725.55', invalid],
    ['372.555', invalid],
    ['x+372.555', invalid],
    ['+372555', invalid],
    ['+000.555', invalid],
    ['+372.000', invalid],
    ['+0372.1', invalid],
    ['+372.555\n', invalid],
    ['<b>', invalid],
    ['', '2003 Required parameter missing - phone [phone]'],
  ])('%j: %s', (phone, expected) => expect(reported(checkPhone(phone))).toBe(expected));
});

describe('a contact code', () => {
  const random = () => '84f23fd1';
  test.each([
    [undefined, 'BESTNAMES:84F23FD1'],
    ['', 'BESTNAMES:84F23FD1'],
    ['  ', 'BESTNAMES:84F23FD1'],
    ['bestnames', 'BESTNAMES:84F23FD1'],
    ['BESTNAMES:', 'BESTNAMES:84F23FD1'],
    ['my-id', 'BESTNAMES:MY-ID'],
    ['BESTNAMES:my-id', 'BESTNAMES:MY-ID'],
    ['bestnames:my-id', 'BESTNAMES:MY-ID'],
    ['goodnames:abc', 'BESTNAMES:GOODNAMES:ABC'],
  ])('asked for as %j becomes %s', (custom, expected) => {
    expect(buildContactCode('BESTNAMES', custom, random)).toBe(expected);
  });

  it('with a letter outside ASCII is refused, not changed into a code that passes', () => {
    expect(reported(checkContactCode(buildContactCode('A', 'straße', random)))).toBe(
      '2005 Contact code is invalid [code]',
    );
  });

  it('counts its prefix towards the 100 characters', () => {
    expect(reported(checkContactCode(buildContactCode('A', 'x'.repeat(98), random)))).toBe('fine');
    expect(reported(checkContactCode(buildContactCode('A', 'x'.repeat(99), random)))).toBe(
      '2005 Contact code is too long, max 100 characters [code]',
    );
  });

  it('is the same when built again from itself', () => {
    fc.assert(
      fc.property(fc.string(), (custom) => {
        const code = buildContactCode('BESTNAMES', custom, random);
        expect(buildContactCode('BESTNAMES', code, random)).toBe(code);
      }),
    );
  });
});

describe('a whole contact', () => {
  const good = {
    code: 'BESTNAMES:A',
    name: 'John',
    email: 'john@inbox.test',
    phone: '+372.555',
    ident: { code: '1234', type: 'priv', countryCode: 'US' },
  };

  it('is valid when nothing is wrong with any field', () => {
    expect(contactFieldFailures(good, moment)).toEqual([]);
  });

  it('reports direct errors first, then fields in their order, each once', () => {
    const bad = {
      code: 'ä',
      name: '',
      email: 'x',
      phone: '1',
      ident: { code: '', type: 'zzz', countryCode: '??' },
    };
    expect(allReported(contactFieldFailures(bad, moment))).toEqual([
      '2003 Invalid ident type',
      "2005 Parameter value syntax error: email 'x' didn't pass validation",
      '2003 Required parameter missing - name [name]',
      '2005 Phone nr is invalid [phone]',
      '2005 Contact code is invalid [code]',
    ]);
    const oldIdent = { ...good, email: '', ident: { ...good.ident, code: '' } };
    expect(allReported(contactFieldFailures(oldIdent, moment))).toEqual([
      '2003 Required parameter missing - email [email]',
      '2003 Ident code is missing',
    ]);
  });
});

describe('contact statuses', () => {
  it('are twelve', () => expect(new Set(contactStatuses).size).toBe(12));

  it('forbid an update, and all but two of these a deletion too', () => {
    const forbidden = (on: (status: string) => unknown) => contactStatuses.filter((status) => on(status));
    const deletion = forbidden((status) => contactDeleteForbidden([status], false).length > 0);
    expect(deletion).toEqual([
      'clientDeleteProhibited',
      'serverDeleteProhibited',
      'clientTransferProhibited',
      'serverTransferProhibited',
      'pendingCreate',
      'pendingDelete',
      'pendingTransfer',
      'pendingUpdate',
    ]);
    const update = forbidden((status) => contactUpdateForbidden([status]));
    expect(update.filter((status) => !deletion.includes(status))).toEqual([
      'clientUpdateProhibited',
      'serverUpdateProhibited',
    ]);
    expect(deletion.filter((status) => !update.includes(status))).toEqual([]);
  });

  test.each([
    [['ok'], 'fine'],
    [['linked'], 'fine'],
    [['clientUpdateProhibited'], '2304 Object status prohibits operation'],
    [['serverTransferProhibited'], '2304 Object status prohibits operation'],
    [['pendingCreate'], '2304 Object status prohibits operation'],
    [['serverDeleteProhibited'], '2304 Object status prohibits operation'],
  ])('%j on update: %s', (statuses, expected) => {
    expect(reported(contactUpdateForbidden(statuses))).toBe(expected);
  });

  test.each([
    [['ok'], false, []],
    [['ok'], true, ['2305 Object association prohibits operation [domains]']],
    [['serverUpdateProhibited'], false, []],
    [['pendingUpdate'], false, ['2304 Contact delete prohibited by status [statuses]']],
    [
      ['clientTransferProhibited'],
      true,
      [
        '2305 Object association prohibits operation [domains]',
        '2304 Contact delete prohibited by status [statuses]',
      ],
    ],
  ])('%j, linked %s, on delete: %j', (statuses, linked, expected) => {
    expect(allReported(contactDeleteForbidden(statuses, linked))).toEqual(expected);
  });

  test.each([
    [[], false, ['ok']],
    [['ok', 'linked'], true, ['ok', 'linked']],
    [['linked'], false, ['ok']],
    [['ok', 'serverDeleteProhibited'], true, ['serverDeleteProhibited', 'linked']],
  ])('%j stored and linked %s is shown as %j', (stored, linked, expected) => {
    expect(computedStatuses(stored, linked)).toEqual(expected);
  });
});
