import { type Actor, isOf, isPermitted } from '../../core/actor.ts';
import { computedStatuses } from '../../rules/contact-statuses.ts';
import type { Contact } from '../../store/contacts.ts';
import { contactsById, linkedDomainCounts } from '../../store/contacts.ts';
import { builder } from '../builder.ts';
import { byId, rowId } from '../loading.ts';
import { nodeIsVisible } from '../node-visibility.ts';
import { RegistrarRef } from '../registrar/registrar.ts';

/** Of a contact that is not the caller's only code and name are shown (design/graphql.md). */
export const isOwnContact = (contact: Contact, actor: Actor): boolean =>
  actor.kind === 'operator' || (isPermitted(actor, ['registrar:epp']) && isOf(contact.registrar_id, actor));

export const IdentTypeEnum = builder.enumType('IdentType', {
  description: 'What kind of number identifies a contact.',
  values: {
    PRIV: { value: 'priv', description: 'A person, by national personal code.' },
    ORG: { value: 'org', description: 'An organisation, by registration number.' },
    BIRTHDAY: { value: 'birthday', description: 'A person, by date of birth.' },
  } as const,
});

export const IdentRef = builder.objectRef<Contact>('Ident').implement({
  description: 'Who a contact is in the eyes of a state.',
  fields: (t) => ({
    code: t.exposeString('ident', { description: 'Personal code, registration number or date of birth.' }),
    type: t.expose('ident_type', { type: IdentTypeEnum, description: 'Which of them it is.' }),
    countryCode: t.expose('ident_country_code', {
      type: 'CountryCode',
      description: 'The country that issued it.',
    }),
  }),
});

export interface StatusRow {
  readonly name: string;
  readonly note: string | null;
}

const ContactStatusRef = builder.objectRef<StatusRow>('ContactStatus').implement({
  description: 'One status of a contact.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, such as ok or linked.' }),
    note: t.exposeString('note', { nullable: true, description: 'Why it was set, if someone said so.' }),
  }),
});

export const ContactRef = builder.loadableNodeRef<Contact, number>('Contact', {
  id: { resolve: (contact) => contact.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await contactsById(database.db, ids)),
});

const hidden = 'Null when the contact is not yours.';

ContactRef.implement({
  description:
    'A person or organisation behind domains. Of contacts of other registrars only code and name are shown.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Its code, unique in the whole registry.' }),
    name: t.exposeString('name', { description: 'Full name.' }),
    ident: t.field({
      type: IdentRef,
      nullable: true,
      description: `Who it is by number. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact : null),
    }),
    email: t.string({
      nullable: true,
      description: `E-mail address. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact.email : null),
    }),
    phone: t.string({
      nullable: true,
      description: `Phone number, country code separated by a dot. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact.phone : null),
    }),
    authInfo: t.field({
      type: 'Secret',
      nullable: true,
      description: `Its authorisation code. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact.auth_info || null : null),
    }),
    statuses: t.field({
      type: [ContactStatusRef],
      nullable: true,
      description: `Current statuses. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? statusesOf(contact) : null),
    }),
    disclosedAttributes: t.stringList({
      nullable: true,
      description: `What the contact lets the public see. ${hidden}`,
      resolve: (contact, _, { actor }) =>
        isOwnContact(contact, actor) ? contact.disclosed_attributes : null,
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: `The registrar that looks after it. ${hidden}`,
      resolve: (contact, _, { actor }) => (isOwnContact(contact, actor) ? contact.registrar_id : null),
    }),
    domainsCount: t.loadable({
      type: 'Int',
      nullable: true,
      description: `How many domains it stands on, in whatever part. ${hidden}`,
      load: async (ids: number[], { database }) => {
        const counts = await linkedDomainCounts(database.db, ids);
        return ids.map((id) => counts.get(id) ?? 0);
      },
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
      description: `When it was last changed. ${hidden}`,
      resolve: (contact, _, { actor, calendar }) =>
        isOwnContact(contact, actor) ? calendar.format(contact.updated_at) : null,
    }),
  }),
});

nodeIsVisible<Contact>('Contact', isOwnContact);

const statusesOf = ({ statuses, linked, status_notes }: Contact): StatusRow[] =>
  computedStatuses(statuses, linked).map((name) => ({ name, note: status_notes[name] ?? null }));
