import type { Auction } from '../../operations/names/list-auctions.ts';
import type { BlockedName, Dispute, ReservedName, RetainedName } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { key, offerGroups } from '../groups.ts';
import { ReservationRef } from '../reservation/type.ts';

/** Lists show no codes. */
type Listed<Row extends { readonly password: string }> = Omit<Row, 'password'> & {
  readonly password: string | null;
};

export const ReservedNameRef = builder.objectRef<Listed<ReservedName>>('ReservedName').implement({
  description: 'A name that is kept back: only who knows its code can register it.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that is kept back.' }),
    password: t.expose('password', {
      type: 'Secret',
      nullable: true,
      description:
        'The code with which it can be registered; null in lists, and for who comes with an access token.',
    }),
    reservation: t.field({
      type: ReservationRef,
      nullable: true,
      description: 'The reservation of a portal that holds it; null when an operator keeps it back.',
      resolve: ({ reservation_id }) => reservation_id,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Since when it is kept back.',
      resolve: (row, _, { calendar }) => calendar.format(row.created_at),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it is kept back; null when for good.',
      resolve: (row, _, { calendar }) => row.expires_at && calendar.format(row.expires_at),
    }),
  }),
});

export const ReservedNameConnection = connectionOf(ReservedNameRef, 'reserved names');
offerGroups(ReservedNameConnection, 'ReservedName', {
  many: 'reserved names',
  keys: {
    BY_PORTAL: key('Boolean', 'Whether a portal holds them for somebody, or an operator keeps them back.'),
    ZONE: key('String', 'The zone in which they are.'),
    CREATED_AT: key('moment', 'Since when they are kept back.'),
  },
});

type ShownBlockedName = Pick<BlockedName, 'name'> & Partial<Pick<BlockedName, 'created_at'>>;

export const BlockedNameRef = builder.objectRef<ShownBlockedName>('BlockedName').implement({
  description: 'A name that nobody can register.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that nobody can register.' }),
    blockedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when; in lists only.',
      resolve: ({ created_at }, _, { calendar }) => (created_at ? calendar.format(created_at) : null),
    }),
  }),
});
export const BlockedNameConnection = connectionOf(BlockedNameRef, 'blocked names');
offerGroups(BlockedNameConnection, 'BlockedName', {
  many: 'blocked names',
  keys: {
    ZONE: key('String', 'The zone in which they are.'),
    CREATED_AT: key('moment', 'Since when they are blocked.'),
  },
});

export const DisputeRef = builder.objectRef<Listed<Dispute>>('Dispute').implement({
  description: 'A dispute over a name: while it is open, only who knows its password gets the name.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that is disputed.' }),
    password: t.expose('password', {
      type: 'Secret',
      nullable: true,
      description:
        'The password that the winner is given to take the name with; null in lists, and for who comes with an access token.',
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

export const DisputeConnection = connectionOf(DisputeRef, 'disputes');
offerGroups(DisputeConnection, 'Dispute', {
  many: 'disputes',
  keys: {
    OPEN: key('Boolean', 'Whether nobody has ended them.'),
    ZONE: key('String', 'The zone of the name.'),
    CREATED_AT: key('moment', 'When they were opened.'),
  },
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
