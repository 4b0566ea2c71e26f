import { z } from 'zod';
import { longestParts } from '../rules/contact/contact-address.ts';
import { longestEmail, longestName, longestPhone } from '../rules/contact/contact-fields.ts';
import { contactStatuses } from '../rules/contact/contact-statuses.ts';
import { countryCodes } from '../rules/contact/countries.ts';
import { isOwnContact, knowsSecretsOf } from '../rules/visibility.ts';
import {
  entity,
  identity,
  json,
  list,
  moment,
  type RowOf,
  reference,
  text,
  uuid,
  type Visibility,
} from './entity.ts';
import { columnsOfObject, type ObjectOf, objectIn, partsOf } from './entity-rows.ts';

/** Restricts a field to callers who may see more of a contact than its code and name. */
export const ownContact = {
  rule: isOwnContact,
  owner: 'registrar_id',
  otherwise: 'Null when the contact is not yours.',
} satisfies Visibility;

/** A value that callers set: copies for other registrars keep it. */
const keptEverywhere = { transfer: 'kept' } as const;

const addressPart = (description: string, scalar?: 'CountryCode') =>
  text()
    .nullable()
    .partOf('address')
    .written()
    .shown(description, scalar)
    .visible(ownContact)
    .personal()
    .history()
    .settable(keptEverywhere);

export const contact = entity('contacts', {
  id: identity(),
  /** The UUID; null if another registry has not reported it. */
  uuid: uuid().nullable(),
  code: text()
    .written()
    .shown('Its unique code, which never changes: ALPHA:TAMM. It begins with the code of the registrar.')
    .filter('By its code: {eq: "ALPHA:TAMM"}.')
    .order('By contact code, in alphabetical order.')
    .versioned()
    .history(),
  registrar_id: reference(),
  name: text()
    .written()
    .shown(
      'The full name of the person or organisation; N/A where the domain belongs to another registrar than the contact, unless the contact is yours.',
    )
    .filter('By the full name: {contains: "tamm"}.')
    .order('By full name, in alphabetical order.')
    .versioned()
    .personal()
    .history()
    .atMost(longestName)
    .settable(keptEverywhere),
  // This and the following fields are null only if another registry does not report them.
  email: text()
    .written()
    .nullable()
    .shown('The e-mail address at which it confirms changes of its domains.')
    .visible(ownContact)
    .filter('By the e-mail address: {contains: "@tamm.example"}.')
    .personal()
    .history()
    .atMost(longestEmail)
    .settable(keptEverywhere),
  phone: text()
    .written()
    .nullable()
    .shown('The phone number, with a dot after the country code: +372.5555555.')
    .visible(ownContact)
    .filter('By the phone number: {startsWith: "+372."}.')
    .personal()
    .history()
    .atMost(longestPhone)
    .settable(keptEverywhere),
  ident: text()
    .written()
    .nullable()
    .visible(ownContact)
    .filter('By its identity number, of whichever kind.')
    .personal()
    .history('ident.code')
    .settable(keptEverywhere),
  /** One of our types (rules/contact/ident.ts), or an older one of another registry. */
  ident_type: text()
    .nullable()
    .visible(ownContact)
    .filter('By the kind of its identity number: {eq: ORG} are the organisations.')
    .versioned()
    .history('ident.type')
    .settable(keptEverywhere),
  ident_country_code: text()
    .nullable()
    .named('countryCode')
    .visible(ownContact)
    .filter('By the country that issued the number: {eq: "EE"}.', countryCodes)
    .versioned()
    .history('ident.countryCode')
    .settable(keptEverywhere),
  address_street: addressPart('The street with the number of the house: Pikk 1.').atMost(longestParts.street),
  address_city: addressPart('The city or village: Tallinn.')
    .atMost(longestParts.city)
    .filter('By the city of the postal address: {eq: "Tallinn"}.'),
  address_zip: addressPart('The postal code: 10123.').atMost(longestParts.zip),
  address_state: addressPart('The county, state or province: Harjumaa.').atMost(longestParts.state),
  address_country_code: addressPart('The country: EE.', 'CountryCode').filter(
    'By the country of the postal address: {eq: "EE"}.',
    countryCodes,
  ),
  auth_info: text()
    .shown('The authorisation code of the contact.', 'Secret')
    .visible({ rule: knowsSecretsOf, otherwise: 'Null unless you sponsor it.' })
    .historySecret(),
  /** The identity verification that another registry reports; null if it reports none. */
  verification: json<Readonly<Record<string, unknown>>>()
    .nullable()
    .personal()
    .history('verification', { ifAny: true }),
  statuses: list()
    .defaulted()
    .visible(ownContact)
    .filter('By its statuses: {notContains: ["linked"]} are those on no domain.', contactStatuses)
    .history()
    .copied('compared'),
  status_notes: json<Record<string, string | null>>().history().copied('ignored'),
  disclosed_attributes: list()
    .defaulted()
    .shown('Names of the fields that the public may see, such as email.')
    .visible(ownContact)
    .history()
    .copied('ignored'),
  original_id: reference().nullable(),
  unlinked_at: moment().nullable(),
  created_at: moment()
    .shown('When it was created.')
    .visible(ownContact)
    .filter('By creation time: {gte: "-P7D"} is the last week.')
    .order('By creation time.')
    .groups('When they were created.')
    .versioned()
    .history(),
  updated_at: moment()
    .shown('When any of its data was last changed.')
    .visible(ownContact)
    .filter('By time of the last change: {gte: "-P7D"} is the last week.')
    .order('By time of the last change.'),
});

/** The postal address of a contact. */
export type ContactAddress = ObjectOf<typeof contact, 'address'>;
type AddressColumns = Pick<RowOf<typeof contact>, keyof typeof contact.fields & `address_${string}`>;

export const addressIn = (row: AddressColumns): ContactAddress | null => objectIn(contact, 'address', row);
export const addressColumns = (address: Partial<ContactAddress> | null): AddressColumns =>
  columnsOfObject(contact, 'address', address);

const part = (name: keyof ContactAddress) => {
  const { shown } = partsOf(contact, 'address').find((one) => one.part === name) ?? {};
  return z
    .string()
    .nullish()
    .meta({ ...shown });
};
/** An address in the input of an operation, or those parts of it that change; null for none. */
export const addressInput = z
  .object({
    street: part('street'),
    city: part('city'),
    zip: part('zip'),
    state: part('state'),
    countryCode: part('countryCode'),
  } satisfies Record<keyof ContactAddress, z.ZodType>)
  .meta({
    object: {
      name: 'ContactAddressInput',
      description:
        'A postal address, or the parts of one that change: parts that are left out stay unchanged, null removes a part.',
    },
  })
  .nullish();
