import type { GraphQLResolveInfo } from 'graphql';
import { type ContactAddress, contact } from '../../entities/contact.ts';
import { createContact } from '../../operations/contacts/create-contact.ts';
import { deleteContact } from '../../operations/contacts/delete-contact.ts';
import { updateContact } from '../../operations/contacts/update-contact.ts';
import type { Db } from '../../operations/operation.ts';
import { mergeContacts } from '../../operations/operator/merge-contacts.ts';
import { contactAsAnswered } from '../../operations/readers/as-answered.ts';
import { contactRows } from '../../operations/readers/rows.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { objectInput } from '../entity-fields.ts';
import { defineMutationByHand, type ResultOrigin } from '../mutation.ts';
import { ContactRef, IdentTypeEnum } from './type.ts';

async function shownContact(
  db: Db,
  of: { readonly id: number },
  _context: Context,
  _info: GraphQLResolveInfo,
  { answeredAt }: ResultOrigin,
) {
  const contact = await contactRows.one(db, of);
  return contact && answeredAt ? contactAsAnswered(db, contact, answeredAt) : contact;
}

const IdentInput = builder.inputType('IdentInput', {
  description: 'The number that proves who a contact is.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description:
        'The personal code, the registration number or the date of birth (yyyy-mm-dd), as type tells.',
    }),
    type: t.field({
      type: IdentTypeEnum,
      required: true,
      description: 'Which of these it is; PASSPORT is not taken.',
    }),
    countryCode: t.field({
      type: 'CountryCode',
      required: true,
      description: 'The country that has given the number.',
    }),
  }),
});

const ContactAddressInput = objectInput<{ [Part in keyof ContactAddress]?: string | null }>(
  'ContactAddressInput',
  'A postal address, or the parts of one that change: what is left out stays as it is, null removes a part.',
  contact,
  'address',
);

defineMutationByHand(createContact, {
  more: 'Domains are registered for contacts, which are named by their codes.',
  input: (t) => ({
    id: t.string({
      description:
        "A code of your own choice, which gets your registrar's code as a prefix (TAMM becomes ALPHA:TAMM); random when left out.",
    }),
    name: t.string({ required: true, description: 'The full name of the person or organisation.' }),
    email: t.string({
      required: true,
      description: 'The e-mail address at which it will confirm changes of its domains.',
    }),
    phone: t.string({
      required: true,
      description: 'The phone number, its country code set apart by a dot: +372.5555555.',
    }),
    ident: t.field({ type: IdentInput, required: true, description: 'The number that proves who it is.' }),
    address: t.field({
      type: ContactAddressInput,
      description:
        'The postal address; none when left out. Street, city, zip and countryCode are required while the setting address_processing is on.',
    }),
  }),
  fieldNames: { code: 'id' },
  translate: ({ id, ...input }) => ({ ...input, code: id ?? undefined }),
  show: shownContact,
  payload: (t) => ({
    contact: t.field({
      type: ContactRef,
      nullable: true,
      description: 'The contact that was created; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(updateContact, {
  more: 'What is left out stays as it is; who it is by number never changes.',
  input: (t) => ({
    code: t.string({ required: true, description: 'The code of the contact to change, such as ALPHA:TAMM.' }),
    name: t.string({ description: 'The new full name; unchanged when left out.' }),
    email: t.string({ description: 'The new e-mail address; unchanged when left out.' }),
    phone: t.string({ description: 'The new phone number, such as +372.5555555; unchanged when left out.' }),
    address: t.field({
      type: ContactAddressInput,
      description: 'The parts of the postal address that change; unchanged when left out, removed when null.',
    }),
  }),
  translate: ({ code, name, email, phone, address }) => ({
    code,
    name: name ?? undefined,
    email: email ?? undefined,
    phone: phone ?? undefined,
    address,
  }),
  show: shownContact,
  payload: (t) => ({
    contact: t.field({
      type: ContactRef,
      nullable: true,
      description: 'The contact after the change; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(deleteContact, {
  input: (t) => ({
    code: t.string({ required: true, description: 'The code of the contact to delete, such as ALPHA:TAMM.' }),
  }),
  translate: ({ code }) => ({ code }),
  show: async (_, { code }) => code,
  payload: (t) => ({
    code: t.string({
      nullable: true,
      description: 'The code of the contact that is gone; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(mergeContacts, {
  more: 'Both belong to one registrar and have the same ident.',
  input: (t) => ({
    code: t.string({ required: true, description: 'The code of the contact that goes: ALPHA:TAMM2.' }),
    into: t.string({ required: true, description: 'The code of the contact that stays: ALPHA:TAMM.' }),
  }),
  translate: ({ code, into }) => ({ code, into }),
  show: async (db, value, context, info, origin) => ({
    contact: await shownContact(db, value, context, info, origin),
    domains: value.domains,
  }),
  payload: (t) => ({
    contact: t.field({
      type: ContactRef,
      nullable: true,
      description: 'The contact that stays; null when it was refused.',
      resolve: ({ shown }) => shown?.contact ?? null,
    }),
    domains: t.int({
      nullable: true,
      description: 'On how many domains it took the place of the other; null when it was refused.',
      resolve: ({ shown }) => shown?.domains ?? null,
    }),
  }),
});
