import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../../base/errors.ts';
import { rowId } from '../../../../registry/operations/input.ts';
import { defineQuery } from '../../../../registry/operations/operation.ts';
import { approvalsById } from '../../store/approvals.ts';
import { seesApproval } from './seen-approval.ts';

/** Shows one write that waits or has waited, to people who have signed in and to the access token that asked for it. */
export const showApproval = defineQuery({
  name: 'approval.show',
  summary:
    'Shows a write that waits for a person, or how it ended; the access token that asked sees its own.',
  permits: ['registrar'],
  scope: 'READ',
  input: z.object({
    id: rowId('Approval', 'The global id, from the refusal APPROVAL_NEEDED or from approvals.'),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Query.approval',
  run: async ({ db, actor }, { id }) => {
    const [row] = await approvalsById(db, [id]);
    return row && seesApproval(row, actor) ? row : refuseWith(objectDoesNotExist());
  },
});
