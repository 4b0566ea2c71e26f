import { registrarOf } from '../../../../base/actor.ts';
import { failure, objectDoesNotExist, refuseWith } from '../../../../base/errors.ts';
import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { type Approval, lockApproval } from '../../store/approvals.ts';
import { isUnfinished, seesApproval, stateAt } from './seen-approval.ts';

/** Locks what the caller may decide on; refuses what is another registrar's, or a write that the caller may not do. */
export async function lockOwnApproval({ db, actor }: OperationContext, id: number): Promise<Approval> {
  const row = await lockApproval(db, id);
  return row && seesApproval(row, actor) ? row : refuseWith(objectDoesNotExist());
}

const ends = {
  APPROVED: 'was already approved',
  DECLINED: 'was already declined',
  ENDED: 'has ended: nobody decided on it in time',
  VOID: 'is void: its access token was revoked',
} as const;

/** Refuses what does not wait any more. What was approved and has not begun can still be decided. */
export function refuseUnlessWaiting({ now }: OperationContext, row: Approval): void {
  const state = stateAt(row, now);
  if (state === 'WAITING' || (isUnfinished(row) && row.performer === null && state !== 'ENDED')) return;
  const by =
    (state === 'APPROVED' || state === 'DECLINED') && row.decided_by !== null ? ` by ${row.decided_by}` : '';
  refuseWith(failure('OBJECT_STATUS_PROHIBITS', `This write ${ends[state]}${by}`, { details: { state } }));
}

/** Tells the live lists of the registrar. */
export function publishApproval({ actor, publish }: OperationContext): void {
  publish('approval', String(registrarOf(actor).registrarId));
}
