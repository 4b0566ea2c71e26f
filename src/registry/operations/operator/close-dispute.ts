import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { lockOpenDispute, closeDispute as writeClosed } from '../../store/registry/disputes.ts';
import { lockNames } from '../../store/registry/name-locks.ts';
import { lockDomain } from '../domains/model/domain-state.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { disputeChange } from './dispute-document.ts';

/**
 * Closes the dispute over a name before its last day, for an operator: locks the name, the domain and the dispute,
 * and marks the dispute closed. The domain, if there is one, loses its `disputed` status
 * (docs/rules/registrar.md#disputes).
 */
export const closeDispute = defineCommand({
  name: 'dispute.close',
  summary: 'Ends the dispute over a name.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({ name: domainName('The name of the dispute to close, such as tamm.ee.') }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.disputeClose',
  run: async (context, input) => {
    const { db, now, record } = context;
    const name = normaliseLookup(input.name);
    await lockNames(db, [name]);
    const domain = await lockDomain(context, name);
    const dispute = await lockOpenDispute(db, name);
    if (!dispute) return refuseWith(objectDoesNotExist());
    await writeClosed(db, dispute.id, 'Operator', now);
    record(disputeChange(dispute, { ...dispute, closed_at: now, initiator: 'Operator' }));
    if (domain) {
      const statuses = domain.draft.statuses.filter((status) => status !== 'disputed');
      await saveDomain(context, domain, { ...domain.draft, statuses }, await registrySettings(db));
    }
    return { id: dispute.id };
  },
});
