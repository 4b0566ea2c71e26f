import { z } from 'zod';
import { registrarOf } from '../../../../base/actor.ts';
import { failure, refuseWith } from '../../../../base/errors.ts';
import { rowId, text } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { codePoints, isUnprintable } from '../../../../registry/rules/text.ts';
import { updateApproval } from '../../store/approvals.ts';
import { approval } from '../entity.ts';
import { approvalChange } from './approval-document.ts';
import { lockOwnApproval, publishApproval, refuseUnlessWaiting } from './own-approval.ts';

const longest = approval.fields.reason.facts.most ?? 0;

/**
 * Declines a write that an access token has prepared: it is never done, and its input is forgotten. The token that
 * asked can read who declined it, and why (docs/rules/access.md#approvals).
 */
export const declineWrite = defineCommand({
  name: 'approval.decline',
  summary: 'Declines a write that an access token has prepared: it is never done.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('Approval', 'The global id of the approval, from approvals.'),
    reason: text('The reason, for the user whose token asked; at most 500 characters.').optional(),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS', 'PARAMETER_VALUE_SYNTAX'],
  graphql: 'Mutation.approvalDecline',
  run: async (context, { id, reason: given = '' }) => {
    const { db, now, record } = context;
    const actor = registrarOf(context.actor);
    const reason = given.trim();
    if (codePoints(reason) > longest || isUnprintable(reason))
      refuseWith(
        failure('PARAMETER_VALUE_SYNTAX', `The reason must be one line of at most ${longest} characters`, {
          path: ['reason'],
        }),
      );
    const before = await lockOwnApproval(context, id);
    refuseUnlessWaiting(context, before);
    const after = await updateApproval(db, id, {
      state: 'DECLINED',
      decider_id: actor.userId,
      decided_by: actor.username,
      decided_at: now,
      reason: reason || null,
      sealed: null,
    });
    record(approvalChange(actor.registrarCode)(before, after));
    publishApproval(context);
    return { id };
  },
});
