import type { Failure } from '../../../../base/errors.ts';
import {
  contactNotFound,
  duplicateContactsFailure,
  registrantNotFound,
} from '../../../rules/domain/domain-contacts.ts';
import type { Db } from '../../../store/driver/connections/pool.ts';
import { type Contact, contactsByCode } from '../../../store/registry/contacts.ts';

export interface ContactCodes {
  readonly registrant?: string | undefined;
  readonly admins?: readonly string[] | undefined;
  readonly techs?: readonly string[] | undefined;
}

export interface NamedContacts {
  readonly registrant: Contact | undefined;
  readonly admins: readonly Contact[];
  readonly techs: readonly Contact[];
  /**
   * The failures in the order of docs/rules/registrar.md#registration: registrant, then those not found, then those
   * named twice.
   */
  readonly failures: readonly Failure[];
}

/**
 * Finds the contacts that an input names, of any registrar (docs/rules/rulings.md#contacts-of-other-registrars), in
 * one statement.
 */
export async function namedContacts(
  db: Db,
  { registrant, admins = [], techs = [] }: ContactCodes,
): Promise<NamedContacts> {
  const codes = [...(registrant === undefined ? [] : [registrant]), ...admins, ...techs];
  const found = codes.length === 0 ? [] : await contactsByCode(db, [...new Set(codes)]);
  const byCode = new Map(found.map((contact) => [contact.code, contact]));
  const missing = (path: string, named: readonly string[]): Failure[] =>
    named.flatMap((code, index) => (byCode.has(code) ? [] : [contactNotFound([path, String(index)])]));
  const inRole = (named: readonly string[]): Contact[] =>
    [...new Set(named)].flatMap((code) => byCode.get(code) ?? []);
  return {
    registrant: registrant === undefined ? undefined : byCode.get(registrant),
    admins: inRole(admins),
    techs: inRole(techs),
    failures: [
      registrant !== undefined && !byCode.has(registrant) ? registrantNotFound() : undefined,
      ...missing('adminContacts', admins),
      ...missing('techContacts', techs),
      duplicateContactsFailure(admins, 'adminContacts'),
      duplicateContactsFailure(techs, 'techContacts'),
    ].filter((reason) => reason !== undefined),
  };
}
