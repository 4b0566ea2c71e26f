import type { z } from 'zod';
import {
  type DnssecKeyInput,
  dnssecAlgorithms,
  dnssecFlags,
  dnssecProtocols,
} from '../../rules/domain/dnssec.ts';
import type { NameserverInput } from '../../rules/domain/nameserver.ts';
import { anyList, type hash, optional, text } from '../codec.ts';

const addresses = (version: 4 | 6) =>
  optional(anyList({ description: `IPv${version} addresses; needed for a host inside the domain itself` }));

/** A nameserver as bodies carry it; its addresses are judged one by one (docs/rules/registrar.md#nameservers). */
export const nameserverFields = {
  hostname: text({ description: 'The host, in Unicode or punycode' }),
  ipv4: addresses(4),
  ipv6: addresses(6),
};

export const nameserverOf = ({
  hostname,
  ipv4,
  ipv6,
}: ValuesOf<typeof nameserverFields>): NameserverInput => ({
  hostname,
  ...(ipv4 && { ipv4: ipv4.map(textOf) }),
  ...(ipv6 && { ipv6: ipv6.map(textOf) }),
});

// A value that is no text is no address either: it is passed on as text, and refused there.
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

const known = (values: readonly number[]) => text({ enum: values.map(String) });

/** A DNSSEC key as bodies carry it: all four values as text (docs/rules/registrar.md#dnssec-keys). */
export const dnssecKeyFields = {
  flags: known(dnssecFlags),
  protocol: known(dnssecProtocols),
  alg: known(dnssecAlgorithms),
  public_key: text({ description: 'Base64 without blanks' }),
};

export const dnssecKeyOf = ({
  flags,
  protocol,
  alg,
  public_key,
}: ValuesOf<typeof dnssecKeyFields>): DnssecKeyInput => ({ flags, protocol, alg, publicKey: public_key });

type ValuesOf<F extends z.ZodRawShape> = z.output<ReturnType<typeof hash<F>>>;
