import { describe, expect, it, test } from 'vitest';
import { countryName, normaliseCountryCode } from '#src/registry/rules/contact/countries.ts';
import { checkIdent, isEstonianPersonalCode, isUnderage } from '#src/registry/rules/contact/ident.ts';
import { codePoint } from '../../support/code-points.ts';
import { fc } from '../../support/properties.ts';
import { at, calendar, reported } from './support.ts';

const moment = { now: at('2026-11-15 12:00'), calendar };
const check = (type: string, countryCode: string, code: string) =>
  reported(checkIdent({ code, type, countryCode }, moment));

const badType = '2003 Invalid ident type';
const badCountry = '2005 Ident country code does not conform to ISO 3166-1 alpha-2 standard';
const badPersonal = '2005 Ident code does not conform to national identification number format of Estonia';
const badRegistry = '2005 Ident code does not conform to registration number format of Estonia';
const badDate = '2005 Ident code has invalid date format YYYY-MM-DD (ISO 8601)';
const badAge = '2005 Ident code Birth date is invalid, age must be over 0 and under 150';

describe('an ident', () => {
  test.each([
    ['priv', 'EE', '39708290069', 'fine'],
    ['priv', 'ee', '47101010033', 'fine'],
    ['priv', 'EE', '39708290068', badPersonal],
    ['priv', 'EE', '123123123', badPersonal],
    ['priv', 'EE', 'aaa0101aaa1', badPersonal],
    ['priv', 'US', '1234', 'fine'],
    ['priv', 'US', '', '2003 Ident code is missing'],
    ['priv', 'US', '  ', '2003 Ident code is missing'],
    ['priv', 'US', 'a<b', '2005 Ident is invalid [ident]'],
    ['priv', 'US', 'a%3cb', '2005 Ident is invalid [ident]'],
    ['org', 'EE', '12345678', 'fine'],
    ['org', 'EE', '1234567', badRegistry],
    ['org', 'EE', '123456789', badRegistry],
    ['org', 'EE', '1234567a', badRegistry],
    ['org', 'DE', 'HRB 1 B', 'fine'],
    ['birthday', 'US', '2000-01-01', 'fine'],
    ['birthday', 'US', '2026-11-15', 'fine'],
    ['birthday', 'US', '2026-11-16', badAge],
    ['birthday', 'US', '1876-11-15', 'fine'],
    ['birthday', 'US', '1876-11-14', badAge],
    ['birthday', 'US', '2000-01-01zzz', badDate],
    ['birthday', 'US', '1111-22-33', badDate],
    ['birthday', 'US', '2001-02-29', badDate],
    ['birthday', 'US', '01.01.2000', badDate],
    ['birthday', 'EE', '2000-01-01', '2005 Ident type "birthday" is invalid for Estonia'],
    ['birthday', 'fi', '2000-01-01', '2005 Ident type "birthday" is invalid for Finland'],
    ['birthday', 'CZ', '2000-01-01', '2005 Ident type "birthday" is invalid for Czech Republic'],
    ['birthday', 'EE', 'yesterday', badDate],
    ['passport', 'EE', '39708290069', badType],
    ['Priv', 'EE', '39708290069', badType],
    ['', 'EE', '39708290069', badType],
    ['priv', 'XX', '1', badCountry],
    ['priv', 'EST', '1', badCountry],
    ['priv', '', '1', badCountry],
    ['priv', 'ß', '1', badCountry],
    ['passport', 'XX', '', badType],
    ['org', 'XX', '', badCountry],
  ])('of type %j from %j with code %j: %s', (type, country, code, expected) => {
    expect(check(type, country, code)).toBe(expected);
  });

  it('is judged by the date in Tallinn, not in UTC', () => {
    const justAfterMidnight = { now: new Date('2026-11-15T22:30:00Z'), calendar };
    const ident = { code: '2026-11-16', type: 'birthday', countryCode: 'US' };
    expect(reported(checkIdent(ident, justAfterMidnight))).toBe('fine');
  });

  it('never makes the check throw, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('priv', 'org', 'birthday', 'x'),
        fc.constantFrom('EE', 'US', 'fi', '??'),
        fc.string({ unit: codePoint }),
        (type, countryCode, code) => {
          expect(() => checkIdent({ code, type, countryCode }, moment)).not.toThrow();
          expect(() => isUnderage({ code, type, countryCode }, moment)).not.toThrow();
        },
      ),
    );
  });
});

describe('an Estonian personal code', () => {
  test.each([
    '39708290069',
    '47101010033',
    '38903111310',
    '37810166020',
    '61203150222',
    '38903110029',
    '38903110750',
  ])('%s is one', (code) => expect(isEstonianPersonalCode(code)).toBe(true));

  test.each([
    ['39708290068', 'its check digit is wrong'],
    ['123123123', 'it is too short'],
    ['39702300069', 'there is no 30 February'],
    ['79708290069', 'its century has not begun'],
    ['09708290069', 'no century has this digit'],
    ['39708290069 ', 'it has a blank at the end'],
    ['39708290069\n', 'it has a line break at the end'],
  ])('%j is none: %s', (code) => expect(isEstonianPersonalCode(code)).toBe(false));

  it('has nothing before it', () => {
    const digits = [...'0123456789'];
    expect(digits.filter((digit) => isEstonianPersonalCode(`${digit}38903111310`))).toEqual([]);
    expect(digits.filter((digit) => isEstonianPersonalCode(`${digit}39708290069`))).toEqual([]);
  });

  it('has one check digit, and no other will do', () => {
    const digits = [...'0123456789'].filter((digit) => isEstonianPersonalCode(`3890311131${digit}`));
    expect(digits).toEqual(['0']);
  });
});

describe('underage', () => {
  test.each([
    ['priv', 'EE', '61203150222', true, 'a personal code of 2012'],
    ['priv', 'EE', '39708290069', false, 'a personal code of 1997'],
    ['birthday', 'US', '2008-11-15', false, 'the 18th birthday is today'],
    ['birthday', 'US', '2008-11-16', true, 'the 18th birthday is tomorrow'],
    ['birthday', 'US', 'nonsense', true, 'a birthday nobody can read'],
    ['priv', 'EE', '39713990069', true, 'a personal code without a date'],
    ['priv', 'EE', '123', false, 'not of eleven digits'],
    ['priv', 'EE', '061203150222', false, 'more than eleven digits'],
    ['priv', 'EE', '612031502220', false, 'more than eleven digits'],
    ['priv', 'US', '61203150222', false, 'the same digits mean nothing elsewhere'],
    ['org', 'EE', '61203150222', false, 'a company with eleven digits'],
    ['priv', 'US', '2020-01-01', false, 'other countries tell no age'],
    ['org', 'EE', '12345678', false, 'companies have no age'],
  ])('%s %s %s is %s: %s', (type, countryCode, code, expected) => {
    expect(isUnderage({ code, type, countryCode }, moment)).toBe(expected);
  });
});

describe('a country code', () => {
  it('is stored in upper case', () => {
    expect(normaliseCountryCode('ee')).toBe('EE');
    expect(normaliseCountryCode('Us')).toBe('US');
  });
  test.each(['XX', 'E', 'EST', '', ' EE', 'ß', 'é1'])('%j is of no country', (code) => {
    expect(normaliseCountryCode(code)).toBeUndefined();
  });
  it('has an English name', () => {
    expect(countryName('EE')).toBe('Estonia');
    expect(countryName('XX')).toBe('XX');
  });
});
