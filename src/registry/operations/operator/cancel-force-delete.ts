import { z } from 'zod';
import { objectDoesNotExist, refuse, refuseWith } from '../../../base/errors.ts';
import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { lockDomain } from '../domains/model/domain-state.ts';
import { notifyUnlessRepeated, withoutForceDelete } from '../domains/model/force-delete.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';

/**
 * Cancels a force delete for an operator: locks the domain and removes every status that the force delete and its job
 * have set; a domain that is about to be deleted is refused. The registrar gets a poll message unless its last one
 * says the same (docs/rules/registrar.md#force-delete).
 */
export const cancelForceDelete = defineCommand({
  name: 'domain.cancel-force-delete',
  summary: 'Cancels a force delete.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({ name: domainName() }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.domainForceDeleteCancel',
  run: async (context, { name }) => {
    const state = await lockDomain(context, name);
    if (!state) return refuseWith(objectDoesNotExist());
    const { draft, row } = state;
    if (!draft.forceDelete) refuse('OBJECT_STATUS_PROHIBITS', 'Domain is not force deleted');
    if (draft.statuses.includes('deleteCandidate')) refuse('OBJECT_STATUS_PROHIBITS');
    await saveDomain(context, state, withoutForceDelete(draft), await registrySettings(context.db));
    await notifyUnlessRepeated(context, row.registrar_id, pollMessages.forceDeleteCancelled(row.name));
    return { id: row.id, name: row.name };
  },
});
