import { z } from 'zod';
import { refuse } from '../../../../base/errors.ts';
import { defineQuery } from '../../../../registry/operations/operation.ts';
import { normaliseLookup } from '../../../../registry/rules/domain/domain-name.ts';
import { zoneByOrigin } from '../../../../registry/store/registry/zones.ts';

/**
 * Finds the zone whose file an operator wants: it must exist and declare its nameservers. The file itself is then
 * read from one snapshot of the registry and sent while it is read (docs/rules/zone-files.md).
 */
export const showZoneFile = defineQuery({
  name: 'zone.file',
  summary: 'Returns the file of a zone for nameservers.',
  permits: ['operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ origin: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  run: async ({ db }, input) => {
    const zone = await zoneByOrigin(db, normaliseLookup(input.origin));
    if (!zone) return refuse('OBJECT_DOES_NOT_EXIST', 'Zone was not found');
    if (zone.nameservers.length === 0)
      return refuse('OBJECT_STATUS_PROHIBITS', 'Zone has no nameservers yet: zoneUpdate sets them');
    return { origin: zone.origin };
  },
});
