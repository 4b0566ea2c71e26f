import ipaddr from 'ipaddr.js';
import type { LRUCache } from 'lru-cache';
import { getOrCreate } from '../../base/get-or-create.ts';
import { limit } from '../../base/limits.ts';
import { lruCache } from '../../base/lru-cache.ts';

/** Returns one form for one address: IPv4 inside IPv6 (`::ffff:127.0.0.1`) becomes IPv4. */
export function normaliseAddress(address: string): string {
  return getOrCreate(normals, address, () =>
    ipaddr.isValid(address) ? ipaddr.process(address).toString() : address,
  );
}

// Callers come again; parsing an address costs more than a lookup.
const maxKnown = limit(
  'addresses that are kept as read',
  1000,
  'Callers come again; parsing an address costs more than a lookup.',
);
const normals = lruCache<string, string>(maxKnown);

/** Tells whether a list of addresses and CIDR blocks contains this address. */
export function isListed(address: string, list: readonly string[]): boolean {
  if (list.length === 0) return false;
  const ofList = getOrCreate(verdicts, list, () => lruCache<string, boolean>(maxKnown));
  return getOrCreate(ofList, address, () => isAmong(address, list));
}

// Every request checks the same few addresses against the same lists. Lists are never changed, only replaced.
const verdicts = new WeakMap<readonly string[], LRUCache<string, boolean>>();

function isAmong(address: string, list: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return list.includes(address);
  const parsed = ipaddr.process(address);
  return list.some((entry) => {
    if (ipaddr.isValidCIDR(entry)) {
      const [network, bits] = ipaddr.parseCIDR(entry);
      return network.kind() === parsed.kind() && parsed.match(network, bits);
    }
    return ipaddr.isValid(entry) ? ipaddr.process(entry).toString() === parsed.toString() : entry === address;
  });
}
