import type { DnssecKeyRow, NameserverRow } from '../../store/domain-relations.ts';
import { builder } from '../builder.ts';

/** What a domain is made of, besides its contacts. */
export const NameserverRef = builder.objectRef<NameserverRow>('Nameserver').implement({
  description: 'A nameserver of a domain.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'The id that REST clients know.' }),
    hostname: t.exposeString('hostname', { description: 'Its name in lower case.' }),
    ipv4: t.exposeStringList('ipv4', { description: 'Its IPv4 addresses.' }),
    ipv6: t.exposeStringList('ipv6', { description: 'Its IPv6 addresses in upper case.' }),
  }),
});

export const DnssecKeyRef = builder.objectRef<DnssecKeyRow>('DnssecKey').implement({
  description: 'A DNSSEC key of a domain.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'The id that REST clients know.' }),
    flags: t.exposeInt('flags', { description: '256 for a zone key, 257 for a key-signing key.' }),
    protocol: t.exposeInt('protocol', { description: 'Always 3.' }),
    algorithm: t.exposeInt('alg', { description: 'The number of the DNSSEC algorithm.' }),
    publicKey: t.exposeString('public_key', { description: 'The key in base64.' }),
    keyTag: t.exposeInt('key_tag', { description: 'Its tag (RFC 4034).' }),
  }),
});

interface DomainStatusRow {
  readonly name: string;
  readonly note: string | null;
  /** ISO 8601 in UTC. */
  readonly setAt: string | null;
}

export const DomainStatusRef = builder.objectRef<DomainStatusRow>('DomainStatus').implement({
  description: 'One status of a domain.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Its name in the spelling of the registry, such as serverHold.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'Why it was set, if someone said so.' }),
    setAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was set.',
      resolve: ({ setAt }, _, { calendar }) => setAt && calendar.format(new Date(setAt)),
    }),
  }),
});
