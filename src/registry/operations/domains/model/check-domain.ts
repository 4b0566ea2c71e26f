import { isDeepStrictEqual } from 'node:util';
import { Problems } from '../../../../base/errors.ts';
import type { ContactFields } from '../../../rules/contact/contact-fields.ts';
import type { Moment } from '../../../rules/contact/ident.ts';
import { keyLengthFailures, keySetFindings } from '../../../rules/domain/dnssec.ts';
import { domainContactFindings } from '../../../rules/domain/domain-contacts.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { duplicateNameserverFailure, nameserverCountFailure } from '../../../rules/domain/nameserver.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import type { CheckedDraft } from './domain-state.ts';

/**
 * The checks of every write to a domain (docs/rules/registrar.md#contacts-of-a-domain,
 * #nameservers, #dnssec-keys).
 */
export function domainProblems(
  draft: Omit<CheckedDraft, 'registrant'> & { readonly registrant?: Contact | undefined },
  before: CheckedDraft | undefined,
  settings: RegistrySettings,
  { now, calendar }: Moment,
): Problems {
  const contacts = domainContactFindings(
    {
      registrant: draft.registrant && fieldsOf(draft.registrant),
      registrantIsOwn: draft.registrant?.registrar_id === draft.registrarId,
      admins: draft.admins.map(fieldsOf),
      techs: draft.techs.map(fieldsOf),
      ...(before && { addedAdmins: addedCodes(draft.admins, before.admins) }),
    },
    settings,
    { now, calendar },
  );
  const keys = keySetFindings(
    draft.keys.map(({ publicKey }) => publicKey),
    {
      min: settings.dnskeysMinCount,
      max: settings.dnskeysMaxCount,
      // Existing keys are exempt from a stricter setting, so that the rest of the domain can still be changed.
      allowed: settings.keyDataAllowed || (before !== undefined && haveSameKeys(draft, before)),
    },
  );
  return new Problems().direct(...contacts.direct, ...keys.direct).validation(
    duplicateNameserverFailure(draft.nameservers.map(({ hostname }) => hostname)),
    nameserverCountFailure(draft.nameservers.length, {
      min: settings.nsMinCount,
      max: settings.nsMaxCount,
      required: settings.nameserverRequired,
    }),
    ...keys.validation,
    ...contacts.validation,
    ...keyLengthFailures(
      draft.keys.filter((key) => !before?.keys.some((one) => isDeepStrictEqual(one, key))),
    ),
  );
}

export const fieldsOf = (contact: Contact): ContactFields => ({
  code: contact.code,
  name: contact.name,
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  ident: {
    code: contact.ident ?? '',
    type: contact.ident_type ?? '',
    countryCode: contact.ident_country_code ?? '',
  },
});

const haveSameKeys = (one: Pick<CheckedDraft, 'keys'>, other: CheckedDraft): boolean =>
  one.keys.length === other.keys.length &&
  one.keys.every((key, index) => isDeepStrictEqual(key, other.keys[index]));

const addedCodes = (now: readonly Contact[], before: readonly Contact[]): string[] =>
  now.map(({ code }) => code).filter((code) => !before.some((one) => one.code === code));
