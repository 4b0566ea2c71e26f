import { z } from 'zod';
import { sponsorOf } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { pendingChangeOfDomain } from '../../store/registry/pending-changes.ts';
import { inPlaceFields, registrarsOrInPlace } from '../in-place.ts';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { settlePendingChange, withoutPendingStatus } from './model/answer-pending-change.ts';
import { lockOwnDomain } from './model/domain-state.ts';

/**
 * Cancels a change of registrant that waits for the present registrant's consent, for the registrar that asked for
 * it: locks the domain, finds the pending change, and takes its status off the domain. The mailed link stops working
 * and everybody who got the question is mailed that it is off (docs/rules/registrar.md#confirmations).
 */
export const cancelPendingChange = defineCommand({
  name: 'domain.cancel-pending-change',
  summary: 'Cancels a change of the registrant that waits for the consent of the present one.',
  ...registrarsOrInPlace,
  scope: 'WRITE',
  input: z.object({ name: domainName(), ...inPlaceFields }),
  inPlace: {
    of: ({ name }) => ({ domain: name }),
    did: ({ name }) => `cancelled the change of registrant of ${name}`,
  },
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'DELETE /registry/v1/domains/:domain_name/pending_update',
  graphql: 'Mutation.domainPendingChangeCancel',
  run: async (context, { name }) => {
    const state = await lockOwnDomain(context, name);
    const pending = await pendingChangeOfDomain(context.db, state.row.id);
    const isOurs = pending?.requested_by === sponsorOf(context.actor).registrarCode;
    if (!pending || !isOurs || pending.kind !== 'update')
      return refuseWith(
        failure('OBJECT_DOES_NOT_EXIST', 'No change of the registrant is waiting for an answer'),
      );
    context.foresee('pending', [pending.asked_at.getTime(), pending.request]);
    const { draft } = withoutPendingStatus(state, pending);
    await settlePendingChange(
      context,
      state,
      { pending, answer: 'cancelled', draft },
      await registrySettings(context.db),
    );
    return { id: state.row.id, name: state.row.name };
  },
});
