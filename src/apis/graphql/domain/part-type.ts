import type { PastDomain } from '../../../registry/operations/readers/of-the-past.ts';
import { dnssecKeyRows, nameserverRows } from '../../../registry/operations/readers/rows.ts';
import type { DnssecKeyRow, NameserverRow } from '../../../registry/operations/readers/shown.ts';
import { domainStatuses } from '../../../registry/rules/domain/statuses.ts';
import { builder } from '../builder.ts';
import { measure } from '../measures.ts';
import { rowNode } from '../row-node.ts';
import { presentDatabaseId } from '../state-fields.ts';
import { findPast, type Identified, nodeThen } from '../states.ts';
import { byPeople, byRegistry } from '../written.ts';

/** The parts of a domain besides its contacts. In the past they are identified by their places in the domain. */
const keyOf = (part: Identified): string => `${(part as { domain_id?: number }).domain_id}.${part.id}`;

function findPastPart(typename: string, partsOf: (domain: PastDomain) => readonly Identified[]): void {
  findPast(typename, async (key, asOf, context) => {
    const [domainId = '', place] = key.split('.');
    const domain = await nodeThen('Domain', { key: domainId, asOf }, context);
    return domain ? (partsOf(domain as PastDomain).find(({ id }) => String(id) === place) ?? null) : null;
  });
}

export const NameserverRef = rowNode<NameserverRow>('Nameserver', nameserverRows.many, { keyOf });
findPastPart('Nameserver', ({ related }) => related.nameservers);

NameserverRef.implement({
  description: 'A server that answers for a domain in the DNS.',
  fields: (t) => ({
    databaseId: presentDatabaseId(t),
    hostname: t.exposeString('hostname', {
      extensions: byPeople,
      description: 'The name of the server in lower case, such as ns1.hosting.example.',
    }),
    ipv4: t.exposeStringList('ipv4', {
      extensions: byRegistry,
      description:
        'IPv4 addresses, needed only when the server is named below the domain itself; else usually empty.',
    }),
    ipv6: t.exposeStringList('ipv6', {
      extensions: byRegistry,
      description:
        'IPv6 addresses in capital letters, needed only when the server is named below the domain itself; else usually empty.',
    }),
  }),
});

export const DnssecKeyRef = rowNode<DnssecKeyRow>('DnssecKey', dnssecKeyRows.many, { keyOf });
findPastPart('DnssecKey', ({ related }) => related.keys);

DnssecKeyRef.implement({
  description: 'A public key with which the DNS answers of a domain are checked (DNSSEC).',
  fields: (t) => ({
    databaseId: presentDatabaseId(t),
    flags: t.exposeInt('flags', {
      extensions: measure('KEY'),
      description: 'What the key is for: 256 signs the zone, 257 signs keys.',
    }),
    protocol: t.exposeInt('protocol', {
      extensions: measure('KEY'),
      description: 'The protocol number of DNSSEC: always 3.',
    }),
    algorithm: t.exposeInt('alg', {
      extensions: measure('KEY'),
      description: 'The number of the algorithm at IANA: 13 is ECDSA P-256, 8 is RSA/SHA-256.',
    }),
    publicKey: t.exposeString('public_key', { description: 'The public key in base64.' }),
    keyTag: t.exposeInt('key_tag', {
      extensions: measure('KEY'),
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
      extensions: byRegistry,
      description: `The status in the spelling of the registry: ${domainStatuses.join(', ')}. A text and no enum: a registry behind a facade may have others.`,
    }),
    note: t.exposeString('note', {
      nullable: true,
      extensions: byPeople,
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
