import { builder } from '../builder.ts';
import { ContactRoleEnum } from './domain.ts';

/** Input objects that several mutations of domains share. */
export const NameserverInput = builder.inputType('NameserverInput', {
  description: 'A nameserver. One below the domain itself needs an address (glue).',
  fields: (t) => ({
    hostname: t.string({ required: true, description: 'Its name.' }),
    ipv4: t.stringList({ description: 'Its IPv4 addresses.' }),
    ipv6: t.stringList({ description: 'Its IPv6 addresses.' }),
  }),
});

export const DnssecKeyInput = builder.inputType('DnssecKeyInput', {
  description: 'A DNSSEC key.',
  fields: (t) => ({
    flags: t.int({ required: true, description: '256 or 257.' }),
    protocol: t.int({ required: true, description: 'Always 3.' }),
    algorithm: t.int({ required: true, description: 'One of 3, 5, 6, 7, 8, 10, 13, 14.' }),
    publicKey: t.string({ required: true, description: 'The key in base64, without white space.' }),
  }),
});

export const DomainContactInput = builder.inputType('DomainContactInput', {
  description: 'A contact in a role.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code of the contact; any registrar’s.' }),
    role: t.field({ type: ContactRoleEnum, required: true, description: 'Its role.' }),
  }),
});

type NameserverShape = typeof NameserverInput.$inferInput;
type DnssecKeyShape = typeof DnssecKeyInput.$inferInput;

export const toNameserver = ({ hostname, ipv4, ipv6 }: NameserverShape) => ({
  hostname,
  ipv4: ipv4 ?? [],
  ipv6: ipv6 ?? [],
});

export const toKey = ({ flags, protocol, algorithm, publicKey }: DnssecKeyShape) => ({
  flags,
  protocol,
  alg: algorithm,
  publicKey,
});
