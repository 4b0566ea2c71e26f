import { describe, expect, it, test } from 'vitest';
import { shortest } from '#src/base/money.ts';
import {
  disputePasswordMissing,
  registrationCodeMissing,
  registrationCodeWrong,
} from '#src/registry/rules/domain/registration-code.ts';
import { checkOrganizationName, suggestionLabels } from '#src/registry/rules/reservation/legal-forms.ts';
import {
  checkReservationNames,
  reservationPrice,
} from '#src/registry/rules/reservation/reservation-names.ts';
import { fc } from '../../support/properties.ts';
import { reported } from './support.ts';

describe('labels suggested for an organization', () => {
  test.each([
    ['Test Company AS', ['testcompany', 'test-company']],
    ['Test Company OU', ['testcompany', 'test-company']],
    ['Test Company FIE', ['testcompany', 'test-company']],
    ['Test Company OÜ', ['testcompany', 'test-company']],
    ['Test Company oü', ['testcompany', 'test-company']],
    ['Test Company MTU', ['testcompany', 'test-company']],
    ['Test Company MTÜ ', ['testcompany', 'test-company']],
    ['Test  Company\tMTU\u0308', ['testcompany', 'test-company']],
    ['X OÜ AS', ['x']],
    ['X AS OÜ', ['x']],
    ['X SA', ['x']],
    ['X  SA', ['x']],
    ['X Filiaal', ['x']],
    ['AS', ['as']],
    ['AS AS', ['as']],
    ['Atlas', ['atlas']],
    ['OÜ Foo', ['oüfoo', 'oü-foo']],
    ['AS Foo Bar', ['asfoobar', 'as-foo-bar']],
    ['Foo-AS', ['foo-as']],
    ['Foo-Bar Baz', ['foo-barbaz', 'foo-bar-baz']],
    ['Foo - Bar', ['foo-bar']],
    ['Foo--Bar', ['foo--bar']],
    ['Õunapuu OÜ', ['õunapuu']],
    ['Acme', ['acme']],
  ])('%j are %j', (name, expected) => expect(suggestionLabels(name)).toEqual(expected));

  it('leave out every legal form, in both spellings', () => {
    const forms = 'AS OU OÜ FIE MTU MTÜ TÜ TU UÜ UU SA TÜH TUH KÜ KU SE FILIAAL'.split(' ');
    expect(forms.filter((form) => suggestionLabels(`Acme ${form}`).join() !== 'acme')).toEqual([]);
  });

  test.each([
    ['Test Company', true],
    ['Õ-1', true],
    ['Mo\u0308ö', true],
    ['ööö'.repeat(33), true],
    ['𐌰'.repeat(100), true],
    ['a'.repeat(101), false],
    ['', false],
    [' ', false],
    ['a.b', false],
    ['a&b', false],
    ["a'b", false],
    ['a_b', false],
    ['a/b', false],
    ['a!', false],
    ['a\u00a0b', false],
  ])('a name such as %.20j is accepted: %s', (name, expected) => {
    const checked = checkOrganizationName(name);
    expect(checked.ok).toBe(expected);
    if (!checked.ok) expect(reported(checked.failure)).toBe('2005 Invalid organization name');
  });

  it('of any accepted name are one or two, without white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aAsSoÜ- \t1') }), (text) => {
        const checked = checkOrganizationName(text);
        if (!checked.ok) return;
        const labels = suggestionLabels(checked.name);
        expect(labels.length === 1 || labels.length === 2).toBe(true);
        for (const label of labels) expect(label).not.toMatch(/\s/);
      }),
    );
  });
});

describe('names to reserve', () => {
  const malformed = '2005 Invalid parameter: domain_names must be a non-empty array of valid domain names';
  const tooMany = '2004 The maximum number of domain names per request is 20';
  const check = (input: unknown) => {
    const checked = checkReservationNames(input);
    return checked.ok ? checked.names : checked.failures.slice(0, 1).map(reported)[0];
  };
  const many = (count: number) => Array.from({ length: count }, (_, place) => `n${place}.ee`);

  test.each<[unknown, unknown]>([
    [
      ['a.ee', 'b.ee'],
      ['a.ee', 'b.ee'],
    ],
    [
      ['B.ee', 'a.ee', 'b.EE'],
      ['b.ee', 'a.ee'],
    ],
    [['xn--mnchen-3ya.ee', 'münchen.ee', 'MU\u0308NCHEN.ee'], ['münchen.ee']],
    [['a.ee', null], ['a.ee']],
    [['½.ee'], ['½.ee']],
    [['a.ee.'], ['a.ee.']],
    [undefined, malformed],
    [null, malformed],
    ['a.ee', malformed],
    ['', malformed],
    [{}, malformed],
    [[], malformed],
    [[null], malformed],
    [[1], malformed],
    [[['a.ee']], malformed],
    [[{}], malformed],
    [['a.ee', ''], malformed],
    [['a b.ee'], malformed],
    [[' a.ee'], malformed],
    [['a.ee\n'], malformed],
    [['a_b.ee'], malformed],
    [['http://a.ee'], malformed],
    [many(20), many(20)],
    [many(21), tooMany],
    [[...many(20), '!'], tooMany],
    [Array(21).fill('a.ee'), tooMany],
  ])('%.40j: %.60j', (input, expected) => expect(check(input)).toEqual(expected));

  it('cost ten euros each, as the link spells it', () => {
    expect(reservationPrice(2)).toBe('20.00');
    expect(shortest(reservationPrice(2))).toBe('20.0');
  });
});

describe('the code of a reserved or disputed name', () => {
  test.each([
    ['reserved', '2003 Required parameter missing; reserved_pw element required for reserved domains'],
    ['dispute', '2003 Required parameter missing; reserved_pw element required for dispute domains'],
  ] as const)('of a %s name that is missing: %s', (reason, expected) => {
    expect(reported(registrationCodeMissing(reason))).toBe(expected);
  });

  it('is asked for with 2304 when a disputed domain changes hands', () => {
    expect(reported(disputePasswordMissing())).toBe(
      '2304 Required parameter missing; reserved_pw element required for dispute domains',
    );
  });

  it('that is wrong is no doubt about the caller: they are who they say', () => {
    expect(reported(registrationCodeWrong())).toBe(
      '2202 Invalid authorization information; invalid reserved_pw value',
    );
    expect(registrationCodeWrong().reason).toBe('wrong-object-code');
  });
});
