import { z } from 'zod';
import type { Domain, DomainContact, DomainParts, DomainWithParts } from '../../operations/readers/shown.ts';
import { seesSecrets } from '../../rules/scopes.ts';
import { hiddenName, isSponsor, isTellingName } from '../../rules/visibility.ts';
import type { RestCall } from '../router.ts';
import { day, flag, moment, named, number, orNull, text } from '../shapes.ts';
import { contactCode, contactName } from './contact-view.ts';

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
export const codeOnly: DomainParts = { domain: ['transfer_code', 'registrar_id'] };
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

export const domainName = text('The name of the domain, in Unicode', 'tamm.ee');
const hostname = text('The name of the server', 'ns1.alpha.example');
const transferCodeText = text('The transfer code; only for its own registrar', 'e2c440979d532e2c440979d532');

export const nameserverShape = z.object({
  hostname,
  ipv4: z.array(z.string()).meta({ description: 'Its IPv4 addresses', examples: [['192.0.2.1']] }),
  ipv6: z.array(z.string()).meta({ description: 'Its IPv6 addresses', examples: [['2001:DB8::1']] }),
});
export const dnssecKeyShape = z.object({
  flags: number('256 signs the zone, 257 signs keys', 257),
  protocol: number('Always 3', 3),
  alg: number('The algorithm', 13),
  public_key: text('The key in base64', 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6HtxWEA4RJ9Ao6LCWheg8'),
});
const numbered = { id: number('Its number', 1) };
const registrantShape = z.object({ name: contactName, code: contactCode });
const statusesShape = z
  .record(z.string(), z.string())
  .meta({ description: 'Each current status with its note', examples: [{ ok: '' }] });

export const simpleDomainShape = named(
  'SimpleDomain',
  z.object({
    name: domainName,
    expire_time: moment('When its period ends'),
    registrant: registrantShape,
    statuses: statusesShape,
    transfer_code: transferCodeText.optional(),
  }),
);

export const domainShape = named(
  'Domain',
  z.object({
    name: domainName,
    registrant: registrantShape,
    created_at: moment('When it was registered'),
    updated_at: moment('When it was last changed'),
    expire_time: moment('When its period ends'),
    outzone_at: orNull(moment('When it leaves the zone')),
    delete_date: orNull(day('The day from which it can be deleted')),
    force_delete_date: orNull(day('The day from which it is deleted by force')),
    contacts: z.array(
      z.object({
        code: contactCode,
        type: z.enum(['AdminDomainContact', 'TechDomainContact']).meta({ description: 'The part it plays' }),
        name: text('The full name; N/A of a contact of another registrar', 'Jaan Tamm'),
      }),
    ),
    nameservers: z.array(nameserverShape.extend(numbered)),
    dnssec_keys: z.array(dnssecKeyShape.extend(numbered)),
    statuses: statusesShape,
    registrar: z.object({
      name: text('The name of the registrar', 'Alpha Domains'),
      website: orNull(text('Its web site', 'https://alpha.example')),
    }),
    dispute: flag('Whether a dispute over the name is open'),
    transfer_code: transferCodeText.optional(),
  }),
);

/** A domain as REST shows it in full (docs/rules/registrar.md#domain-view), read with `fullParts`. */
export const fullDomain = (call: RestCall, domain: DomainWithParts): z.infer<typeof domainShape> => ({
  name: domain.name,
  registrant: registrantOf(domain),
  created_at: call.calendar.format(domain.created_at),
  updated_at: call.calendar.format(domain.updated_at),
  expire_time: call.calendar.format(domain.expires_at),
  outzone_at: domain.outzone_at && call.calendar.format(domain.outzone_at),
  delete_date: domain.delete_date,
  force_delete_date: domain.force_delete_date,
  contacts: (domain.related?.contacts ?? []).map((contact) => contactOf(contact, domain)),
  nameservers: (domain.related?.nameservers ?? []).map(({ id, hostname, ipv4, ipv6 }) => ({
    id,
    hostname,
    ipv4,
    ipv6,
  })),
  dnssec_keys: (domain.related?.keys ?? []).map(({ id, flags, protocol, alg, public_key }) => ({
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

/** What existing clients ask for with `details=true&simple=true` (docs/rules/registrar.md#existing-clients). */
export const simpleDomain = (call: RestCall, domain: Domain): z.infer<typeof simpleDomainShape> => ({
  name: domain.name,
  expire_time: call.calendar.format(domain.expires_at),
  registrant: registrantOf(domain),
  statuses: statusNotes(domain),
  ...transferCode(call, domain),
});

const registrantOf = (domain: Domain): z.infer<typeof registrantShape> => ({
  name: domain.registrant_name,
  code: domain.registrant_code,
});

const contactOf = (contact: DomainContact, domain: Domain) => ({
  code: contact.code,
  type: contactTypes[contact.role],
  name: isTellingName(contact, domain) ? contact.name : hiddenName,
});

const statusNotes = ({ statuses, status_notes }: Domain): Record<string, string> =>
  Object.fromEntries(statuses.map((name) => [name, status_notes[name] ?? '']));

/** Only the sponsor's to know, and of its access tokens those for secrets. */
export function transferCode({ actor }: RestCall, domain: Domain): { transfer_code?: string } {
  return isSponsor(domain, actor) && seesSecrets(actor) ? { transfer_code: domain.transfer_code } : {};
}
