import { z } from 'zod';
import { dnssecAlgorithms, dnssecFlags, dnssecProtocols } from '../../../registry/rules/domain/dnssec.ts';
import { list, oneOf, optional, readAs, renamed, text, twoWay, unvalidated } from '../codec.ts';

// A value that is not text is not an address: it is passed on as text, and the operation refuses it.
const address = readAs(unvalidated({ type: ['string', 'null'] }), (value): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
);
const addresses = (version: 4 | 6) =>
  optional(
    list(address, 'list', {
      description: `IPv${version} addresses; needed for a host inside the domain itself`,
    }),
  );

/** A nameserver as bodies carry it; its addresses are judged one by one (docs/rules/registrar.md#nameservers). */
export const nameserverFields = {
  hostname: text({ description: 'The host, in Unicode or punycode' }),
  ipv4: addresses(4),
  ipv6: addresses(6),
};

/** GraphQL has numbers here. */
const known = (values: readonly number[]) =>
  twoWay(text({ enum: values.map(String) }), (value): string | number => value, String);

export const dnssecKeyFields = {
  flags: known(dnssecFlags),
  protocol: known(dnssecProtocols),
  alg: known(dnssecAlgorithms),
  public_key: text({ description: 'Base64 without blanks' }),
};
export const keyNames = { public_key: 'publicKey' } as const;

/** DNSSEC keys as bodies carry them: all four values as text (docs/rules/registrar.md#dnssec-keys). */
export const dnssecKeys = list(renamed(z.object(dnssecKeyFields, 'nested'), keyNames), 'nested');

const linkFields = {
  code: text({ description: "The contact's code" }),
  type: oneOf(['admin', 'tech'], { description: 'The role on the domain' }),
};

/** Contacts of a domain as bodies carry them. */
export const contactLinks = list(renamed(z.object(linkFields, 'nested'), { type: 'role' }), 'nested');
