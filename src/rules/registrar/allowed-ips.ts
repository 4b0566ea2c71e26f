import ipaddr from 'ipaddr.js';
import { type Failure, failure } from '../../core/errors.ts';

/**
 * Addresses and blocks that an API user may call from (docs/rules/registrar.md#allowed-addresses): IPv6 blocks are
 * /64 or single addresses, and all IPv4 addresses together stay below `maxCount`, the setting ip_whitelist_max_count.
 */
export function allowedIpFailures(entries: readonly string[], maxCount: number): Failure[] {
  const parsed = entries.map(parse);
  if (parsed.some((one) => one === undefined))
    return [invalid('PARAMETER_VALUE_SYNTAX', 'Must be IP addresses or CIDR blocks')];
  const known = parsed.filter((one) => one !== undefined);
  if (known.some(({ kind, bits }) => kind === 'ipv6' && bits !== 128 && bits !== 64))
    return [invalid('PARAMETER_VALUE_POLICY', 'IPv6 blocks must be /64 or /128')];
  const count = known
    .filter(({ kind }) => kind === 'ipv4')
    .reduce((total, { bits }) => total + 2 ** (32 - bits), 0);
  return count >= maxCount
    ? [invalid('PARAMETER_VALUE_POLICY', `IPv4 addresses must be fewer than ${maxCount}`)]
    : [];
}

function parse(entry: string): { kind: 'ipv4' | 'ipv6'; bits: number } | undefined {
  if (ipaddr.isValidCIDR(entry)) {
    const [address, bits] = ipaddr.parseCIDR(entry);
    return { kind: address.kind(), bits };
  }
  if (!ipaddr.IPv6.isValid(entry) && !ipaddr.IPv4.isValidFourPartDecimal(entry)) return undefined;
  return ipaddr.parse(entry).kind() === 'ipv4' ? { kind: 'ipv4', bits: 32 } : { kind: 'ipv6', bits: 128 };
}

const invalid = (code: 'PARAMETER_VALUE_SYNTAX' | 'PARAMETER_VALUE_POLICY', phrase: string): Failure =>
  failure(code, `Invalid parameter 'allowedIps': ${phrase}`, { path: ['allowedIps'] });
