import type { DnssecKeyRow, NameserverRow } from '../../../registry/operations/readers/shown.ts';
import { domainStatuses } from '../../../registry/rules/domain/statuses.ts';
import { builder } from '../builder.ts';

/** The parts of a domain besides its contacts. */
export const NameserverRef = builder.objectRef<NameserverRow>('Nameserver').implement({
  description: 'A server that answers for a domain in the DNS.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'The number of this entry in the REST API.' }),
    hostname: t.exposeString('hostname', {
      description: 'The name of the server in lower case, such as ns1.hosting.example.',
    }),
    ipv4: t.exposeStringList('ipv4', {
      description:
        'IPv4 addresses, needed only when the server is named below the domain itself; else usually empty.',
    }),
    ipv6: t.exposeStringList('ipv6', {
      description:
        'IPv6 addresses in capital letters, needed only when the server is named below the domain itself; else usually empty.',
    }),
  }),
});

export const DnssecKeyRef = builder.objectRef<DnssecKeyRow>('DnssecKey').implement({
  description: 'A public key with which the DNS answers of a domain are checked (DNSSEC).',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'The number of this key in the REST API.' }),
    flags: t.exposeInt('flags', { description: 'What the key is for: 256 signs the zone, 257 signs keys.' }),
    protocol: t.exposeInt('protocol', { description: 'The protocol number of DNSSEC: always 3.' }),
    algorithm: t.exposeInt('alg', {
      description: 'The number of the algorithm at IANA: 13 is ECDSA P-256, 8 is RSA/SHA-256.',
    }),
    publicKey: t.exposeString('public_key', { description: 'The public key in base64.' }),
    keyTag: t.exposeInt('key_tag', {
      description: 'The key tag, a short number computed as in RFC 4034.',
    }),
  }),
});

interface DomainStatusRow {
  readonly name: string;
  readonly note: string | null;
  /** ISO 8601 in UTC. */
  readonly setAt: string | null;
}

export const DomainStatusRef = builder.objectRef<DomainStatusRow>('DomainStatus').implement({
  description: 'A status of a domain, which decides what can be done with it.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: `The status in the spelling of the registry, one of: ${domainStatuses.join(', ')}.`,
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Why it was set, if somebody noted it.',
    }),
    setAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was set; null where that was not kept.',
      resolve: ({ setAt }, _, { calendar }) => setAt && calendar.format(new Date(setAt)),
    }),
  }),
});
