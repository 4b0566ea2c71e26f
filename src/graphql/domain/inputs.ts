import { builder } from '../builder.ts';
import { ContactRoleEnum } from './type.ts';

/** Input objects that several mutations of domains share. */
export const NameserverInput = builder.inputType('NameserverInput', {
  description:
    'A server that shall answer for the domain in the DNS. One that is named below the domain itself needs at least one address (glue).',
  fields: (t) => ({
    hostname: t.string({
      required: true,
      description: 'The name of the server, such as ns1.hosting.example.',
    }),
    ipv4: t.stringList({
      description: 'IPv4 addresses of the server, such as 192.0.2.1; none when left out.',
    }),
    ipv6: t.stringList({
      description: 'IPv6 addresses of the server, such as 2001:db8::1; none when left out.',
    }),
  }),
});

export const DnssecKeyInput = builder.inputType('DnssecKeyInput', {
  description: 'A public key with which the DNS answers of a domain are checked (DNSSEC).',
  fields: (t) => ({
    flags: t.int({ required: true, description: 'What the key is for: 256 signs the zone, 257 signs keys.' }),
    protocol: t.int({ required: true, description: 'The protocol number of DNSSEC: always 3.' }),
    algorithm: t.int({
      required: true,
      description:
        'The number of the algorithm at IANA, one of 3, 5, 6, 7, 8, 10, 13, 14; 13 is ECDSA P-256.',
    }),
    publicKey: t.string({ required: true, description: 'The public key in base64, without white space.' }),
  }),
});

export const DomainContactInput = builder.inputType('DomainContactInput', {
  description: 'A contact and the part it shall play on a domain.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: "The code of the contact, such as ALPHA:TAMM; another registrar's will do.",
    }),
    role: t.field({ type: ContactRoleEnum, required: true, description: 'The part it plays on the domain.' }),
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
