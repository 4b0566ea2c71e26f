import { blockName } from '../../../registry/operations/operator/block-name.ts';
import { closeDispute } from '../../../registry/operations/operator/close-dispute.ts';
import { openDispute } from '../../../registry/operations/operator/open-dispute.ts';
import { reserveName } from '../../../registry/operations/operator/reserve-name.ts';
import { unblockName } from '../../../registry/operations/operator/unblock-name.ts';
import { unreserveName } from '../../../registry/operations/operator/unreserve-name.ts';
import { blockedNameRows, disputeRows, reservedNameRows } from '../../../registry/operations/readers/rows.ts';
import { defineMutation } from '../mutation.ts';
import { deletedId, result, results } from '../payload.ts';
import type { Identified } from '../states.ts';
import { BlockedNameRef, DisputeRef, ReservedNameRef } from './type.ts';

defineMutation(reserveName, {
  show: reservedNameRows.one,
  payload: result('reservedName', ReservedNameRef, 'The name with its code'),
});

defineMutation(unreserveName, {
  more: 'Use reservationCancel for a name that a portal holds for its customer.',
  show: async (_, gone) => gone,
  payload: (t) => ({
    ...deletedId(ReservedNameRef, 'reserved name')(t),
    ...results({ name: ['DomainName', 'The name that anybody can register now'] })(t),
  }),
});

defineMutation(blockName, {
  show: blockedNameRows.one,
  payload: result('blockedName', BlockedNameRef, 'The name that is blocked now'),
});

defineMutation(unblockName, {
  show: async (_, { id, name, createdAt }) => ({ id, name, created_at: new Date(createdAt) }),
  payload: (t) => ({
    ...deletedId<Identified>(BlockedNameRef, 'blocked name')(t as never),
    ...result('blockedName', BlockedNameRef, 'The name that is no longer blocked')(t as never),
  }),
});

defineMutation(openDispute, {
  show: disputeRows.one,
  payload: result('dispute', DisputeRef, 'The dispute that was opened'),
});

defineMutation(closeDispute, {
  show: disputeRows.one,
  payload: result('dispute', DisputeRef, 'The dispute, which is closed now'),
});
