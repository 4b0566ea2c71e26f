import { hiddenName } from '../../../rules/visibility.ts';
import { type Contact, contactsByCode } from '../../../store/registry/contacts.ts';
import {
  type ContactValues,
  codeOfNobody,
  nobodyInParticular,
  putContacts as writeContacts,
} from '../../../store/registry/mirror.ts';
import { contactDocument } from '../../contacts/contact-document.ts';
import type { OperationContext } from '../../operation.ts';
import type { MirroredContact, MirroredPerson } from './mirrored.ts';

/** Our own contacts as the registry tells them: what differs is written, with history. */
export async function putContacts(
  context: OperationContext,
  registrarId: number,
  reported: readonly MirroredContact[],
): Promise<void> {
  if (reported.length === 0) return;
  const { db, now } = context;
  const contacts = [...new Map(reported.map((contact) => [contact.code, contact])).values()];
  const codes = contacts.map(({ code }) => code);
  const before = new Map((await contactsByCode(db, codes)).map((contact) => [contact.code, contact]));
  const changed = contacts.flatMap((contact) => {
    const stored = before.get(contact.code);
    const values = valuesOf(contact, registrarId, stored, now);
    return stored && isSame(stored, values) ? [] : [values];
  });
  await writeContacts(db, changed);
  const after = await contactsByCode(
    db,
    changed.map(({ code }) => code),
  );
  for (const contact of after) {
    const stored = before.get(contact.code);
    context.record({
      type: 'contact',
      id: contact.id,
      key: contact.code,
      // Of another registrar's we knew nothing.
      ...(stored?.registrar_id === registrarId && { before: contactDocument(stored) }),
      after: contactDocument(contact),
    });
  }
}

const valuesOf = (
  contact: MirroredContact,
  registrarId: number,
  stored: Contact | undefined,
  now: Date,
): ContactValues => ({
  code: contact.code,
  registrar_id: registrarId,
  name: contact.name,
  email: contact.email,
  phone: contact.phone,
  ident: contact.ident.code,
  ident_type: contact.ident.type,
  ident_country_code: contact.ident.countryCode,
  auth_info: contact.authInfo,
  statuses: contact.statuses,
  status_notes: contact.statusNotes,
  disclosed_attributes: contact.disclosedAttributes,
  verification: contact.verification,
  unlinked_at: stored?.unlinked_at ?? null,
  created_at: contact.createdAt ?? stored?.created_at ?? now,
  updated_at: now,
});

/** When it changed is not told: it is when we saw it. */
function isSame(stored: Contact, { updated_at: _, ...values }: ContactValues): boolean {
  return Object.entries(values).every(
    ([name, value]) => JSON.stringify(stored[name as keyof Contact]) === JSON.stringify(value),
  );
}

/**
 * Who stands on a domain and is none of our contacts: code and name are all that a registry tells of them. They stand
 * with a registrar that is nobody in particular.
 */
export async function putStrangers(
  { db, now }: OperationContext,
  people: readonly MirroredPerson[],
): Promise<ReadonlyMap<string, Contact>> {
  const named = new Map<string, string | undefined>();
  for (const { code, name } of people) named.set(code, name ?? named.get(code));
  const known = new Map((await contactsByCode(db, [...named.keys()])).map((row) => [row.code, row]));
  const isStranger = (code: string): boolean => known.get(code)?.registrar_code === codeOfNobody;
  const missing = [...named].filter(
    ([code, name]) =>
      !known.has(code) ||
      (isStranger(code) && name !== undefined && name !== hiddenName && known.get(code)?.name !== name),
  );
  if (missing.length === 0) return known;
  const registrarId = await nobodyInParticular(db, now);
  await writeContacts(
    db,
    missing.map(([code, name]) => ({
      ...noDetails,
      code,
      name: name ?? hiddenName,
      registrar_id: registrarId,
      created_at: now,
      updated_at: now,
    })),
  );
  return new Map((await contactsByCode(db, [...named.keys()])).map((row) => [row.code, row]));
}

const noDetails = {
  email: null,
  phone: null,
  ident: null,
  ident_type: null,
  ident_country_code: null,
  auth_info: '',
  statuses: [],
  status_notes: {},
  disclosed_attributes: [],
  verification: null,
  unlinked_at: null,
} as const;
