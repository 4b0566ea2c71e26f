import type { Db } from '../../store/driver/pool.ts';
import type { Contact } from '../../store/registry/contacts.ts';
import type { Domain } from '../../store/registry/domain-columns.ts';
import { snapshotAt } from '../../store/registry/history.ts';
import { contactEntries } from '../../store/registry/past.ts';
import { registrarsByCode } from '../../store/registry/registrars.ts';
import { contactsFrom } from '../contacts/past-contacts.ts';
import { readPastDomain } from '../domains/past-domains.ts';

/**
 * The answer to a repeated request (docs/rules/graph.md#idempotency): the object's own fields as they were at
 * the first answer. Its owner, its secrets and related objects are current, so that nobody sees data that it
 * may not see any more.
 */
export async function domainAsAnswered<D extends Pick<Domain, 'name' | 'registrar_id'>>(
  db: Db,
  domain: D,
  at: Date,
): Promise<D> {
  const entry = await snapshotAt(db, 'domain', domain.name, at);
  if (!entry?.snapshot) return domain;
  const [registrar] = await registrarsByCode(db, [String(entry.snapshot['registrar'])]);
  if (registrar?.id !== domain.registrar_id) return domain;
  return { ...domain, ...readPastDomain(entry.snapshot), updated_at: entry.at };
}

export async function contactAsAnswered(db: Db, contact: Contact, at: Date): Promise<Contact> {
  const entry = await snapshotAt(db, 'contact', contact.code, at);
  const [found] = entry ? contactsFrom(await contactEntries(db, [entry.id])) : [];
  if (found?.id !== contact.id) return contact;
  const { asOfEntry: _, ...then } = found;
  const { uuid, registrar_id, registrar_code, registrar_name, registrar_website } = contact;
  const { auth_info, linked, original_id, unlinked_at } = contact;
  const now = { uuid, registrar_id, registrar_code, registrar_name, registrar_website };
  return { ...then, ...now, auth_info, linked, original_id, unlinked_at };
}
