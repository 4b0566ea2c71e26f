import type { Document } from '../../core/events.ts';
import type { Contact } from '../../store/registry/contacts.ts';

/** A contact as history keeps it. */
export function contactDocument(
  contact: Omit<Contact, 'linked' | 'registrar_name' | 'registrar_website'>,
): Document {
  return {
    code: contact.code,
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    ident: { code: contact.ident, type: contact.ident_type, countryCode: contact.ident_country_code },
    authInfo: contact.auth_info,
    statuses: contact.statuses,
    statusNotes: contact.status_notes,
    disclosedAttributes: contact.disclosed_attributes,
    ...(contact.verification && { verification: contact.verification }),
    registrar: contact.registrar_code,
    createdAt: contact.created_at.toISOString(),
  };
}
