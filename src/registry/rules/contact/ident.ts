import { type Calendar, isLocalDate, type LocalDate } from '../../../base/calendar.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { isBlank, isUnsafeText } from '../text.ts';
import { countryName, normaliseCountryCode } from './countries.ts';

/** The types of idents, in the order in which lists show them (docs/rules/registrar.md#contact-list). */
export const identTypes = ['org', 'priv', 'birthday'] as const;
export type IdentType = (typeof identTypes)[number];

/** An ident as it was sent: the type is not validated yet. */
export interface IdentInput {
  readonly code: string;
  readonly type: string;
  readonly countryCode: string;
}

export interface Moment {
  readonly now: Date;
  readonly calendar: Calendar;
}

/** These countries give everyone a personal code, so a birthday alone identifies nobody there. */
const countriesWithPersonalCodes = new Set(
  'BE HR CZ DK FI IT LV LT LU MT NL NO PL PT RO SK SI ES SE EE'.split(' '),
);

export const isIdentType = (type: string): type is IdentType =>
  (identTypes as readonly string[]).includes(type);

/**
 * A wrong type is a direct error: it is reported before the email is checked
 * (docs/rules/registrar.md#creating-a-contact).
 */
export function identTypeFailure(type: string): Failure | undefined {
  if (isIdentType(type)) return undefined;
  return failure('REQUIRED_PARAMETER_MISSING', 'Invalid ident type', { path: ['ident', 'type'] });
}

/** docs/rules/registrar.md#idents, in this order: type, country, code, the two together, unsafe text. */
export function checkIdent(ident: IdentInput, moment: Moment): Failure | undefined {
  const wrongType = identTypeFailure(ident.type);
  if (wrongType) return wrongType;
  const country = normaliseCountryCode(ident.countryCode);
  if (country === undefined) {
    return failure(
      'PARAMETER_VALUE_SYNTAX',
      'Ident country code does not conform to ISO 3166-1 alpha-2 standard',
      { path: ['ident', 'countryCode'] },
    );
  }
  if (isBlank(ident.code)) {
    return failure('REQUIRED_PARAMETER_MISSING', 'Ident code is missing', { path: ['ident', 'code'] });
  }
  const problem = codeProblem(ident.code, ident.type, country, moment);
  if (problem) return failure('PARAMETER_VALUE_SYNTAX', problem, { path: ['ident', 'code'] });
  if (ident.type === 'birthday' && countriesWithPersonalCodes.has(country)) {
    return failure('PARAMETER_VALUE_SYNTAX', `Ident type "birthday" is invalid for ${countryName(country)}`, {
      path: ['ident', 'type'],
    });
  }
  if (isUnsafeText(ident.code)) {
    return failure('PARAMETER_VALUE_SYNTAX', 'Ident is invalid [ident]', { path: ['ident', 'code'] });
  }
  return undefined;
}

function codeProblem(code: string, type: string, country: string, moment: Moment): string | undefined {
  if (type === 'birthday') return birthdayProblem(code, moment);
  if (country !== 'EE') return undefined;
  if (type === 'priv' && !isEstonianPersonalCode(code)) {
    return 'Ident code does not conform to national identification number format of Estonia';
  }
  if (type === 'org' && !/^\d{8}$/.test(code)) {
    return 'Ident code does not conform to registration number format of Estonia';
  }
  return undefined;
}

function birthdayProblem(code: string, { now, calendar }: Moment): string | undefined {
  if (!isLocalDate(code)) return 'Ident code has invalid date format YYYY-MM-DD (ISO 8601)';
  const today = calendar.dateOf(now);
  if (code > today || code < calendar.datePlus(today, { years: -150 })) {
    return 'Ident code Birth date is invalid, age must be over 0 and under 150';
  }
  return undefined;
}

/** Eleven digits with an existing date, in the century that the first digit means, and a valid check digit. */
export function isEstonianPersonalCode(code: string): boolean {
  return birthDateOf(code) !== undefined && checkDigitOf(code) === Number(code[10]);
}

function birthDateOf(personalCode: string): LocalDate | undefined {
  const parts = /^([1-6])(\d\d)(\d\d)(\d\d)\d{4}$/.exec(personalCode);
  if (!parts) return undefined;
  const [, first, year, month, day] = parts;
  const century = 18 + Math.floor((Number(first) - 1) / 2);
  const date = `${century}${year}-${month}-${day}`;
  return isLocalDate(date) ? date : undefined;
}

function checkDigitOf(personalCode: string): number {
  const remainder = (weights: readonly number[]) =>
    weights.reduce((sum, weight, place) => sum + weight * Number(personalCode[place]), 0) % 11;
  const first = remainder([1, 2, 3, 4, 5, 6, 7, 8, 9, 1]);
  return (first < 10 ? first : remainder([3, 4, 5, 6, 7, 8, 9, 1, 2, 3])) % 10;
}

/**
 * Tells whether the person is younger than 18 today. Only birthdays and Estonian personal codes show an age; one of
 * these that cannot be parsed counts as a minor's (docs/rules/registrar.md#idents).
 */
export function isUnderage(ident: IdentInput, { now, calendar }: Moment): boolean {
  const born = birthDate(ident);
  if (born === 'unsupported') return false;
  if (born === undefined) return true;
  return calendar.yearsBetween(born, calendar.dateOf(now)) < 18;
}

function birthDate({ code, type, countryCode }: IdentInput): LocalDate | undefined | 'unsupported' {
  if (type === 'birthday') return isLocalDate(code) ? code : undefined;
  if (type === 'priv' && countryCode.toUpperCase() === 'EE' && /^\d{11}$/.test(code)) {
    return birthDateOf(code);
  }
  return 'unsupported';
}
