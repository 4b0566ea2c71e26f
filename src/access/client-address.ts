import ipaddr from 'ipaddr.js';

/** One form for one address: IPv4 inside IPv6 (`::ffff:127.0.0.1`) is IPv4. */
export function normaliseAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** Whether a list of addresses and CIDR blocks holds this address; an empty list holds none. */
export function isListed(address: string, list: readonly string[]): boolean {
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
