import type { GraphQLResolveInfo } from 'graphql';
import { createContact } from '../../../registry/operations/contacts/create-contact.ts';
import { deleteContact } from '../../../registry/operations/contacts/delete-contact.ts';
import { updateContact } from '../../../registry/operations/contacts/update-contact.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { mergeContacts } from '../../../registry/operations/operator/merge-contacts.ts';
import { contactAsAnswered } from '../../../registry/operations/readers/as-answered.ts';
import { contactRows } from '../../../registry/operations/readers/rows.ts';
import type { Context } from '../context.ts';
import { measure } from '../measures.ts';
import { defineMutation, type ResultOrigin } from '../mutation.ts';
import { deletedId, result, results } from '../payload.ts';
import { ContactRef } from './type.ts';

async function shownContact(
  db: Db,
  of: { readonly id: number },
  _context: Context,
  _info: GraphQLResolveInfo,
  { first }: ResultOrigin,
) {
  const contact = await contactRows.one(db, of);
  return first ? contactAsAnswered(db, of.id, contact, first) : contact;
}

defineMutation(createContact, {
  more: 'Domains are registered for contacts, which are named by their codes.',
  show: shownContact,
  payload: result('contact', ContactRef, 'The contact that was created'),
});

const { name, email, phone } = updateContact.input.shape;
const orEmpty = (text: string | null | undefined) => (text === null ? '' : text);

defineMutation(updateContact, {
  more: 'Fields that are left out stay unchanged; the identity number never changes.',
  input: updateContact.input.omit({ ident: true }).extend({
    name: name.nullable(),
    email: email.nullable(),
    phone: phone.nullable(),
  }),
  // No contact is without them: null is refused as an empty text is.
  translate: ({ name, email, phone, ...others }) => ({
    ...others,
    name: orEmpty(name),
    email: orEmpty(email),
    phone: orEmpty(phone),
  }),
  show: shownContact,
  payload: result('contact', ContactRef, 'The contact after the change'),
});

defineMutation(deleteContact, {
  show: async (_, gone) => gone,
  payload: (t) => ({
    ...deletedId(ContactRef, 'contact')(t),
    ...results({ code: ['String', 'The code of the contact that is gone'] })(t),
  }),
});

defineMutation(mergeContacts, {
  more: 'Both belong to one registrar and have the same ident.',
  show: async (db, value, context, info, origin) => ({
    contact: await shownContact(db, value, context, info, origin),
    domains: value.domains,
    gone: { id: value.goneId },
  }),
  payload: (t) => ({
    ...results({
      contact: [ContactRef, 'The contact that stays'],
      domains: ['Int', 'The number of domains on which it replaced the other', measure('COUNT')],
    })(t),
    ...deletedId(ContactRef, 'contact', ({ gone }: { gone: { id: number } }) => gone)(t as never),
  }),
});
