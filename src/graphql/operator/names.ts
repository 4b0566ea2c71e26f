import { blockName } from '../../operations/operator/block-name.ts';
import { closeDispute } from '../../operations/operator/close-dispute.ts';
import { openDispute } from '../../operations/operator/open-dispute.ts';
import { reserveName } from '../../operations/operator/reserve-name.ts';
import { unblockName } from '../../operations/operator/unblock-name.ts';
import { disputeRows, reservedNameRows } from '../../operations/readers/rows.ts';
import type { Dispute } from '../../store/registry/disputes.ts';
import type { ReservedName } from '../../store/registry/reserved-names.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';

const ReservedNameRef = builder.objectRef<ReservedName>('ReservedName').implement({
  description: 'A name that is kept back: only who knows its code can register it.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that is kept back.' }),
    password: t.expose('password', {
      type: 'Secret',
      description: 'The code with which it can be registered.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it is kept back; null when for good.',
      resolve: (row, _, { calendar }) => row.expires_at && calendar.format(row.expires_at),
    }),
  }),
});

const BlockedNameRef = builder.objectRef<{ readonly name: string }>('BlockedName').implement({
  description: 'A name that nobody can register.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that nobody can register.' }),
  }),
});

const DisputeRef = builder.objectRef<Dispute>('Dispute').implement({
  description: 'A dispute over a name: while it is open, only who knows its password gets the name.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that is disputed.' }),
    password: t.expose('password', {
      type: 'Secret',
      description: 'The password that the winner is given to take the name with.',
    }),
    startsAt: t.expose('starts_at', { type: 'Date', description: 'The first day of the dispute.' }),
    expiresAt: t.expose('expires_at', { type: 'Date', description: 'The last day of the dispute.' }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended before its last day; null when it was not.',
      resolve: (row, _, { calendar }) => row.closed_at && calendar.format(row.closed_at),
    }),
  }),
});

defineMutation('nameReserve', {
  operation: reserveName,
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

defineMutation('nameBlock', {
  operation: blockName,
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

defineMutation('nameUnblock', {
  operation: unblockName,
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

defineMutation('disputeOpen', {
  operation: openDispute,
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

defineMutation('disputeClose', {
  operation: closeDispute,
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
