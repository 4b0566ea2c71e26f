import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isDnsName, normaliseLookup, toAscii } from './domain-name.ts';
import {
  checkNameserver,
  duplicateNameserverFailure,
  type Nameserver,
  nameserverOfWord,
} from './nameserver.ts';

/** The times in the head of a zone file, in seconds. */
export const zoneTimes = {
  refresh: 'How many seconds a secondary nameserver waits before it looks for a newer version.',
  retry: 'How many seconds a secondary nameserver waits before it tries again after a failure.',
  expire: 'How many seconds a secondary nameserver serves the zone while it cannot refresh it.',
  negativeTtl: 'How many seconds resolvers remember that a name does not exist.',
  ttl: 'How many seconds resolvers remember a record of the zone.',
} as const;
export type ZoneTimes = Readonly<Record<keyof typeof zoneTimes, number>>;

const week = 7 * 24 * 60 * 60;

export const zoneTimeLimits: Readonly<Record<keyof ZoneTimes, readonly [least: number, greatest: number]>> = {
  refresh: [60, week],
  retry: [60, week],
  expire: [3600, 365 * 24 * 60 * 60],
  negativeTtl: [0, 24 * 60 * 60],
  ttl: [60, week],
};

const mostNameservers = limit('nameservers of a zone', 13, 'More do not fit into an answer of 512 bytes.');

/** docs/rules/zone-files.md#what-a-zone-declares */
export function timesFailures(times: ZoneTimes): Failure[] {
  const outside = Object.entries(zoneTimeLimits).flatMap(([name, [least, greatest]]) => {
    const value = times[name as keyof ZoneTimes];
    return value < least || value > greatest
      ? [outOfRange(name, `Must be between ${least}-${greatest} seconds`)]
      : [];
  });
  if (outside.length > 0) return outside;
  return times.expire <= times.refresh + times.retry
    ? [outOfRange('expire', 'Must be longer than refresh and retry together')]
    : [];
}

const outOfRange = (field: string, phrase: string): Failure =>
  failure('PARAMETER_VALUE_RANGE', `Invalid parameter '${field}': ${phrase}`, { path: [field] });

const mailbox = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*$/i;

/** An address whose name can stand in an SOA record. */
export function hostmasterFailure(address: string): Failure | undefined {
  const [name = '', host = '', ...more] = address.split('@');
  const isRight =
    more.length === 0 &&
    name.length <= 63 &&
    mailbox.test(name) &&
    host.includes('.') &&
    isDnsName(normaliseLookup(host));
  return isRight
    ? undefined
    : failure('PARAMETER_VALUE_SYNTAX', 'Hostmaster must be an e-mail address', { path: ['hostmaster'] });
}

export type CheckedNameservers =
  | { readonly ok: true; readonly nameservers: Nameserver[] }
  | { readonly ok: false; readonly failures: readonly Failure[] };

/** The nameservers of the zone itself, each a word such as `ns1.ee=192.0.2.1`: those below the zone need an address. */
export function checkZoneNameservers(words: readonly string[], origin: string): CheckedNameservers {
  const checked = words.map((word) => checkNameserver(nameserverOfWord(word), origin));
  const failures = checked.flatMap((one) => (one.ok ? [] : one.failures));
  const nameservers = checked.flatMap((one) => (one.ok ? [one.nameserver] : []));
  const twice = duplicateNameserverFailure(nameservers.map(({ hostname }) => hostname));
  if (twice) failures.push(twice);
  if (words.length > mostNameservers)
    failures.push(failure('PARAMETER_VALUE_RANGE', `A zone has at most ${mostNameservers} nameservers`));
  return failures.length === 0
    ? { ok: true, nameservers }
    : { ok: false, failures: failures.map((found) => ({ ...found, path: ['nameservers'] })) };
}

/** `some.one@ee.example` as a name: `some\.one.ee.example` (RFC 1035 8). */
export function mailboxName(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${name.replaceAll('.', '\\.')}.${toAscii(normaliseLookup(host))}.`;
}

export const greatestSerial = 4_294_967_295;

/**
 * The first serial of a day, `2026111800`; each further change is one more, also past the hundredth of a day (RFC
 * 1912 2.2).
 */
export const serialOfDay = (day: string): number => Number(`${day.replaceAll('-', '')}00`);
