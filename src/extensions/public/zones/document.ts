import { toAscii } from '../../../registry/rules/domain/domain-name.ts';
import type { Nameserver } from '../../../registry/rules/domain/nameserver.ts';
import { mailboxName } from '../../../registry/rules/domain/zone-declaration.ts';

/** A zone as its file declares it. */
export interface ZoneHead {
  readonly origin: string;
  readonly nameservers: readonly Nameserver[];
  readonly hostmaster: string | null;
  readonly soa_refresh: number;
  readonly soa_retry: number;
  readonly soa_expire: number;
  readonly negative_ttl: number;
  readonly ttl: number;
}

/** The name of a zone's file: `ee.zone`. */
export const zoneFileName = (origin: string): string => `${toAscii(origin)}.zone`;

/** A blank as long as the greatest serial: the final serial takes its place without moving the rest. */
export const serialPlace = '          ';

export const inSerialPlace = (serial: number): string => String(serial).padEnd(serialPlace.length);

/** Up to the serial, from the serial on, and the addresses that the zone itself declares, by host. */
export function zoneFileHead(zone: ZoneHead): { readonly before: string; readonly after: string } {
  const { nameservers, hostmaster, soa_refresh, soa_retry, soa_expire, negative_ttl, ttl } = zone;
  const origin = toAscii(zone.origin);
  const [first] = nameservers;
  if (!first) throw new Error(`the zone ${origin} has no nameservers`);
  const mailbox = hostmaster === null ? `hostmaster.${origin}.` : mailboxName(hostmaster);
  return {
    before: `; The zone ${origin}, made by Zonegraph\n$ORIGIN ${origin}.\n$TTL ${ttl}\n@ IN SOA ${first.hostnamePuny}. ${mailbox} ( `,
    after:
      ` ${soa_refresh} ${soa_retry} ${soa_expire} ${negative_ttl} )\n` +
      nameservers.map(({ hostnamePuny }) => `@ IN NS ${hostnamePuny}.\n`).join('') +
      nameservers
        .filter(({ hostnamePuny }) => isWithin(hostnamePuny, origin))
        .map(({ hostnamePuny, ipv4, ipv6 }) => addressRecords(hostnamePuny, ipv4, ipv6))
        .join(''),
  };
}

/** Tells whether a name is the other one or below it. */
export const isWithin = (name: string, other: string): boolean =>
  name === other || name.endsWith(`.${other}`);

export const addressRecords = (host: string, ipv4: readonly string[], ipv6: readonly string[]): string =>
  ipv4.map((address) => `${host}. IN A ${address}\n`).join('') +
  ipv6.map((address) => `${host}. IN AAAA ${address.toLowerCase()}\n`).join('');

/** The serial in the beginning of a file that was made here. */
export function serialIn(beginning: string): number | undefined {
  const [, serial] = / IN SOA \S+ \S+ \( (\d{1,10}) /.exec(beginning) ?? [];
  return serial === undefined ? undefined : Number(serial);
}
