import type { Change } from '../../../../base/events.ts';
import { contact } from '../../../../registry/entities/contact.ts';
import { domain } from '../../../../registry/entities/domain.ts';
import { storedValues } from '../../../../registry/entities/entity-rows.ts';
import { contactChange } from '../../../../registry/operations/contacts/contact-document.ts';
import { domainChange } from '../../../../registry/operations/domains/model/domain-document.ts';
import { domainStates } from '../../../../registry/operations/domains/model/domain-state.ts';
import { isSame } from '../../../../registry/operations/domains/model/save-domain-parts.ts';
import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { lockContact } from '../../../../registry/store/registry/contacts.ts';
import { lockDomains } from '../../../../registry/store/registry/domains.ts';
import { setLocalColumns } from '../../store/mirror.ts';

/**
 * Writes the fields that a facade keeps itself to our own domains and contacts, with history. Returns how many of the
 * objects are in the mirror.
 */
export async function keepLocal(
  context: OperationContext,
  registrarId: number,
  {
    domains = [],
    contacts = [],
  }: { readonly domains?: readonly string[]; readonly contacts?: readonly string[] },
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { db, calendar, now, record } = context;
  const ofDomains = storedValues(domain, given);
  const ofContacts = storedValues(contact, given);
  const ids = await lockDomains(db, domains, registrarId);
  for (const state of await domainStates(db, ids, calendar.dateOf(now))) {
    await setLocalColumns(db, 'domains', state.row.id, ofDomains.columns);
    const change = domainChange(state, { ...state.draft, ...ofDomains.values });
    if (isChange(change)) record(change);
  }
  let count = ids.length;
  for (const code of contacts) {
    const before = await lockContact(db, registrarId, code);
    if (!before) continue;
    count += 1;
    await setLocalColumns(db, 'contacts', before.id, ofContacts.columns);
    const change = contactChange(before, { ...before, ...ofContacts.columns });
    if (isChange(change)) record(change);
  }
  return count;
}

const isChange = ({ before = {}, after = {} }: Change): boolean => !isSame(before, after);
