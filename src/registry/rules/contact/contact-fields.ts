import { type Failure, failure, fieldFailure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { toUnicode } from '../domain/domain-name.ts';
import { codePoints, isBlank, isUnsafeText } from '../text.ts';
import { normaliseCountryCode } from './countries.ts';
import { checkIdent, type IdentInput, type IdentType, identTypeFailure, type Moment } from './ident.ts';

export interface ContactFields {
  readonly code: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly ident: IdentInput;
}

export const longestName = limit("characters of a contact's name", 255, 'The column of the live registry.');
export const longestEmail = limit(
  "characters of a contact's e-mail address",
  255,
  'The column of the live registry.',
);
export const longestPhone = limit("characters of a contact's phone number", 17, 'RFC 5733 has 17.');
const longestCode = limit('characters of a contact code', 100, 'The documented limit.');

/**
 * Characters that no person's name has: docs/rules/registrar.md#contact-fields. Apostrophe, hyphen, dot,
 * slash and digits are fine.
 */
const forbiddenInPersonNames =
  /[!"#$%&()*+,:;<=>?@[\\\]^_{|}~\u00A1-\u00B3\u00B5-\u00BF\u2040-\u206F\u20A0-\u20BF\u2100-\u218F]/;

export function checkName(name: string, identType: string): Failure | undefined {
  if (isBlank(name)) return missing('name');
  if (codePoints(name) > longestName) {
    return invalid(`Contact name is too long, max ${longestName} characters`, 'name');
  }
  const person = identType !== ('org' satisfies IdentType);
  const wrong = isUnsafeText(name) || (person && forbiddenInPersonNames.test(name));
  return wrong ? invalid('Name is invalid', 'name') : undefined;
}

export const normaliseEmail = (email: string): string => email.trim();

const atom = String.raw`[\p{L}\p{N}!#$%&'*+/=?^_{|}~-]+`;
const localPart = new RegExp(String.raw`^(?=.*[\p{L}\p{N}])${atom}(?:\.${atom})*$`, 'u');
const longLabel = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])`;
const hostOf = (label: string) => new RegExp(String.raw`^(?:${label}\.)+\p{L}[\p{L}\p{M}]{1,62}$`, 'u');
const anyHost = hostOf(`${longLabel}?`);
/** A contact's host has no label of one character. */
const contactHost = hostOf(longLabel);
const addressLiteral = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[0-9a-f:.]+)\]$/i;

/** Syntax only: whether mail arrives there is not checked (docs/rules/registrar.md#contact-fields). */
export function isEmail(email: string, hostPart = anyHost): boolean {
  if (email.length > longestEmail) return false;
  const at = email.lastIndexOf('@');
  if (at < 1 || !localPart.test(email.slice(0, at))) return false;
  const host = email.slice(at + 1);
  return addressLiteral.test(host) || hostPart.test(toUnicode(host.toLowerCase()));
}

/** The syntax failure is a direct error; a missing or unsafe address fails as a field. */
export function checkEmail(email: string): Failure | undefined {
  const trimmed = normaliseEmail(email);
  if (trimmed === '') return missing('email');
  return (
    emailSyntaxFailure(trimmed) ?? (isUnsafeText(trimmed) ? invalid('Email is invalid', 'email') : undefined)
  );
}

/** Reported before any field validation (docs/rules/registrar.md#creating-a-contact). */
function emailSyntaxFailure(email: string): Failure | undefined {
  const trimmed = normaliseEmail(email);
  if (trimmed === '' || isEmail(trimmed, contactHost)) return undefined;
  return failure(
    'PARAMETER_VALUE_SYNTAX',
    `Parameter value syntax error: email '${trimmed}' didn't pass validation`,
    { path: ['email'] },
  );
}

export function checkPhone(phone: string): Failure | undefined {
  if (isBlank(phone)) return missing('phone');
  const parts = /^\+(\d{1,3})\.(\d{1,14})$/.exec(phone);
  if (!parts || parts.slice(1).some((digits) => /^0+$/.test(digits))) {
    return invalid('Phone nr is invalid', 'phone');
  }
  if (phone.length > longestPhone) {
    return invalid(`Phone nr is too long, max ${longestPhone} characters`, 'phone');
  }
  return undefined;
}

/** The code with its registrar's prefix. */
export function checkContactCode(code: string): Failure | undefined {
  if (!/^[A-Za-z0-9_\-:.]+$/.test(code)) return invalid('Contact code is invalid', 'code');
  if (code.length > longestCode) {
    return invalid(`Contact code is too long, max ${longestCode} characters`, 'code');
  }
  return undefined;
}

export const contactCodeExists = (): Failure =>
  fieldFailure('OBJECT_EXISTS', 'Contact id already exists', 'code');

/**
 * Everything wrong with a contact's fields: the direct errors (ident type, email syntax), then the field
 * validations. A stored contact without any is valid (docs/rules/registrar.md#creating-a-contact,
 * #contacts-of-a-domain).
 */
export function contactFieldFailures(
  contact: ContactFields,
  moment: Moment,
  { isUnknownCompany = false } = {},
): Failure[] {
  const wrongType = identTypeFailure(contact.ident.type);
  const wrongEmail = emailSyntaxFailure(contact.email);
  return [
    wrongType,
    wrongEmail,
    isUnknownCompany ? companyNotRegistered() : undefined,
    checkName(contact.name, contact.ident.type),
    wrongEmail ? undefined : checkEmail(contact.email),
    checkPhone(contact.phone),
    checkContactCode(contact.code),
    wrongType ? undefined : checkIdent(contact.ident, moment),
  ].filter((found) => found !== undefined);
}

const companyNotRegistered = (): Failure =>
  failure('REQUIRED_PARAMETER_MISSING', 'Company is not registered', { path: ['ident', 'code'] });

/**
 * The number of an Estonian company, for the business register (docs/rules/registrar.md#company-register).
 */
export function companyNumberOf({ code, type, countryCode }: IdentInput): string | undefined {
  const isEstonian = normaliseCountryCode(countryCode) === 'EE';
  return type === ('org' satisfies IdentType) && isEstonian && /^\d{8}$/.test(code) ? code : undefined;
}

/**
 * `my-id` becomes `BESTNAMES:MY-ID`; the caller's own prefix is not doubled; an empty code, or only the prefix, means a
 * random code (docs/rules/registrar.md#contact-codes).
 */
export function buildContactCode(
  registrarCode: string,
  custom: string | undefined,
  random: () => string,
): string {
  const prefix = `${registrarCode}:`;
  const given = custom ?? '';
  const own = given.slice(0, prefix.length).toUpperCase() === prefix.toUpperCase();
  const rest = own ? given.slice(prefix.length) : given;
  const chosen = isBlank(rest) || rest.toUpperCase() === registrarCode.toUpperCase() ? random() : rest;
  // Only ASCII letters are changed: `ß` must stay as it is and be refused, not become a harmless `SS`.
  return `${prefix}${chosen}`.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * An ident identifies the contact, so it changes only to be corrected; a valid one is sent whole or not at
 * all (docs/rules/registrar.md#updating-a-contact).
 */
export function identUpdateFailure(
  stored: IdentInput,
  given: Partial<IdentInput>,
  moment: Moment,
): Failure | undefined {
  const sameCountry = stored.countryCode.toUpperCase() === given.countryCode?.toUpperCase();
  if (stored.code === given.code && stored.type === given.type && sameCountry) return undefined;
  if (!checkIdent(stored, moment)) {
    return failure(
      'DATA_MANAGEMENT_POLICY',
      'Ident update is not allowed. Consider creating new contact object',
      { path: ['ident'] },
    );
  }
  if (given.code === undefined || stored.code === given.code) return undefined;
  return failure(
    'DATA_MANAGEMENT_POLICY',
    'Only ident type and country can be updated in case of invalid ident. Please create new contact object to update ident code',
    { path: ['ident', 'code'] },
  );
}

const missing = (field: string): Failure =>
  fieldFailure('REQUIRED_PARAMETER_MISSING', `Required parameter missing - ${field}`, field);

const invalid = (message: string, field: string): Failure =>
  fieldFailure('PARAMETER_VALUE_SYNTAX', message, field);
