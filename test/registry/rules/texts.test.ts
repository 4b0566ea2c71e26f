import { describe, expect, it, test } from 'vitest';
import { isZoneOrigin } from '#src/registry/rules/domain/zone-origin.ts';
import { isUserUniqueId } from '#src/registry/rules/reservation/reservation-names.ts';
import { codePoints, composed, isBlank, isUnsafeText } from '#src/registry/rules/text.ts';

describe('text', () => {
  test.each(['', 'Õun & Pirn 100%', 'a%3Fb', 'a%4Cb', "O'Neil", '𐌰'])('%j is safe', (text) =>
    expect(isUnsafeText(text)).toBe(false),
  );
  test.each(['<', 'a>b', '%3C', 'a%3eb', '\u0000', 'a\nb', '\u007f', '\ud800', 'a\udc00'])(
    '%j is not safe',
    (text) => expect(isUnsafeText(text)).toBe(true),
  );

  it('is composed, unless somebody heaps marks on one letter', () => {
    const heap = (marks: number) => `o${'\u0301\u0323'.repeat(marks / 2)}`;
    expect(composed('o\u0308')).toBe('ö');
    expect(composed(`${'a'.repeat(31)}o\u0308`)).toBe(`${'a'.repeat(31)}ö`);
    expect(composed(heap(30))).toBe(heap(30).normalize('NFC'));
    expect(composed(heap(30))).not.toBe(heap(30));
    expect(composed(heap(32))).toBe(heap(32));
  });

  it('is blank when nothing is to be read, and as long as people count', () => {
    expect(['', ' \t\n'].every(isBlank)).toBe(true);
    expect(isBlank(' a ')).toBe(false);
    expect(['', 'abc', 'õ', '𐌰𐌰'].map(codePoints)).toEqual([0, 3, 1, 2]);
  });
});

describe('the origin of a zone', () => {
  const label = 'a'.repeat(63);
  test.each(['ee', 'com.ee', 'õun.ee', label, `${label}.${label}.${label}.${'a'.repeat(61)}`])(
    '%.20s is one',
    (origin) => expect(isZoneOrigin(origin)).toBe(true),
  );
  test.each([
    '',
    '.ee',
    'ee.',
    'com..ee',
    'EE',
    '-a.ee',
    'a_b.ee',
    `a${label}`,
    `${'õ'.repeat(60)}.ee`,
    `${label}.${label}.${label}.${'a'.repeat(62)}`,
  ])('%.20j is none', (origin) => expect(isZoneOrigin(origin)).toBe(false));
});

describe('the id of a user of the portal', () => {
  it('is the beginning of a UUID', () => expect(isUserUniqueId('a1b2c3d4-e')).toBe(true));
  test.each(['', 'a1b2c3d4', 'a1b2c3d4-e5', 'xa1b2c3d4-e', 'A1B2C3D4-E', 'a1b2c3d4-g', 'a1b2c3d-e'])(
    '%j is none',
    (text) => expect(isUserUniqueId(text)).toBe(false),
  );
});
