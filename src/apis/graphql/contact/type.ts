import { contact, ownContact } from '../../../registry/entities/contact.ts';
import { domainCounts } from '../../../registry/operations/readers/of-contacts.ts';
import { contactsThen } from '../../../registry/operations/readers/of-the-past.ts';
import { contactRows } from '../../../registry/operations/readers/rows.ts';
import type { Contact } from '../../../registry/operations/readers/shown.ts';
import { computedStatuses } from '../../../registry/rules/contact/contact-statuses.ts';
import { type IdentType, identTypes } from '../../../registry/rules/contact/ident.ts';
import { isOwnContact } from '../../../registry/rules/visibility.ts';
import { isPast } from '../as-of.ts';
import { builder } from '../builder.ts';
import { hasObject, objectType, plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { enumFilter, StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { measure } from '../measures.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { rowNode } from '../row-node.ts';
import { findPastRows, stateFields } from '../state-fields.ts';
import { byPeople, byRegistry } from '../written.ts';

const identTypesOfNew = {
  priv: 'A person, by a national personal code.',
  org: 'An organisation, by its number in a business register.',
  birthday: 'A person without such a code, by date of birth.',
};

enumOf<IdentType>(
  'NewIdentType',
  'The kinds of numbers by which a new contact can be identified.',
  identTypesOfNew,
);

export const IdentTypeEnum = enumOf(
  'IdentType',
  'The kinds of numbers by which states identify people and organisations.',
  {
    ...identTypesOfNew,
    passport:
      'A person, by the number of a passport: some registries still have such contacts, but none accepts new ones.',
  },
);

const shownTypes: readonly IdentTypeShown[] = [...identTypes, 'passport'];
type IdentTypeShown = IdentType | 'passport';

export const IdentRef = builder.objectRef<Contact>('Ident').implement({
  description: 'The number that identifies a contact.',
  fields: (t) => ({
    code: t.string({
      extensions: byPeople,
      description:
        'The personal code, the registration number or the date of birth (yyyy-mm-dd), depending on type.',
      resolve: ({ ident }) => ident ?? '',
    }),
    type: t.field({
      type: IdentTypeEnum,
      nullable: true,
      description: 'The kind of number; null where the registry reports none or an unknown one.',
      resolve: ({ ident_type }) => shownTypes.find((type) => type === ident_type) ?? null,
    }),
    countryCode: t.expose('ident_country_code', {
      type: 'CountryCode',
      nullable: true,
      description: 'The country that issued the number; null where the registry reports none.',
    }),
  }),
});

interface StatusRow {
  readonly name: string;
  readonly note: string | null;
}

const ContactStatusRef = builder.objectRef<StatusRow>('ContactStatus').implement({
  description: 'A status of a contact, which says whether it is used.',
  fields: (t) => ({
    name: t.exposeString('name', {
      extensions: byRegistry,
      description:
        'The status in the spelling of the registry: ok, or linked while a domain uses the contact. A text and no enum: a registry behind a facade may have others.',
    }),
    note: t.exposeString('note', {
      nullable: true,
      extensions: byPeople,
      description: 'Why it was set, if somebody noted it.',
    }),
  }),
});

export const ContactRef = rowNode<Contact>('Contact', contactRows.many, {
  // People whom a domain once had and the registry does not know have only a code.
  keyOf: ({ id, code }) => (id === 0 ? `=${code}` : String(id)),
});
findPastRows('Contact', contactsThen);

const hidden = ownContact.otherwise;

const ContactAddressRef = objectType<Contact>(
  'ContactAddress',
  'The postal address of a contact; unknown parts are null.',
  contact,
  'address',
);
const hasAddress = hasObject(contact, 'address');

ContactRef.implement({
  description:
    "A person or organisation behind domains: who holds them, decides about them or looks after them. Of another registrar's contacts only code and name are shown.",
  fields: (t) => ({
    ...plainFields(t, contact),
    ...stateFields(t, ContactRef, 'contact'),
    ident: t.field({
      type: IdentRef,
      nullable: true,
      description: `Its identity number: personal code, registration number or date of birth. ${hidden} Null also where the registry knows none.`,
      resolve: (row, _, { actor }) => (isOwnContact(row, actor) && row.ident !== null ? row : null),
    }),
    address: t.field({
      type: ContactAddressRef,
      nullable: true,
      description: `The postal address; null where there is none. ${hidden}`,
      resolve: (row, _, context) => (hasAddress(row, context) ? row : null),
    }),
    statuses: t.field({
      type: [ContactStatusRef],
      nullable: true,
      description: `Its current statuses, such as ok and linked. ${hidden}`,
      resolve: (row, _, { actor }) => (isOwnContact(row, actor) ? statusesOf(row) : null),
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: `The registrar that has created it and may change it. ${hidden}`,
      resolve: (row, _, { actor }) => (isOwnContact(row, actor) ? row.registrar_id : null),
    }),
    domainsCount: t.loadable({
      type: 'Int',
      extensions: measure('COUNT'),
      nullable: true,
      description: `The number of domains that it is a registrant, admin or tech contact of. ${hidden} Null in the past.`,
      load: (ids: number[], { database }) => domainCounts(database.db, ids),
      resolve: (row, _, { actor }) => (isOwnContact(row, actor) && !isPast(row) ? row.id : null),
    }),
  }),
});

const statusesOf = ({ statuses, linked, status_notes }: Contact): StatusRow[] =>
  computedStatuses(statuses, linked).map((name) => ({ name, note: status_notes[name] ?? null }));

const IdentTypeFilter = enumFilter('IdentTypeFilter', IdentTypeEnum, {
  description: 'Conditions on the kind of number that identifies a contact; all that are given must hold.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

export const contacts = listOf(ContactRef, contact, {
  many: 'contacts',
  where: { registrar: [StringFilter, 'By the code of its registrar: {eq: "ALPHA"}.'] },
  filters: { identType: IdentTypeFilter },
  orders: {
    DOMAINS_COUNT: {
      value: 'domainsCount',
      description:
        'By the number of domains on which they are registrant, admin or tech contact. Counting them costs 25 points.',
    },
  },
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar whose contacts they are.'),
    COUNTRY_CODE: key('CountryCode', 'The country that issued their identity number.'),
    IDENT_TYPE: key(IdentTypeEnum, 'The kind of their identity number.'),
  },
});
