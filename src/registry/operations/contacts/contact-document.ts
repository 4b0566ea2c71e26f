import { changesOf, type Document } from '../../../base/events.ts';
import { contact } from '../../entities/contact.ts';
import { documentOf } from '../../entities/history.ts';
import type { Contact } from '../../store/registry/contacts.ts';

/** A contact as history keeps it. */
export const contactDocument = (
  row: Omit<Contact, 'linked' | 'registrar_name' | 'registrar_website'>,
): Document => ({
  ...documentOf(contact, ({ column }) => row[column as keyof typeof row]),
  registrar: row.registrar_code,
});

export const contactChange = changesOf<Contact>('contact', ({ code }) => code, contactDocument);
