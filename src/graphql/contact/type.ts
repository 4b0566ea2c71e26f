import { domainCounts } from '../../operations/readers/of-contacts.ts';
import { contactRows } from '../../operations/readers/rows.ts';
import type { Contact } from '../../operations/readers/shown.ts';
import { computedStatuses } from '../../rules/contact/contact-statuses.ts';
import { type IdentType, identTypes } from '../../rules/contact/ident.ts';
import { isOwnContact, knowsSecretsOf } from '../../rules/visibility.ts';
import { builder } from '../builder.ts';
import { byId, rowId } from '../loading.ts';
import { RegistrarRef } from '../registrar/type.ts';

export const IdentTypeEnum = builder.enumType('IdentType', {
  description: 'The kinds of numbers by which a person or organisation is known to a state.',
  values: {
    PRIV: { value: 'priv', description: 'A person, by a national personal code.' },
    ORG: { value: 'org', description: 'An organisation, by its number in a business register.' },
    BIRTHDAY: { value: 'birthday', description: 'A person without such a code, by date of birth.' },
    PASSPORT: {
      value: 'passport',
      description:
        'A person, by the number of a passport: registries hold such contacts from former times, and take no new ones.',
    },
  } as const,
});

const shownTypes: readonly IdentTypeShown[] = [...identTypes, 'passport'];
type IdentTypeShown = IdentType | 'passport';

export const IdentRef = builder.objectRef<Contact>('Ident').implement({
  description: 'The number that proves who a contact is.',
  fields: (t) => ({
    code: t.string({
      description:
        'The personal code, the registration number or the date of birth (yyyy-mm-dd), as type tells.',
      resolve: ({ ident }) => ident ?? '',
    }),
    type: t.field({
      type: IdentTypeEnum,
      nullable: true,
      description: 'Which of these it is; null where the registry tells none, or one that nobody knows.',
      resolve: ({ ident_type }) => shownTypes.find((type) => type === ident_type) ?? null,
    }),
    countryCode: t.expose('ident_country_code', {
      type: 'CountryCode',
      nullable: true,
      description: 'The country that has given the number; null where the registry tells none.',
    }),
  }),
});

export interface StatusRow {
  readonly name: string;
  readonly note: string | null;
}

const ContactStatusRef = builder.objectRef<StatusRow>('ContactStatus').implement({
  description: 'A mark on a contact that says what holds for it now.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'The status in the spelling of the registry: ok, or linked while a domain uses the contact.',
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Why it was set, where somebody has noted it.',
    }),
  }),
});

export const ContactRef = builder.loadableNodeRef<Contact, number>('Contact', {
  id: { resolve: (contact) => contact.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await contactRows.many(database.db, ids)),
});

const hidden = 'Null when the contact is not yours.';

ContactRef.implement({
  description:
    "A person or organisation behind domains: who holds them, decides about them or looks after them. Of another registrar's contacts only code and name are shown.",
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'The code by which the registry knows it, unique and never changed: ALPHA:TAMM. It begins with the code of the registrar.',
    }),
    name: t.exposeString('name', {
      description:
        'The full name of the person or organisation; N/A on a domain whose registrar is another than theirs, unless the contact is yours.',
    }),
    ident: t.field({
      type: IdentRef,
      nullable: true,
      description: `The number that proves who it is: personal code, registration number or date of birth. ${hidden} Null also where the registry knows none.`,
      resolve: (contact, _, { actor }) =>
        isOwnContact(contact, actor) && contact.ident !== null ? contact : null,
    }),
    email: t.string({
      nullable: true,
      description: `The e-mail address at which it confirms changes of its domains. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact.email : null),
    }),
    phone: t.string({
      nullable: true,
      description: `The phone number, its country code set apart by a dot: +372.5555555. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact.phone : null),
    }),
    authInfo: t.field({
      type: 'Secret',
      nullable: true,
      description: 'The authorisation code of the contact. Null unless you sponsor it.',
      resolve: (contact, _, { actor }) => (knowsSecretsOf(contact, actor) ? contact.auth_info || null : null),
    }),
    statuses: t.field({
      type: [ContactStatusRef],
      nullable: true,
      description: `What holds for it now, such as ok and linked. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? statusesOf(contact) : null),
    }),
    disclosedAttributes: t.stringList({
      nullable: true,
      description: `Names of the fields that it lets the public see, such as email. ${hidden}`,
      resolve: (contact, _, { actor }) =>
        isOwnContact(contact, actor) ? contact.disclosed_attributes : null,
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: `The registrar that has created it and may change it. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact.registrar_id : null),
    }),
    domainsCount: t.loadable({
      type: 'Int',
      nullable: true,
      description: `On how many domains it stands, as registrant, admin or tech contact. ${hidden}`,
      load: (ids: number[], { database }) => domainCounts(database.db, ids),
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact.id : null),
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: `When it was created. ${hidden}`,
      resolve: (contact, _, { actor, calendar }) =>
        isOwnContact(contact, actor) ? calendar.format(contact.created_at) : null,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: `When any of its data was last changed. ${hidden}`,
      resolve: (contact, _, { actor, calendar }) =>
        isOwnContact(contact, actor) ? calendar.format(contact.updated_at) : null,
    }),
  }),
});

const statusesOf = ({ statuses, linked, status_notes }: Contact): StatusRow[] =>
  computedStatuses(statuses, linked).map((name) => ({ name, note: status_notes[name] ?? null }));
