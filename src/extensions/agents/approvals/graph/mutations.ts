import { defineMutation } from '../../../../apis/graphql/mutation.ts';
import { result } from '../../../../apis/graphql/payload.ts';
import { approveWrite } from '../operations/approve.ts';
import { declineWrite } from '../operations/decline.ts';
import { ApprovalRef, approvalRows } from './type.ts';

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
