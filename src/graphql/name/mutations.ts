import { blockName } from '../../operations/operator/block-name.ts';
import { closeDispute } from '../../operations/operator/close-dispute.ts';
import { openDispute } from '../../operations/operator/open-dispute.ts';
import { reserveName } from '../../operations/operator/reserve-name.ts';
import { unblockName } from '../../operations/operator/unblock-name.ts';
import { unreserveName } from '../../operations/operator/unreserve-name.ts';
import { disputeRows, reservedNameRows } from '../../operations/readers/rows.ts';
import { defineMutationByHand } from '../mutation.ts';
import { BlockedNameRef, DisputeRef, ReservedNameRef } from './type.ts';

defineMutationByHand(reserveName, {
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name to keep back, with its zone, such as tamm.ee.',
    }),
    password: t.field({
      type: 'Secret',
      description: 'The code with which it can be registered; random when left out.',
    }),
  }),
  translate: ({ name, password }) => ({ name, password: password ?? undefined }),
  show: reservedNameRows.one,
  payload: (t) => ({
    reservedName: t.field({
      type: ReservedNameRef,
      nullable: true,
      description: 'The name with its code; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(unreserveName, {
  more: 'What a portal holds for somebody is ended with reservationCancel.',
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name that is kept back no longer, with its zone, such as tamm.ee.',
    }),
  }),
  translate: ({ name }) => ({ name }),
  show: async (_, { name }) => name,
  payload: (t) => ({
    name: t.field({
      type: 'DomainName',
      nullable: true,
      description: 'The name that anybody can register now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(blockName, {
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name that nobody shall register, with its zone, such as tamm.ee.',
    }),
  }),
  translate: ({ name }) => ({ name }),
  show: async (_, blocked) => blocked,
  payload: (t) => ({
    blockedName: t.field({
      type: BlockedNameRef,
      nullable: true,
      description: 'The name that is blocked now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(unblockName, {
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name that can be registered again, with its zone, such as tamm.ee.',
    }),
  }),
  translate: ({ name }) => ({ name }),
  show: async (_, unblocked) => unblocked,
  payload: (t) => ({
    blockedName: t.field({
      type: BlockedNameRef,
      nullable: true,
      description: 'The name that is blocked no longer; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(openDispute, {
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name that is disputed, registered or not, such as tamm.ee.',
    }),
    password: t.field({
      type: 'Secret',
      description: 'The password that the winner will be given; random when left out.',
    }),
    startsAt: t.field({ type: 'Date', description: 'The first day of the dispute; today when left out.' }),
    expiresAt: t.field({
      type: 'Date',
      description: 'The last day of the dispute; 36 months after the first when left out.',
    }),
  }),
  translate: ({ name, password, startsAt, expiresAt }) => ({
    name,
    password: password ?? undefined,
    startsAt: startsAt ?? undefined,
    expiresAt: expiresAt ?? undefined,
  }),
  show: disputeRows.one,
  payload: (t) => ({
    dispute: t.field({
      type: DisputeRef,
      nullable: true,
      description: 'The dispute that was opened; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(closeDispute, {
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name whose dispute is over, such as tamm.ee.',
    }),
  }),
  translate: ({ name }) => ({ name }),
  show: disputeRows.one,
  payload: (t) => ({
    dispute: t.field({
      type: DisputeRef,
      nullable: true,
      description: 'The dispute, which is closed now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
