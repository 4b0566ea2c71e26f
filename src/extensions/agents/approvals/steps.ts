import { type ApprovedAttempt, accessTokenOf, registrarOf } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import type { StepInsertion, WriteStep, Writing } from '../../../registry/operations/runner/steps.ts';
import { guardsOf } from '../../../registry/rules/registrar/guards.ts';
import { takeApproval } from '../store/approvals.ts';
import { askApproval } from './ask-approval.ts';

/**
 * Takes what a person has approved, in the transaction of the write: if several press at once, one of them does it,
 * and nobody does what was declined, voided or begun again meanwhile (docs/rules/access.md#approvals).
 */
async function takeApproved(
  { call: { dryRun }, context }: Writing,
  attempt: ApprovedAttempt,
  isElsewhere: boolean,
): Promise<void> {
  context.hasTaken = true;
  if (dryRun) return;
  if (!(await takeApproval(context.db, attempt, { by: registrarOf(context.actor), isElsewhere })))
    refuseWith({
      ...failure('OBJECT_STATUS_PROHIBITS', 'Somebody else has begun or ended this write in the meantime'),
      // This is not kept under the key of the attempt: somebody else may still do it.
      retryable: true,
    });
}

const approved = (isElsewhere: boolean): WriteStep => ({
  name: 'approved',
  why: 'If several people approve at once, one of them does the write.',
  take: (writing) => {
    const attempt = accessTokenOf(writing.context.actor)?.approved;
    return attempt && takeApproved(writing, attempt, isElsewhere);
  },
});

export const approvalSteps: readonly StepInsertion[] = [
  {
    list: 'call',
    after: 'service',
    step: {
      name: 'approval',
      why: 'A write of a token whose writes need approval waits for a person.',
      take: ({ parts, operation, input, call, tried }) =>
        operation.kind !== 'query' && !call.dryRun && guardsOf(call.actor)?.approvalNeeded
          ? askApproval(parts, operation, input, call, tried)
          : undefined,
    },
  },
  { list: 'write', after: 'outcome-text', step: approved(false) },
  { list: 'prepare', after: 'outcome-text', step: approved(true) },
];
