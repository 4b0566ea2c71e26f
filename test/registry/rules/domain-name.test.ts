import { describe, expect, it, test } from 'vitest';
import {
  normaliseLookup,
  parseDomainName,
  toAscii,
  toUnicode,
} from '#src/registry/rules/domain/domain-name.ts';
import { codePoint } from '../../support/code-points.ts';
import { fc } from '../../support/properties.ts';
import { reported } from './support.ts';

const zones = ['ee', 'com.ee', 'pri.ee', 'test'];
const parse = (input: string) => {
  const parsed = parseDomainName(input, zones);
  return parsed.ok
    ? `${parsed.name} ${parsed.puny} ${parsed.label}|${parsed.zone}`
    : reported(parsed.failure);
};

const invalid = '2005 Domain name is invalid [name_dirty]';
const tooLong = '2005 Domain name is too long (maximum is 63 characters) [puny_label]';
const blocked = '2308 Data management policy violation: Domain name is blocked [name]';

describe('a domain name', () => {
  test.each([
    ['shop.test', 'shop.test shop.test shop|test'],
    ['  SHOP.Test\n', 'shop.test shop.test shop|test'],
    ['a.ee', 'a.ee a.ee a|ee'],
    ['123.ee', '123.ee 123.ee 123|ee'],
    ['0x7f.ee', '0x7f.ee 0x7f.ee 0x7f|ee'],
    ['shop.com.ee', 'shop.com.ee shop.com.ee shop|com.ee'],
    ['com.pri.ee', 'com.pri.ee com.pri.ee com|pri.ee'],
    ['münchen.test', 'münchen.test xn--mnchen-3ya.test münchen|test'],
    ['MÜNCHEN.test', 'münchen.test xn--mnchen-3ya.test münchen|test'],
    ['mu\u0308nchen.test', 'münchen.test xn--mnchen-3ya.test münchen|test'],
    ['xn--mnchen-3ya.test', 'münchen.test xn--mnchen-3ya.test münchen|test'],
    ['XN--MNCHEN-3YA.TEST', 'münchen.test xn--mnchen-3ya.test münchen|test'],
    ['äõöüšž-1.ee', 'äõöüšž-1.ee xn---1-uia2ef0b90dih.ee äõöüšž-1|ee'],
    ['a-b--c.ee', 'a-b--c.ee a-b--c.ee a-b--c|ee'],
  ])('%j is taken as %s', (input, expected) => expect(parse(input)).toBe(expected));

  test.each([
    ['', 'empty'],
    ['shop', 'no zone'],
    ['shop.fi', 'not our zone'],
    ['.ee', 'no label'],
    ['sub.ex.test', 'deeper than one label'],
    ['shop.ee.', 'a trailing dot'],
    ['foo.prixee', "a zone's dot is a dot"],
    ['-shop.ee', 'a leading hyphen'],
    ['shop-.ee', 'a trailing hyphen'],
    ['ab--cd.ee', 'hyphens in places 3 and 4'],
    ['sh_op.ee', 'an underscore'],
    ['sh op.ee', 'a blank'],
    ['shop!.ee', 'a sign'],
    ['http://shop.ee', 'a scheme'],
    ['café.ee', 'a letter that is not Estonian'],
    ['straße.ee', 'a letter that mapping would turn into two'],
    ['ｓhop.ee', 'a full-width letter that mapping would narrow'],
    ['домен.ee', 'Cyrillic'],
    ['xn--caf-dma.ee', 'punycode of a letter that is not Estonian'],
    ['xn--zzzzzzzz.ee', 'punycode that does not decode'],
    ['xn--.ee', 'punycode of nothing'],
    ['xn--shop-.ee', 'punycode that should be plain'],
    ['sh%6Fp.ee', 'percent encoding'],
    [`${'é'.repeat(70)}.ee`, 'wrong letters are told before the length'],
  ])('%.20j is invalid: %s', (input) => expect(parse(input)).toBe(invalid));

  test.each([
    [`${'a'.repeat(64)}.ee`, tooLong],
    [`${'ä'.repeat(62)}.ee`, tooLong],
    [`${'õ'.repeat(64)}.ee`, tooLong],
    ['pri.ee', blocked],
    ['EE', blocked],
    ['test', blocked],
  ])('%.20j: %s', (input, expected) => expect(parse(input)).toBe(expected));

  it('may have a label of 63 characters', () => {
    expect(parse(`${'a'.repeat(63)}.ee`)).toContain('a.ee');
  });

  it('survives any input, and what it accepts is accepted again unchanged in both forms', () => {
    const label = fc.string({ unit: fc.constantFrom(...'aZ9-äÕöÜšŽéxn'), maxLength: 8 });
    fc.assert(
      fc.property(fc.oneof(label, fc.string({ unit: codePoint })), (text) => {
        const parsed = parseDomainName(`${text}.ee`, zones);
        if (!parsed.ok) return;
        expect(parseDomainName(parsed.name, zones)).toEqual(parsed);
        expect(parseDomainName(parsed.puny, zones)).toEqual(parsed);
        expect(parsed.puny).toMatch(/^[a-z0-9-]{1,63}\.ee$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('looking up a name', () => {
  test.each([
    [' Shop.TEST ', 'shop.test'],
    ['xn--mnchen-3ya.test', 'münchen.test'],
    ['XN--Mnchen-3YA.test', 'münchen.test'],
    ['MÜNCHEN.TEST', 'münchen.test'],
    ['xn--zzzzzzzz.ee', 'xn--zzzzzzzz.ee'],
    ['12345', '12345'],
    ['a%20b', 'a%20b'],
    ['xn--xxx-xxnx1x', 'xn--xxx-xxnx1x'],
  ])('%j looks for %j', (input, expected) => expect(normaliseLookup(input)).toBe(expected));

  it('never throws, and doing it twice changes nothing', () => {
    const punyish = fc.string({ unit: fc.constantFrom(...'xn-a1.zqü'), maxLength: 20 });
    const any = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.string({ unit: 'grapheme' }),
      punyish,
      punyish.map((rest) => `xn--${rest}`),
    );
    fc.assert(
      fc.property(any, (text) => {
        const once = normaliseLookup(text);
        expect(normaliseLookup(once)).toBe(once);
        expect(toUnicode(toAscii(once))).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the ASCII form', () => {
  test.each([
    ['münchen.test', 'xn--mnchen-3ya.test'],
    ['žž.õõ.ee', 'xn--jhaa.xn--mdaa.ee'],
    ['shop.test', 'shop.test'],
    ['1.2.3.4', '1.2.3.4'],
    ['Straße.ee', 'Straße.ee'],
  ])('of %s is %s', (unicode, ascii) => expect(toAscii(unicode)).toBe(ascii));
});
