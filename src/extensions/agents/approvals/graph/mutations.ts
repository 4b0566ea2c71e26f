import { approveWrite } from '../../../registry/operations/approvals/approve.ts';
import { declineWrite } from '../../../registry/operations/approvals/decline.ts';
import { approvalRows } from '../../../registry/operations/readers/rows.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { ApprovalRef } from './type.ts';

defineMutation(approveWrite, {
  more: 'userErrors say why it was not done, such as OUTCOME_CHANGED with what differs. For people who have signed in: access tokens are refused.',
  show: approvalRows.one,
  payload: result(
    'approval',
    ApprovalRef,
    'The approval after the decision; it goes on waiting when a second person is needed',
  ),
});

defineMutation(declineWrite, {
  more: 'For people who have signed in: access tokens are refused.',
  show: approvalRows.one,
  payload: result('approval', ApprovalRef, 'The approval after the decision'),
});
