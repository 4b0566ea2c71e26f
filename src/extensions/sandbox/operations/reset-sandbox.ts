import { z } from 'zod';
import { refuse } from '../../../base/errors.ts';
import { oneOf } from '../../../registry/operations/input.ts';
import { defineExternalCommand } from '../../../registry/operations/operation.ts';

/**
 * Restores the sandbox to the state of its first start, for an operator: empties every table and fills it with the
 * chosen world. Rows, counters and the clock begin anew (docs/rules/product.md#sandbox-fields).
 */
export const resetSandbox = defineExternalCommand({
  name: 'sandbox.reset',
  summary: 'Empties the sandbox and fills it again.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({
    world: oneOf(['bare', 'demo'], 'SandboxWorld', 'Which world to fill it with.'),
  }),
  errors: ['COMMAND_USE', 'COMMAND_FAILED'],
  unforeseeable: true,
  graphql: 'Mutation.sandboxReset',
  prepare: async ({ config }, { world }) => {
    if (!config.isTrial) refuse('COMMAND_USE', 'Only the sandbox can be reset');
    return { world };
  },
  ask: ({ jobs }, { world }) => jobs.reset(world),
  conclude: async (_, { world }) => ({ world }),
});
