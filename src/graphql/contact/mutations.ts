import { createContact } from '../../operations/contacts/create-contact.ts';
import { deleteContact } from '../../operations/contacts/delete-contact.ts';
import { updateContact } from '../../operations/contacts/update-contact.ts';
import { type Contact, contactsById } from '../../store/contacts.ts';
import type { Db } from '../../store/database.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { ContactRef, IdentTypeEnum } from './contact.ts';

const IdentInput = builder.inputType('IdentInput', {
  description: 'Who a contact is in the eyes of a state.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'Personal code, registration number or date of birth (yyyy-mm-dd).',
    }),
    type: t.field({ type: IdentTypeEnum, required: true, description: 'Which of them it is.' }),
    countryCode: t.field({ type: 'CountryCode', required: true, description: 'The country that issued it.' }),
  }),
});

const shown = async (db: Db, { id }: { id: number }): Promise<Contact | null> =>
  (await contactsById(db, [id]))[0] ?? null;

defineMutation('contactCreate', {
  operation: createContact,
  input: (t) => ({
    id: t.string({ description: 'A custom code; left out, a random one is made.' }),
    name: t.string({ required: true, description: 'Full name.' }),
    email: t.string({ required: true, description: 'E-mail address.' }),
    phone: t.string({
      required: true,
      description: 'Phone number, country code separated by a dot: +372.5555555.',
    }),
    ident: t.field({ type: IdentInput, required: true, description: 'Who it is by number.' }),
  }),
  fieldNames: { code: 'id' },
  translate: ({ id, ...input }) => ({ ...input, code: id ?? undefined }),
  show: shown,
  payload: (t) => ({
    contact: t.field({
      type: ContactRef,
      nullable: true,
      description: 'The new contact.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('contactUpdate', {
  operation: updateContact,
  input: (t) => ({
    code: t.string({ required: true, description: 'Which contact.' }),
    name: t.string({ description: 'A new name.' }),
    email: t.string({ description: 'A new e-mail address.' }),
    phone: t.string({ description: 'A new phone number.' }),
  }),
  translate: ({ code, name, email, phone }) => ({
    code,
    name: name ?? undefined,
    email: email ?? undefined,
    phone: phone ?? undefined,
  }),
  show: shown,
  payload: (t) => ({
    contact: t.field({
      type: ContactRef,
      nullable: true,
      description: 'The contact as it is now.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('contactDelete', {
  operation: deleteContact,
  input: (t) => ({ code: t.string({ required: true, description: 'Which contact.' }) }),
  translate: ({ code }) => ({ code }),
  show: async (_, { code }) => code,
  payload: (t) => ({
    code: t.string({
      nullable: true,
      description: 'The code that is free now.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
