import type { UserRole } from '../../../base/actor.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isEmail } from '../contact/contact-fields.ts';
import { normaliseCountryCode } from '../contact/countries.ts';
import { asTyped, codePoints, isBlank, isUnsafeText } from '../text.ts';

/**
 * The prefix of a registrar's contact codes: upper case, no spaces or colons, not `CID`
 * (docs/rules/registrar.md#credentials).
 */
export const normaliseRegistrarCode = (code: string): string => (asTyped(code) ?? code.trim()).toUpperCase();

export const isRegistrarCode = (code: string): boolean => /^[A-Z0-9_.-]{1,50}$/.test(code) && code !== 'CID';

const longestText = limit('characters of a field of a registrar', 255, 'The column of the live registry.');
/** Passwords that registrars use already keep working; new ones in production are longer. */
const shortestPassword = { trial: 6, usual: 12 };
const longestPassword = limit(
  'characters of a password',
  128,
  'Hashing a longer one costs more than it protects.',
);
const userRoles: ReadonlySet<string> = new Set<UserRole>(['super', 'epp', 'billing']);

export interface RegistrarFields {
  readonly code: string;
  readonly name: string;
  readonly website?: string | undefined;
  readonly email?: string | undefined;
  readonly regNo?: string | undefined;
  readonly phone?: string | undefined;
}

export function registrarFailures(fields: RegistrarFields): Failure[] {
  const failures: Failure[] = [];
  if (!isRegistrarCode(fields.code))
    failures.push(invalid('code', 'Must be letters, digits, _ . - without spaces or colons, and not CID'));
  if (isBlank(fields.name)) failures.push(missing('name'));
  for (const field of ['name', 'website', 'email', 'regNo', 'phone'] as const)
    if (isUnfitText(fields[field] ?? '')) failures.push(invalid(field, 'Must be plain text'));
  if (fields.website !== undefined && !/^https?:\/\/\S+$/.test(fields.website))
    failures.push(invalid('website', 'Must be a web address'));
  return failures;
}

export interface TaxFields {
  readonly countryCode?: string | undefined;
  readonly vatNumber?: string | undefined;
  /** Percent. */
  readonly vatRate?: string | undefined;
}

/**
 * Returns the mistakes in the tax fields. Only a registrar abroad without a VAT number has, and needs, its own rate
 * (docs/rules/self-service.md#vat).
 */
export function taxFailures({ countryCode, vatNumber, vatRate }: TaxFields, home: string): Failure[] {
  const failures: Failure[] = [];
  const country = countryCode === undefined ? home : normaliseCountryCode(countryCode);
  if (country === undefined) failures.push(invalid('countryCode', 'Must be an ISO 3166-1 code'));
  if (vatNumber !== undefined && !/^[A-Z0-9+*. -]{2,20}$/i.test(vatNumber))
    failures.push(invalid('vatNumber', 'Must be a VAT number'));
  if (vatRate !== undefined && !/^\d{1,2}(\.\d{1,2})?$/.test(vatRate))
    failures.push(outOfRange('vatRate', 'Must be a percentage from 0 to 99.99'));
  const needsRate = country !== undefined && country !== home && vatNumber === undefined;
  if (needsRate && vatRate === undefined) failures.push(missing('vatRate'));
  if (!needsRate && vatRate !== undefined)
    failures.push(invalid('vatRate', 'Must be left out at home and with a VAT number'));
  return failures;
}

export interface ApiUserFields {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly email?: string | undefined;
  readonly identityCode?: string | undefined;
  readonly certificateFingerprints?: readonly string[] | undefined;
}

/**
 * Basic credentials end the username at the first colon, so it can have none
 * (docs/rules/registrar.md#credentials). The messages are those that registrars' portals know
 * (docs/rules/self-service.md#users).
 */
export function apiUserFailures(
  { username, password, roles, email, identityCode, certificateFingerprints }: ApiUserFields,
  isTrial: boolean,
): Failure[] {
  const failures: Failure[] = [];
  if (username !== undefined && isBlank(username)) failures.push(absent('username', 'Username'));
  else if (username !== undefined && (isUnfitText(username) || /[\s:]/.test(username)))
    failures.push(invalid('username', 'Must be plain text without spaces or colons'));
  failures.push(...passwordFailures(password, isTrial));
  if (roles?.length === 0) failures.push(absent('roles', 'Roles'));
  if (roles?.some((role) => !userRoles.has(role))) failures.push(malformed('roles', 'Roles'));
  if (email && (!isEmail(email) || isUnsafeText(email))) failures.push(malformed('email', 'Email'));
  if (identityCode && isUnfitText(identityCode)) failures.push(malformed('identityCode', 'Identity code'));
  if (certificateFingerprints?.some((one) => !/^[0-9a-f]{64}$/.test(canonicalFingerprint(one))))
    failures.push(invalid('certificateFingerprints', 'Must be SHA-256 in hexadecimal'));
  return failures;
}

export function passwordFailures(password: string | undefined, isTrial: boolean): Failure[] {
  if (password === undefined) return [];
  const shortest = shortestPassword[isTrial ? 'trial' : 'usual'];
  const length = codePoints(password);
  const badLength = (phrase: string): Failure =>
    failure('PARAMETER_VALUE_RANGE', `Password is ${phrase} characters)`, { path: ['password'] });
  return [
    ...(length === 0 ? [absent('password', 'Password')] : []),
    ...(length < shortest ? [badLength(`too short (minimum is ${shortest}`)] : []),
    ...(length > longestPassword ? [badLength(`too long (maximum is ${longestPassword}`)] : []),
  ];
}

/** Case and colons do not matter (docs/rules/registrar.md#client-certificates). */
export const canonicalFingerprint = (text: string): string => text.replaceAll(':', '').toLowerCase();

const isUnfitText = (text: string): boolean => text.length > longestText || isUnsafeText(text);

const missing = (field: string): Failure =>
  failure('REQUIRED_PARAMETER_MISSING', `Missing parameter ${field}`, { path: [field] });
const invalid = (field: string, phrase: string): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', `Invalid parameter '${field}': ${phrase}`, { path: [field] });
const outOfRange = (field: string, phrase: string): Failure =>
  failure('PARAMETER_VALUE_RANGE', `Invalid parameter '${field}': ${phrase}`, { path: [field] });
const absent = (field: string, name: string): Failure =>
  failure('REQUIRED_PARAMETER_MISSING', `${name} is missing`, { path: [field] });
const malformed = (field: string, name: string): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', `${name} is invalid`, { path: [field] });
