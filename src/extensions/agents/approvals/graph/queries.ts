import { builder } from '../../../../apis/graphql/builder.ts';
import { listQuery } from '../../../../apis/graphql/list.ts';
import { rowOf } from '../../../../apis/graphql/loading.ts';
import { runQuery } from '../../../../apis/graphql/run.ts';
import { listApprovals } from '../operations/list-approvals.ts';
import { showApproval } from '../operations/show-approval.ts';
import { ApprovalRef, approvals } from './type.ts';

listQuery('approvals', approvals, {
  operation: listApprovals,
  where: 'Which of them; all that you may decide on when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'askedAt', descending: true },
});

builder.queryField('approval', (t) =>
  t.field({
    type: ApprovalRef,
    nullable: true,
    description: `${showApproval.summary} Null when there is none.`,
    args: {
      id: t.arg.globalID({
        required: true,
        description: 'Its id, from approvals, or details.approval of the refusal APPROVAL_NEEDED.',
      }),
    },
    resolve: (_, { id }, context) => runQuery(context, showApproval, { id: rowOf('Approval', id) }),
  }),
);
