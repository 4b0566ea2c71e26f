import ipaddr from 'ipaddr.js';

/** One form for one address: IPv4 inside IPv6 (`::ffff:127.0.0.1`) is IPv4. */
export function normaliseAddress(address: string): string {
  let normal = normals.get(address);
  if (normal === undefined) {
    normal = ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
    if (normals.size >= maxKnown) normals.clear();
    normals.set(address, normal);
  }
  return normal;
}

// Callers come again; reading an address costs more than finding it.
const normals = new Map<string, string>();
const maxKnown = 1000;

/** Whether a list of addresses and CIDR blocks holds this address; an empty list holds none. */
export function isListed(address: string, list: readonly string[]): boolean {
  if (list.length === 0) return false;
  let known = verdicts.get(list);
  if (!known) {
    known = new Map();
    verdicts.set(list, known);
  }
  let verdict = known.get(address);
  if (verdict === undefined) {
    verdict = isAmong(address, list);
    if (known.size >= maxKnown) known.clear();
    known.set(address, verdict);
  }
  return verdict;
}

// Every request asks the same lists about the same few addresses. Lists are never changed, only replaced.
const verdicts = new WeakMap<readonly string[], Map<string, boolean>>();

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
