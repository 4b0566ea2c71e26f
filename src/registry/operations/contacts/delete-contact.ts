import { z } from 'zod';
import { sponsorOf } from '../../../base/actor.ts';
import { objectDoesNotExist, Problems, refuseWith } from '../../../base/errors.ts';
import { contactDeleteForbidden } from '../../rules/contact/contact-statuses.ts';
import { lockContact, deleteContact as removeContact } from '../../store/registry/contacts.ts';
import { inPlaceFields, registrarsOrInPlace } from '../in-place.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { contactChange } from './contact-document.ts';

const [linked] = contactDeleteForbidden([], true);

/**
 * Deletes one of the registrar's contacts: locks it, checks its statuses and that no domain of any registrar uses it,
 * and removes the row. History keeps the contact, and a domain that starts to use it at the same moment wins
 * (docs/rules/registrar.md#deleting-a-contact).
 */
export const deleteContact = defineCommand({
  name: 'contact.delete',
  summary: 'Deletes a contact that no domain uses.',
  ...registrarsOrInPlace,
  scope: 'WRITE',
  input: z.object({ code: text('The code of the contact to delete, such as ALPHA:TAMM.'), ...inPlaceFields }),
  inPlace: { of: ({ code }) => ({ contact: code }), did: ({ code }) => `deleted the contact ${code}` },
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_ASSOCIATION_PROHIBITS', 'OBJECT_STATUS_PROHIBITS'],
  // A domain that starts to use the contact at the same moment wins.
  conflicts: linked ? { domains_registrant_id_fkey: linked, domain_contacts_contact_id_fkey: linked } : {},
  rest: 'DELETE /registry/v1/contacts/:contact_id',
  graphql: 'Mutation.contactDelete',
  run: async ({ db, actor, record }, { code }) => {
    const contact = await lockContact(db, sponsorOf(actor).registrarId, code);
    if (!contact) return refuseWith(objectDoesNotExist());
    new Problems().validation(...contactDeleteForbidden(contact.statuses, contact.linked)).refuseIfAny();
    await removeContact(db, contact.id);
    record(contactChange(contact, undefined));
    return { id: contact.id, code };
  },
});
