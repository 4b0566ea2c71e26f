import { showDomainRelations } from '../../operations/domains/show-domain-relations.ts';
import type { DomainContact } from '../../store/domain-relations.ts';
import type { Domain } from '../../store/domains.ts';
import type { RestCall } from '../door.ts';

const contactTypes = { admin: 'AdminDomainContact', tech: 'TechDomainContact' } as const;

/** Domains as REST shows them in full (reference/registrar.md 6.2), a page at a constant number of statements. */
export async function fullDomains(call: RestCall, domains: readonly Domain[]): Promise<object[]> {
  if (domains.length === 0) return [];
  const domainIds = [...new Set(domains.map(({ id }) => id))];
  const { contacts, nameservers, keys } = await call.run(showDomainRelations, { domainIds });
  return domains.map((domain) => ({
    name: domain.name,
    registrant: registrantOf(domain),
    created_at: call.calendar.format(domain.created_at),
    updated_at: call.calendar.format(domain.updated_at),
    expire_time: call.calendar.format(domain.expires_at),
    outzone_at: domain.outzone_at && call.calendar.format(domain.outzone_at),
    delete_date: domain.delete_date,
    force_delete_date: domain.force_delete_date,
    contacts: (contacts.get(domain.id) ?? []).map((contact) => contactOf(contact, domain)),
    nameservers: (nameservers.get(domain.id) ?? []).map(({ id, hostname, ipv4, ipv6 }) => ({
      id,
      hostname,
      ipv4,
      ipv6,
    })),
    dnssec_keys: (keys.get(domain.id) ?? []).map(({ id, flags, protocol, alg, public_key }) => ({
      id,
      flags,
      protocol,
      alg,
      public_key,
    })),
    statuses: statusNotes(domain),
    registrar: { name: domain.registrar_name, website: domain.registrar_website },
    dispute: domain.disputed,
    ...transferCode(call, domain),
  }));
}

/** What existing clients ask for with `details=true&simple=true` (design/client-compat.md). */
export const simpleDomain = (call: RestCall, domain: Domain): object => ({
  name: domain.name,
  expire_time: call.calendar.format(domain.expires_at),
  registrant: registrantOf(domain),
  statuses: statusNotes(domain),
  ...transferCode(call, domain),
});

const registrantOf = (domain: Domain): object => ({
  name: domain.registrant_name,
  code: domain.registrant_code,
});

/** The name of a contact that another registrar looks after is not this domain's to tell. */
const contactOf = (contact: DomainContact, domain: Domain): object => ({
  code: contact.code,
  type: contactTypes[contact.role],
  name: contact.registrar_id === domain.registrar_id ? contact.name : 'N/A',
});

const statusNotes = ({ statuses, status_notes }: Domain): Record<string, string> =>
  Object.fromEntries(statuses.map((name) => [name, status_notes[name] ?? '']));

/** Only the sponsor's to know. */
function transferCode({ actor }: RestCall, domain: Domain): { transfer_code?: string } {
  const isSponsor = actor.kind === 'registrar' && actor.registrarId === domain.registrar_id;
  return isSponsor ? { transfer_code: domain.transfer_code } : {};
}
