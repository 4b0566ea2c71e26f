import ipaddr from 'ipaddr.js';
import { type Failure, failure } from '../../../base/errors.ts';
import { isBlank } from '../text.ts';

interface Network {
  readonly kind: 'ipv4' | 'ipv6';
  readonly bits: number;
  /** Host bits zero, lower case, compressed; a single address without its length. */
  readonly text: string;
}

export const callerInterfaces = ['api', 'registrar'] as const;
export type CallerInterface = (typeof callerInterfaces)[number];

/**
 * Addresses and blocks that an API user may call from (docs/rules/registrar.md#allowed-addresses): IPv6 blocks are
 * /64 or single addresses, and all IPv4 addresses together stay below `maxCount`, the setting ip_whitelist_max_count.
 */
export function allowedIpFailures(entries: readonly string[], maxCount: number): Failure[] {
  const networks = entries.map(readNetwork).filter((one) => one !== undefined);
  if (networks.length < entries.length)
    return [invalid('PARAMETER_VALUE_SYNTAX', 'Must be IP addresses or CIDR blocks')];
  if (networks.some(isWide)) return [invalid('PARAMETER_VALUE_POLICY', 'IPv6 blocks must be /64 or /128')];
  return addressCount(networks) >= maxCount
    ? [invalid('PARAMETER_VALUE_POLICY', `IPv4 addresses must be fewer than ${maxCount}`)]
    : [];
}

/**
 * The problems of an address that a registrar adds to its list; a new one gets more messages, as clients know
 * them.
 */
export function networkFailures(entry: string, isNew: boolean): Failure[] {
  const absent = failure('REQUIRED_PARAMETER_MISSING', 'IPv4 or IPv6 must be present', { path: ['address'] });
  if (isBlank(entry)) return [absent];
  const network = readNetwork(entry);
  const wrong = { path: ['address'] };
  if (!network)
    return [failure('PARAMETER_VALUE_SYNTAX', 'IP Address is invalid', wrong), ...(isNew ? [absent] : [])];
  const narrow = 'IPv6 address must be either a single address or a /64 range';
  return isWide(network) ? [failure('PARAMETER_VALUE_POLICY', narrow, wrong)] : [];
}

/** All addresses of a registrar together, the new one included. */
export function countFailure(entries: readonly string[], maxCount: number): Failure | undefined {
  const total = addressCount(entries.map(readNetwork).filter((one) => one !== undefined));
  const words = `IP address limit exceeded. Total addresses: ${total}. Limit: ${maxCount}.`;
  return total < maxCount ? undefined : failure('PARAMETER_VALUE_RANGE', words, { path: ['address'] });
}

/** An empty list is accepted: such an address has no effect (docs/rules/self-service.md#addresses). */
export function interfaceFailures(interfaces: readonly string[] | undefined): Failure[] {
  const path = ['interfaces'];
  if (interfaces === undefined)
    return [failure('REQUIRED_PARAMETER_MISSING', 'Interfaces is missing', { path })];
  return interfaces.every((one) => callerInterfaces.some((known) => known === one))
    ? []
    : [failure('PARAMETER_VALUE_SYNTAX', 'Interfaces is invalid', { path })];
}

/** The normal form of an address or network; undefined for anything else. IPv4 inside IPv6 is IPv4. */
export function readNetwork(entry: string): Network | undefined {
  const [address = '', length] = entry.trim().split('/', 2);
  const isAddress =
    ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes('%'));
  if (!isAddress || (length !== undefined && !ipaddr.isValidCIDR(entry.trim()))) return undefined;
  const whole = ipaddr.parse(address);
  const width = whole.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? width : Number(length);
  if (bits === width) {
    const single = ipaddr.process(address);
    return { kind: single.kind(), bits: single.kind() === 'ipv4' ? 32 : 128, text: single.toString() };
  }
  const family = whole.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = family.networkAddressFromCIDR(`${address}/${bits}`);
  return { kind: whole.kind(), bits, text: `${first.toString()}/${bits}` };
}

const isWide = ({ kind, bits }: Network): boolean => kind === 'ipv6' && bits !== 128 && bits !== 64;

const addressCount = (networks: readonly Network[]): number =>
  networks.filter(({ kind }) => kind === 'ipv4').reduce((total, { bits }) => total + 2 ** (32 - bits), 0);

const invalid = (code: 'PARAMETER_VALUE_SYNTAX' | 'PARAMETER_VALUE_POLICY', phrase: string): Failure =>
  failure(code, `Invalid parameter 'allowedIps': ${phrase}`, { path: ['allowedIps'] });
