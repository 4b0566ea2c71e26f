import type { DomainParts, DomainWithParts } from '../../store/domain-reader.ts';
import type { DomainContact } from '../../store/domain-relations.ts';
import type { Domain } from '../../store/domains.ts';
import type { RestCall } from '../door.ts';

const contactTypes = { admin: 'AdminDomainContact', tech: 'TechDomainContact' } as const;

const always = ['name', 'registrar_id'] as const;
const shortly = [
  ...always,
  'expires_at',
  'registrant_code',
  'registrant_name',
  'statuses',
  'status_notes',
  'transfer_code',
] as const;

/** What each way of showing domains needs to know of them. */
export const namesOnly: DomainParts = { domain: always };
export const simpleParts: DomainParts = { domain: shortly };
export const fullParts: DomainParts = {
  domain: [
    ...shortly,
    'created_at',
    'updated_at',
    'outzone_at',
    'delete_date',
    'force_delete_date',
    'registrar_name',
    'registrar_website',
    'disputed',
  ],
  contacts: ['code', 'name', 'registrar_id'],
  nameservers: ['hostname', 'ipv4', 'ipv6'],
  keys: ['flags', 'protocol', 'alg', 'public_key'],
};

/** A domain as REST shows it in full (reference/registrar.md 6.2), read with `fullParts`. */
export const fullDomain = (call: RestCall, domain: DomainWithParts): object => ({
  name: domain.name,
  registrant: registrantOf(domain),
  created_at: call.calendar.format(domain.created_at),
  updated_at: call.calendar.format(domain.updated_at),
  expire_time: call.calendar.format(domain.expires_at),
  outzone_at: domain.outzone_at && call.calendar.format(domain.outzone_at),
  delete_date: domain.delete_date,
  force_delete_date: domain.force_delete_date,
  contacts: domain.related?.contacts?.map((contact) => contactOf(contact, domain)),
  nameservers: domain.related?.nameservers?.map(({ id, hostname, ipv4, ipv6 }) => ({
    id,
    hostname,
    ipv4,
    ipv6,
  })),
  dnssec_keys: domain.related?.keys?.map(({ id, flags, protocol, alg, public_key }) => ({
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
});

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
