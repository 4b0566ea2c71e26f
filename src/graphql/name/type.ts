import type { Auction } from '../../operations/names/list-auctions.ts';
import type { Dispute, ReservedName, RetainedName } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';

export const ReservedNameRef = builder.objectRef<ReservedName>('ReservedName').implement({
  description: 'A name that is kept back: only who knows its code can register it.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that is kept back.' }),
    password: t.expose('password', {
      type: 'Secret',
      nullable: true,
      description: 'The code with which it can be registered; null for who comes with an access token.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it is kept back; null when for good.',
      resolve: (row, _, { calendar }) => row.expires_at && calendar.format(row.expires_at),
    }),
  }),
});

export const BlockedNameRef = builder.objectRef<{ readonly name: string }>('BlockedName').implement({
  description: 'A name that nobody can register.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that nobody can register.' }),
  }),
});

export const DisputeRef = builder.objectRef<Dispute>('Dispute').implement({
  description: 'A dispute over a name: while it is open, only who knows its password gets the name.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that is disputed.' }),
    password: t.expose('password', {
      type: 'Secret',
      nullable: true,
      description:
        'The password that the winner is given to take the name with; null for who comes with an access token.',
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

export const RetainedNameKindEnum = builder.enumType('RetainedNameKind', {
  description: 'Why a name cannot simply be registered.',
  values: {
    BLOCKED: { value: 'blocked', description: 'Nobody may register it.' },
    RESERVED: { value: 'reserved', description: 'Only who has its code may register it.' },
    DISPUTED: { value: 'disputed', description: 'Two parties dispute over it.' },
  } as const,
});

export const RetainedNameRef = builder.objectRef<RetainedName>('RetainedName').implement({
  description: 'A name that cannot simply be registered.',
  fields: (t) => ({
    name: t.field({
      type: 'DomainName',
      description: 'The name, with its zone.',
      resolve: ({ name }) => name,
    }),
    punycode: t.exposeString('name_puny', { description: 'The same in ASCII, as the DNS knows it.' }),
    kind: t.field({
      type: RetainedNameKindEnum,
      description: 'Why it cannot be registered.',
      resolve: ({ kind }) => kind,
    }),
  }),
});
export const RetainedNameConnection = connectionOf(RetainedNameRef, 'retained names');

export const AuctionRef = builder.objectRef<Auction>('Auction').implement({
  description: 'A name that is being auctioned.',
  fields: (t) => ({
    domainName: t.field({
      type: 'DomainName',
      description: 'The name, with its zone.',
      resolve: ({ name }) => name,
    }),
    punycode: t.exposeString('name_puny', { description: 'The same in ASCII, as the DNS knows it.' }),
  }),
});
export const AuctionConnection = connectionOf(AuctionRef, 'auctions');
