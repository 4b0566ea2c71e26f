import type { Calendar } from '../../core/calendar.ts';
import { computedStatuses } from '../../rules/contact-statuses.ts';
import type { Contact, LinkedDomain } from '../../store/contacts.ts';

/** A contact as REST shows it (reference/registrar.md 5.2); every contact a caller sees here is its own. */
export function fullContact(
  contact: Contact,
  linked: { readonly domains: readonly LinkedDomain[]; readonly count: number },
  calendar: Calendar,
): object {
  return {
    code: contact.code,
    name: contact.name,
    ident: { code: contact.ident, type: contact.ident_type, country_code: contact.ident_country_code },
    phone: contact.phone,
    created_at: calendar.format(contact.created_at),
    auth_info: contact.auth_info,
    email: contact.email,
    statuses: statusNotes(contact),
    disclosed_attributes: contact.disclosed_attributes,
    registrar: { name: contact.registrar_name, website: contact.registrar_website },
    domains: linked.domains.map((domain) => ({
      id: domain.uuid,
      name: domain.name,
      registrar: { name: domain.registrar_name },
      valid_to: calendar.format(domain.expires_at),
      roles: domain.roles,
    })),
    domains_count: linked.count,
  };
}

/** Current statuses only, each with its note or null. */
function statusNotes({ statuses, linked, status_notes }: Contact): Record<string, string | null> {
  return Object.fromEntries(
    computedStatuses(statuses, linked).map((name) => [name, status_notes[name] ?? null]),
  );
}
