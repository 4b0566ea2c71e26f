import { z } from 'zod';
import { registrarOf } from '../../../../base/actor.ts';
import { defineQuery } from '../../../../registry/operations/operation.ts';
import { type HistoryEntry, historyAfter } from '../../../../registry/store/registry/history.ts';
import { type Approval, approvalsById } from '../../store/approvals.ts';
import { seesApproval } from './seen-approval.ts';

/** A change of a write that waits, and the write now. */
export type FollowedApproval = Pick<HistoryEntry, 'id' | 'at' | 'operation'> & {
  readonly approval: Approval;
};

/**
 * Reads what was asked for and decided after the last change seen, for the subscription of people who have signed in.
 */
export const followApprovals = defineQuery({
  name: 'approval.follow',
  summary: 'Reads the changes of the writes that wait for a person after the last one seen.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  input: z.object({ after: z.int().nullable(), limit: z.int().positive() }),
  errors: [],
  run: async ({ db, actor }, { after, limit }) => {
    const { registrarCode } = registrarOf(actor);
    const entries = await historyAfter(db, { type: 'approval', key: registrarCode }, after, limit);
    if (after === null) return { rows: [], last: entries.at(-1)?.id ?? 0 };
    const found = await approvalsById(db, [...new Set(entries.map(({ object_id }) => object_id))]);
    const own = new Map(found.filter((row) => seesApproval(row, actor)).map((row) => [row.id, row]));
    const rows = entries.flatMap(({ id, object_id, at, operation }): FollowedApproval[] => {
      const approval = own.get(object_id);
      return approval ? [{ id, at, operation, approval }] : [];
    });
    return { rows, last: entries.at(-1)?.id ?? after };
  },
});
