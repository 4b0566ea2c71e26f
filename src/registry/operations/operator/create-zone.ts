import { z } from 'zod';
import { failure, refuse } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { isZoneOrigin } from '../../rules/domain/zone-origin.ts';
import { domainsByName } from '../../store/registry/domains.ts';
import { lockNames } from '../../store/registry/name-locks.ts';
import { insertZones } from '../../store/registry/zones.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';

/**
 * Opens a zone for an operator: checks the name, locks it, and stores the zone, for which prices must then be set. A
 * zone whose name is a registered domain is refused, because it would take that domain over.
 */
export const createZone = defineCommand({
  name: 'zone.create',
  summary: 'Opens a zone in which names can be registered.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({
    origin: text('The ending that its names will have, without the dot: ee or com.ee.'),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', 'OBJECT_ASSOCIATION_PROHIBITS'],
  conflicts: { zones_origin_key: failure('OBJECT_EXISTS', 'Zone already exists', { path: ['origin'] }) },
  graphql: 'Mutation.zoneCreate',
  run: async ({ db, now, calendar, record }, input) => {
    const origin = normaliseLookup(input.origin);
    if (!isZoneOrigin(origin))
      refuse('PARAMETER_VALUE_SYNTAX', 'Zone origin is invalid', { path: ['origin'] });
    await lockNames(db, [origin]);
    const [domain] = await domainsByName(db, [origin], calendar.dateOf(now));
    if (domain)
      refuse('OBJECT_ASSOCIATION_PROHIBITS', 'A domain has the name of this zone', { path: ['origin'] });
    const [zone] = await insertZones(db, [origin], now);
    if (!zone) throw new Error('the zone was not written');
    record({ type: 'zone', id: zone.id, key: origin, after: { origin } });
    return { id: zone.id, origin };
  },
});
