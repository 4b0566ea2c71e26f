import { z } from 'zod';
import { allZones } from '../../store/registry/zones.ts';
import { defineQuery } from '../operation.ts';

/** Lists all zones, open and closed ones, for registrars and operators. The list is short, so it has no pages. */
export const listZones = defineQuery({
  name: 'zone.list',
  summary: 'Lists the zones in which names can be registered.',
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({}),
  errors: [],
  graphql: 'Query.zones',
  run: ({ db }) => allZones(db),
});
