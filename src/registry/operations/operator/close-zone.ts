import { z } from 'zod';
import { referenceNotFound, refuse, refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { closeZone as close, zoneByOrigin } from '../../store/registry/zones.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';

/**
 * Closes a zone for an operator, so that nothing new can be registered or reserved in it. Existing domains stay and
 * can be renewed, changed and transferred (docs/rules/registrar.md#zones).
 */
export const closeZone = defineCommand({
  name: 'zone.close',
  summary: 'Closes a zone: no new names are registered in it, everything else still works.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({ origin: text('The zone to close, without the dot: ee or com.ee.') }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.zoneClose',
  run: async ({ db, now, record }, input) => {
    const origin = normaliseLookup(input.origin);
    const zone = await close(db, origin, now);
    if (!zone) {
      if (await zoneByOrigin(db, origin)) refuse('OBJECT_STATUS_PROHIBITS', 'Zone is closed already');
      return refuseWith(referenceNotFound('Zone was not found', ['origin']));
    }
    record({
      type: 'zone',
      id: zone.id,
      key: origin,
      before: { closedAt: null },
      after: { closedAt: now.toISOString() },
    });
    return { id: zone.id, origin };
  },
});
