import { z } from 'zod';
import { failure, refuseWith } from '../../../base/errors.ts';
import { defineQuery } from '../operation.ts';

/**
 * Refuses requests to endpoints that the incumbent serves and this registry does not. Existing clients get an error
 * that they can show, instead of an unknown path (docs/rules/registrar.md#not-built).
 */
export const refuseUnsupported = defineQuery({
  name: 'registrar.refuse-unbuilt',
  summary: 'Refuses requests of existing clients that this registry does not support.',
  permits: ['registrar'],
  scope: 'READ',
  input: z.object({}),
  errors: ['UNIMPLEMENTED'],
  run: async () => refuseWith(failure('UNIMPLEMENTED', undefined, { reason: 'not-built' })),
});
