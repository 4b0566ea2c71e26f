import { blockName } from '../../operations/operator/block-name.ts';
import { closeDispute } from '../../operations/operator/close-dispute.ts';
import { openDispute } from '../../operations/operator/open-dispute.ts';
import { reserveName } from '../../operations/operator/reserve-name.ts';
import { unblockName } from '../../operations/operator/unblock-name.ts';
import type { Db } from '../../store/database.ts';
import { type Dispute, disputesById } from '../../store/disputes.ts';
import { type ReservedName, reservedNamesById } from '../../store/reserved-names.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';

const ReservedNameRef = builder.objectRef<ReservedName>('ReservedName').implement({
  description: 'A name that can only be registered with its code.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name.' }),
    password: t.expose('password', { type: 'Secret', description: 'The code that opens it.' }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when; null: for good.',
      resolve: (row, _, { calendar }) => row.expires_at && calendar.format(row.expires_at),
    }),
  }),
});

const BlockedNameRef = builder.objectRef<{ readonly name: string }>('BlockedName').implement({
  description: 'A name that nobody can register.',
  fields: (t) => ({ name: t.expose('name', { type: 'DomainName', description: 'The name.' }) }),
});

const DisputeRef = builder.objectRef<Dispute>('Dispute').implement({
  description: 'A dispute over a name: only who knows its password gets the name.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name.' }),
    password: t.expose('password', { type: 'Secret', description: 'What the winner is given.' }),
    startsAt: t.expose('starts_at', { type: 'Date', description: 'Its first day.' }),
    expiresAt: t.expose('expires_at', { type: 'Date', description: 'Its last day.' }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended; null while it is open.',
      resolve: (row, _, { calendar }) => row.closed_at && calendar.format(row.closed_at),
    }),
  }),
});

defineMutation('nameReserve', {
  operation: reserveName,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: 'Which name.' }),
    password: t.field({ type: 'Secret', description: 'The code that opens it; random when left out.' }),
  }),
  translate: ({ name, password }) => ({ name, password: password ?? undefined }),
  show: async (db, { id }) => (await reservedNamesById(db, [id]))[0] ?? null,
  payload: (t) => ({
    reservedName: t.field({
      type: ReservedNameRef,
      nullable: true,
      description: 'The reserved name.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('nameBlock', {
  operation: blockName,
  input: (t) => ({ name: t.field({ type: 'DomainName', required: true, description: 'Which name.' }) }),
  translate: ({ name }) => ({ name }),
  show: async (_, blocked) => blocked,
  payload: (t) => ({
    blockedName: t.field({
      type: BlockedNameRef,
      nullable: true,
      description: 'The blocked name.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('nameUnblock', {
  operation: unblockName,
  input: (t) => ({ name: t.field({ type: 'DomainName', required: true, description: 'Which name.' }) }),
  translate: ({ name }) => ({ name }),
  show: async (_, unblocked) => unblocked,
  payload: (t) => ({
    blockedName: t.field({
      type: BlockedNameRef,
      nullable: true,
      description: 'The name that is blocked no longer.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

const shownDispute = async (db: Db, { id }: { id: number }): Promise<Dispute | null> =>
  (await disputesById(db, [id]))[0] ?? null;

defineMutation('disputeOpen', {
  operation: openDispute,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: 'Which name.' }),
    password: t.field({ type: 'Secret', description: 'What the winner is given; random when left out.' }),
    startsAt: t.field({ type: 'Date', description: 'Its first day; today when left out.' }),
    expiresAt: t.field({ type: 'Date', description: 'Its last day; 36 months on when left out.' }),
  }),
  translate: ({ name, password, startsAt, expiresAt }) => ({
    name,
    password: password ?? undefined,
    startsAt: startsAt ?? undefined,
    expiresAt: expiresAt ?? undefined,
  }),
  show: shownDispute,
  payload: (t) => ({
    dispute: t.field({
      type: DisputeRef,
      nullable: true,
      description: 'The new dispute.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('disputeClose', {
  operation: closeDispute,
  input: (t) => ({ name: t.field({ type: 'DomainName', required: true, description: 'Which name.' }) }),
  translate: ({ name }) => ({ name }),
  show: shownDispute,
  payload: (t) => ({
    dispute: t.field({
      type: DisputeRef,
      nullable: true,
      description: 'The dispute, closed now.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
