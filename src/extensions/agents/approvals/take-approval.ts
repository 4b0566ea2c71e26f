import { accessTokenOf, registrarOf } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import type { RunningContext } from '../../../registry/operations/runner/running-context.ts';
import { takeApproval } from '../store/approvals.ts';

/**
 * Takes what a person has approved, in the transaction of the write: if several press at once, one of them does it, and nobody
 * does what was declined, voided or begun again meanwhile (docs/rules/access.md#approvals).
 */
export async function takeApproved(
  { db, actor, dryRun }: RunningContext,
  { isElsewhere }: { readonly isElsewhere: boolean },
): Promise<void> {
  const attempt = accessTokenOf(actor)?.approved;
  if (!attempt || dryRun) return;
  if (!(await takeApproval(db, attempt, { by: registrarOf(actor), isElsewhere })))
    refuseWith({
      ...failure('OBJECT_STATUS_PROHIBITS', 'Somebody else has begun or ended this write in the meantime'),
      // Not kept under the key of the attempt: somebody else may still do it.
      retryable: true,
    });
}
