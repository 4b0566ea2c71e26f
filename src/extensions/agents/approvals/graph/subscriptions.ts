import { encodeGlobalID } from '@pothos/plugin-relay';
import { builder } from '../../../../apis/graphql/builder.ts';
import { dropLoaderCaches } from '../../../../apis/graphql/loading.ts';
import { moment } from '../../../../apis/graphql/moments.ts';
import { permitted } from '../../../../apis/graphql/node-visibility.ts';
import { lastSeen } from '../../../../apis/graphql/subscriptions/after.ts';
import { follow } from '../../../../apis/graphql/subscriptions/follow.ts';
import { describePermits } from '../../../../base/actor.ts';
import { type FollowedApproval, followApprovals } from '../operations/follow-approvals.ts';
import { ApprovalRef } from './type.ts';

const ApprovalListChangeRef = builder.objectRef<FollowedApproval>('ApprovalListChange').implement({
  description: 'One live change of the list of approvals.',
  fields: (t) => ({
    id: t.id({
      description:
        'An opaque id of the change, unique over all types: pass it as after to continue from here later.',
      resolve: ({ id }) => encodeGlobalID('ApprovalListChange', id),
    }),
    at: moment(t, 'at', 'When the change was made.'),
    operation: t.exposeString('operation', {
      description: 'What happened: approval.ask, approval.approve, approval.decline, access-token.revoke.',
    }),
    approval: t.field({
      type: ApprovalRef,
      nullable: true,
      description: 'The approval now; null when you may not see it.',
      resolve: ({ approval }) => approval,
    }),
  }),
});

builder.subscriptionField('approvalsChanged', (t) =>
  t.field({
    type: ApprovalListChangeRef,
    extensions: permitted(followApprovals.permits),
    description: `Sends what access tokens ask for and what people decide, as it happens; with after, first what you have missed. For ${describePermits(followApprovals.permits)}.`,
    args: {
      after: t.arg.id({
        description:
          'The id of the last change you have seen: everything later is sent first, so that nothing is missed. Without it, only what happens from now on.',
      }),
    },
    subscribe: async (_, { after }, context) =>
      follow(context, {
        topic: 'approval',
        isNews: (key) => context.actor.kind === 'registrar' && key === String(context.actor.registrarId),
        operation: followApprovals,
        input: {},
        after: await lastSeen(context, after, 'ApprovalListChange', ['HistoryEntry']),
      }),
    resolve: (change, _, context) => {
      dropLoaderCaches(context);
      return change;
    },
  }),
);
