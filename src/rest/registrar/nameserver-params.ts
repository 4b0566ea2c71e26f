import type { NameserverInput } from '../../rules/domain/nameserver.ts';
import { anyList, hash, optional, text } from './params.ts';

const addresses = (version: 4 | 6) =>
  optional(anyList({ description: `IPv${version} addresses; needed for a host inside the domain itself` }));

/** A nameserver as bodies carry it; its addresses are judged one by one (docs/rules/registrar.md#nameservers). */
export const nameserverParams = {
  hostname: text({ description: 'The host, in Unicode or punycode' }),
  ipv4: addresses(4),
  ipv6: addresses(6),
};
export const nameserverParam = hash(nameserverParams);

export function nameserverOf({
  hostname,
  ipv4,
  ipv6,
}: ReturnType<typeof nameserverParam.read>): NameserverInput {
  return { hostname, ...(ipv4 && { ipv4: ipv4.map(textOf) }), ...(ipv6 && { ipv6: ipv6.map(textOf) }) };
}

// What is no text is no address either: it is handed on as what it looks like, and refused there.
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
