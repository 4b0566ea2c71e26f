import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Failure, failure, fieldFailure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { withoutTrailing } from '../../../base/text.ts';
import { isBlank } from '../text.ts';
import { isLabel, maxLabelLength, normaliseLookup, toAscii } from './domain-name.ts';

export interface NameserverInput {
  readonly hostname: string;
  readonly ipv4?: readonly string[] | undefined;
  readonly ipv6?: readonly string[] | undefined;
}

export interface Nameserver {
  readonly hostname: string;
  readonly hostnamePuny: string;
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
  /** The host whose row and id it takes over. */
  readonly insteadOf?: string;
}

export type CheckedNameserver =
  | { readonly ok: true; readonly nameserver: Nameserver }
  | { readonly ok: false; readonly failures: readonly [Failure, ...Failure[]] };

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const maxHostnameLength = limit('characters of a host name', 253, 'RFC 1035.');
const maxAddresses = limit('addresses of one nameserver', 20, 'No nameserver has more.');

/** docs/rules/registrar.md#nameservers; returns everything wrong with one nameserver of the domain. */
export function checkNameserver(input: NameserverInput, domainName: string): CheckedNameserver {
  const hostname = normaliseHostname(input.hostname);
  const nameserver: Nameserver = {
    hostname,
    hostnamePuny: toAscii(hostname),
    ipv4: addresses(input.ipv4),
    // The registry has always stored and shown them in upper case: docs/rules/registrar.md#existing-clients.
    ipv6: addresses(input.ipv6).map((address) => address.toUpperCase()),
  };
  const [first, ...rest] = [
    hostnameFailure(nameserver),
    addressesFailure(nameserver.ipv4, 'IPv4', (address) => ipv4.test(address) && isOfHost(address)),
    addressesFailure(nameserver.ipv6, 'IPv6', isPlainIPv6),
    glueFailure(nameserver, domainName),
  ].filter((found) => found !== undefined);
  return first ? { ok: false, failures: [first, ...rest] } : { ok: true, nameserver };
}

/** `ns1.tamm.ee=192.0.2.1=2001:db8::1`: the addresses follow the name. */
export function nameserverOfWord(word: string): NameserverInput {
  const [hostname = '', ...addresses] = word.split('=');
  const [ipv4, ipv6] = [false, true].map((isV6) => addresses.filter((one) => one.includes(':') === isV6));
  return { hostname, ...(ipv4?.length && { ipv4 }), ...(ipv6?.length && { ipv6 }) };
}

/** Normalises a hostname, also one in a path or query. */
export function normaliseHostname(hostname: string): string {
  return normaliseLookup(withoutTrailing(hostname.trim(), '.'));
}

function hostnameFailure({ hostname, hostnamePuny }: Nameserver): Failure | undefined {
  if (isBlank(hostname)) {
    return failure('REQUIRED_PARAMETER_MISSING', 'Missing parameter hostname', { path: ['hostname'] });
  }
  const labels = hostname.split('.');
  const last = labels.at(-1) ?? '';
  if (!labels.every(isLabel) || !/^[a-z0-9-]+$/.test(last) || hostnamePuny.length > maxHostnameLength) {
    return invalid('Hostname is invalid', 'hostname');
  }
  if (hostnamePuny.split('.').some((label) => label.length > maxLabelLength)) {
    return invalid(`Hostname puny label is too long (maximum is ${maxLabelLength} characters)`, 'hostname');
  }
  return undefined;
}

// Limited, because every read of the domain returns all of them.
function addressesFailure(
  given: readonly string[],
  kind: 'IPv4' | 'IPv6',
  isRight: (address: string) => boolean,
): Failure | undefined {
  const field = kind.toLowerCase();
  if (given.length > maxAddresses) return invalid(`${kind} count must be between 0-${maxAddresses}`, field);
  return given.every(isRight) ? undefined : invalid(`${kind} is invalid`, field);
}

// isIPv6 accepts a zone id (`fe80::1%eth0`), which means nothing in a public zone file.
const isPlainIPv6 = (address: string): boolean =>
  isIPv6(address) && !address.includes('%') && isOfHost(address);

/** Resolvers that ask such an address ask themselves, nobody or everybody. */
const isOfHost = (address: string): boolean =>
  !['loopback', 'unspecified', 'multicast', 'broadcast'].includes(ipaddr.process(address).range());

/** A host inside the domain needs glue: it cannot be resolved without an address in the parent zone. */
function glueFailure({ hostname, ipv4, ipv6 }: Nameserver, domainName: string): Failure | undefined {
  const inside = hostname === domainName || hostname.endsWith(`.${domainName}`);
  if (!inside || ipv4.length > 0 || ipv6.length > 0) return undefined;
  return failure('REQUIRED_PARAMETER_MISSING', 'Either IPv4 or IPv6 is required for glue record generation', {
    path: ['ipv4'],
  });
}

const addresses = (given: readonly string[] | undefined): string[] =>
  (given ?? []).map((address) => address.trim()).filter((address) => address !== '');

export const nameserverExists = (hostname: string): Failure =>
  failure('OBJECT_EXISTS', 'Nameserver already exists on this domain [hostname]', {
    path: ['hostname'],
    details: { hostname },
  });

/** The first duplicate hostname among a domain's nameservers (normalised names). */
export function duplicateNameserverFailure(hostnames: readonly string[]): Failure | undefined {
  const seen = new Set<string>();
  for (const hostname of hostnames) {
    if (seen.has(hostname)) return { ...nameserverExists(hostname), path: ['nameservers'] };
    seen.add(hostname);
  }
  return undefined;
}

export interface NameserverLimits {
  readonly min: number;
  readonly max: number;
  readonly required: boolean;
}

/** Zero nameservers (an inactive domain), or a number between the limits. */
export function nameserverCountFailure(
  count: number,
  { min, max, required }: NameserverLimits,
): Failure | undefined {
  if ((count === 0 && !required) || (count >= min && count <= max)) return undefined;
  return fieldFailure(
    'DATA_MANAGEMENT_POLICY',
    `Data management policy violation; Nameserver count must be between ${min}-${max} for active domains`,
    'nameservers',
  );
}

const invalid = (message: string, field: string): Failure =>
  fieldFailure('PARAMETER_VALUE_SYNTAX', message, field);
