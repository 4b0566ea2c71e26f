import { z } from 'zod';
import { Refusal, referenceNotFound, refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import {
  checkZoneNameservers,
  hostmasterFailure,
  timesFailures,
  type ZoneTimes,
  zoneTimeLimits,
  zoneTimes,
} from '../../rules/domain/zone-declaration.ts';
import { changeZone, lockZone, type Zone } from '../../store/registry/zones.ts';
import { integer, text, texts } from '../input.ts';
import { defineCommand } from '../operation.ts';

const seconds = (name: keyof ZoneTimes) => {
  const [least, greatest] = zoneTimeLimits[name];
  return integer(`${zoneTimes[name].replace(/\.$/, '')}: ${least} to ${greatest}.`).optional();
};

/**
 * Changes what the file of a zone declares, for an operator: locks the zone, checks its nameservers, its mailbox and
 * its times together, and saves them with history. What is left out stays
 * (docs/rules/zone-files.md#what-a-zone-declares).
 */
export const updateZone = defineCommand({
  name: 'zone.update',
  summary: 'Changes what the file of a zone declares: its nameservers, its mailbox and its times.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({
    origin: text('The zone, without the dot: ee or com.ee.'),
    nameservers: texts(
      'All nameservers of the zone, the primary one first: ns.example.net, or with its addresses ns1.ee=192.0.2.1=2001:db8::1 if it is below the zone. Without any, the zone has no file.',
    ).optional(),
    hostmaster: text(
      'The e-mail address of the people who run the zone; an empty text for hostmaster at the zone.',
    ).optional(),
    refresh: seconds('refresh'),
    retry: seconds('retry'),
    expire: seconds('expire'),
    negativeTtl: seconds('negativeTtl'),
    ttl: seconds('ttl'),
  }),
  errors: [
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'REQUIRED_PARAMETER_MISSING',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_EXISTS',
  ],
  graphql: 'Mutation.zoneUpdate',
  run: async ({ db, record }, input) => {
    const zone = await lockZone(db, normaliseLookup(input.origin));
    if (!zone) return refuseWith(referenceNotFound('Zone was not found', ['origin']));
    const before = declarationOf(zone);
    const times = {
      refresh: input.refresh ?? before.refresh,
      retry: input.retry ?? before.retry,
      expire: input.expire ?? before.expire,
      negativeTtl: input.negativeTtl ?? before.negativeTtl,
      ttl: input.ttl ?? before.ttl,
    };
    const hostmaster = (input.hostmaster === undefined ? zone.hostmaster : input.hostmaster.trim()) || null;
    const checked = input.nameservers
      ? checkZoneNameservers(input.nameservers, zone.origin)
      : { ok: true as const, nameservers: zone.nameservers };
    const [first, ...rest] = [
      ...(checked.ok ? [] : checked.failures),
      ...(hostmaster === null ? [] : [hostmasterFailure(hostmaster)]),
      ...timesFailures(times),
    ].filter((found) => found !== undefined);
    if (first) throw new Refusal([first, ...rest]);
    if (!checked.ok) throw new Error('a problem went unnoticed');
    const changed = await changeZone(db, zone.id, {
      nameservers: JSON.stringify(checked.nameservers),
      hostmaster,
      soa_refresh: times.refresh,
      soa_retry: times.retry,
      soa_expire: times.expire,
      negative_ttl: times.negativeTtl,
      ttl: times.ttl,
    });
    record({ type: 'zone', id: zone.id, key: zone.origin, before, after: declarationOf(changed) });
    return { id: zone.id, origin: zone.origin };
  },
});

const declarationOf = (zone: Zone) => ({
  nameservers: zone.nameservers.map(({ hostname, ipv4, ipv6 }) => [hostname, ...ipv4, ...ipv6].join('=')),
  hostmaster: zone.hostmaster,
  refresh: zone.soa_refresh,
  retry: zone.soa_retry,
  expire: zone.soa_expire,
  negativeTtl: zone.negative_ttl,
  ttl: zone.ttl,
});
