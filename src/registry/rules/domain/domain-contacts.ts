import { type Failure, failure, referenceNotFound } from '../../../base/errors.ts';
import { type ContactFields, contactFieldFailures } from '../contact/contact-fields.ts';
import { type IdentInput, isUnderage, type Moment } from '../contact/ident.ts';
import type { Findings } from '../findings.ts';
import type { RegistrySettings } from './domain-settings.ts';

export interface RoleContact {
  readonly code: string;
  readonly ident: IdentInput;
}

/** A domain as it would be after the change. */
export interface DomainContacts {
  /** The registrant; undefined if the contact does not exist: then only the others are judged. */
  readonly registrant: ContactFields | undefined;
  /**
   * True if the registrant belongs to the domain's registrar; problems of other registrars' contacts are not shown.
   */
  readonly registrantIsOwn: boolean;
  readonly admins: readonly RoleContact[];
  readonly techs: readonly RoleContact[];
  /**
   * Codes of the admin contacts that this request adds; all of them by default. Existing ones are tolerated
   * until they are changed (docs/rules/registrar.md#contacts-of-a-domain).
   */
  readonly addedAdmins?: readonly string[];
}

export type ContactSettings = Pick<
  RegistrySettings,
  | 'adminContactsMinCount'
  | 'adminContactsMaxCount'
  | 'techContactsMaxCount'
  | 'adminContactsRequiredForOrg'
  | 'adminContactsRequiredForMinors'
  | 'adminContactsAllowedIdentTypes'
>;

/**
 * docs/rules/registrar.md#contacts-of-a-domain. Direct: admin required, admin not a person, admin a minor, registrant
 * not valid, in this order. Field validations: the counts.
 */
export function domainContactFindings(
  contacts: DomainContacts,
  settings: ContactSettings,
  moment: Moment,
): Findings {
  const { registrant } = contacts;
  const required = registrant !== undefined && adminRequired(registrant.ident, settings, moment);
  const missingAdmin = required && contacts.admins.length === 0;
  const added = contacts.addedAdmins;
  const newAdmins = added ? contacts.admins.filter(({ code }) => added.includes(code)) : contacts.admins;
  const direct = [
    missingAdmin
      ? failure('PARAMETER_VALUE_POLICY', 'Admin contact is required', { path: ['adminContacts'] })
      : undefined,
    ...adminFailures(newAdmins, settings, moment),
    registrant && registrantFailure({ ...contacts, registrant }, moment),
  ];
  const validation = [
    missingAdmin
      ? undefined
      : countFailure('Admin', 'admin_domain_contacts', contacts.admins.length, {
          min: required ? Math.max(1, settings.adminContactsMinCount) : 0,
          max: settings.adminContactsMaxCount,
        }),
    countFailure('Tech', 'tech_domain_contacts', contacts.techs.length, {
      min: 0,
      max: settings.techContactsMaxCount,
    }),
  ];
  return {
    direct: direct.filter((found) => found !== undefined),
    validation: validation.filter((found) => found !== undefined),
  };
}

/** Companies and minors need an admin contact. */
function adminRequired(registrant: IdentInput, settings: ContactSettings, moment: Moment): boolean {
  if (registrant.type === 'org') return settings.adminContactsRequiredForOrg;
  return settings.adminContactsRequiredForMinors && isUnderage(registrant, moment);
}

export function adminFailures(
  admins: readonly RoleContact[],
  settings: ContactSettings,
  moment: Moment,
): Failure[] {
  const allowed: readonly string[] = settings.adminContactsAllowedIdentTypes;
  const strangers = admins.filter(({ ident }) => !allowed.includes(ident.type)).map(({ code }) => code);
  const minors = admins.filter(({ ident }) => isUnderage(ident, moment)).map(({ code }) => code);
  const failures: Failure[] = [];
  if (strangers.length > 0) {
    failures.push(
      failure('PARAMETER_VALUE_POLICY', 'Admin contact can be private person only', {
        path: ['adminContacts'],
        details: { codes: strangers },
      }),
    );
  }
  if (minors.length > 0) {
    failures.push(
      failure('OBJECT_STATUS_PROHIBITS', 'Administrative contact must be at least 18 years old', {
        path: ['adminContacts'],
        details: { codes: minors },
      }),
    );
  }
  return failures;
}

/** Checked at every write to a domain, not only when the registrant changes (direct error). */
export function registrantFailure(
  {
    registrant,
    registrantIsOwn,
  }: { readonly registrant: ContactFields } & Pick<DomainContacts, 'registrantIsOwn'>,
  moment: Moment,
): Failure | undefined {
  const reasons = contactFieldFailures(registrant, moment);
  if (reasons.length === 0) return undefined;
  return failure(
    'OBJECT_STATUS_PROHIBITS',
    `Contact ${registrant.code} is not valid, please fix the invalid contact`,
    {
      path: ['registrant'],
      ...(registrantIsOwn && { details: { reasons: reasons.map(({ message }) => message) } }),
    },
  );
}

function countFailure(
  role: 'Admin' | 'Tech',
  field: string,
  count: number,
  { min, max }: { min: number; max: number },
): Failure | undefined {
  if (count >= min && count <= max) return undefined;
  return failure('PARAMETER_VALUE_RANGE', `${role} contacts count must be between ${min}-${max} [${field}]`, {
    path: [role === 'Admin' ? 'adminContacts' : 'techContacts'],
  });
}

/**
 * Returns the failure if one role of a request has a code twice (direct error); a code in both roles is fine.
 */
export function duplicateContactsFailure(codes: readonly string[], path: string): Failure | undefined {
  if (new Set(codes).size === codes.length) return undefined;
  return failure('PARAMETER_VALUE_POLICY', 'Contacts are invalid', { path: [path] });
}

export const registrantNotFound = (): Failure => referenceNotFound('Registrant not found', ['registrant']);

export const contactNotFound = (path: readonly string[]): Failure =>
  referenceNotFound('Contact was not found', path);
