import { z } from 'zod';
import { defineQuery } from '../../core/operation.ts';
import { allZones } from '../../store/registry/zones.ts';

export const listZones = defineQuery({
  name: 'zone.list',
  summary: 'Lists the zones in which names can be registered.',
  permits: ['registrar', 'operator'],
  input: z.object({}),
  errors: [],
  graphql: 'Query.zones',
  run: ({ db }) => allZones(db),
});
