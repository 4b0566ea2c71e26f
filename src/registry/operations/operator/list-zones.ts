import { z } from 'zod';
import { allZones } from '../../store/registry/zones.ts';
import { defineQuery } from '../operation.ts';

export const listZones = defineQuery({
  name: 'zone.list',
  summary: 'Lists the zones in which names can be registered.',
  permits: ['registrar', 'operator'],
  scope: 'READ',
  facade: 'unsupported',
  input: z.object({}),
  errors: [],
  graphql: 'Query.zones',
  run: ({ db }) => allZones(db),
});
