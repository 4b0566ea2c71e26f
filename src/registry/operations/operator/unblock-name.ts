import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { deleteBlockedName } from '../../store/registry/blocked-names.ts';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';

/**
 * Removes the block of a name for an operator, with history. Anybody can register the name from now on, unless
 * something else forbids it (docs/rules/registrar.md#blocked-names).
 */
export const unblockName = defineCommand({
  name: 'name.unblock',
  summary: 'Unblocks a name: it can be registered again.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    name: domainName('The name that can be registered again, with its zone, such as tamm.ee.'),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.nameUnblock',
  run: async ({ db, record }, input) => {
    const gone = await deleteBlockedName(db, normaliseLookup(input.name));
    if (!gone) return refuseWith(objectDoesNotExist());
    record({ type: 'blocked_name', id: gone.id, key: gone.name, before: { name: gone.name } });
    return { id: gone.id, name: gone.name, createdAt: gone.created_at.toISOString() };
  },
});
