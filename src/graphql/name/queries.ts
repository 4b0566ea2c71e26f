import { listAuctions } from '../../operations/names/list-auctions.ts';
import { listRetainedNames } from '../../operations/names/list-retained-names.ts';
import { listBlockedNames, listDisputes, listReservedNames } from '../../operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { toFilter } from '../where.ts';
import {
  BlockedNameOrder,
  BlockedNameWhere,
  DisputeOrder,
  DisputeWhere,
  ReservedNameOrder,
  ReservedNameWhere,
} from './inputs.ts';
import {
  AuctionConnection,
  AuctionRef,
  BlockedNameConnection,
  BlockedNameRef,
  DisputeConnection,
  DisputeRef,
  ReservedNameConnection,
  ReservedNameRef,
  RetainedNameConnection,
  RetainedNameKindEnum,
  RetainedNameRef,
} from './type.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  readonly created_at: Date;
}

const nameOrMoment = ({ id, name, created_at }: Named, field: string) =>
  field === 'name' ? { value: name, id } : instantCursor(created_at, id);

builder.queryFields((t) => ({
  reservedNames: t.connection(
    {
      type: ReservedNameRef,
      nullable: true,
      description: listReservedNames.summary,
      args: {
        where: t.arg({ type: ReservedNameWhere, description: 'Which of them; all when left out.' }),
        orderBy: t.arg({ type: ReservedNameOrder, description: 'How to sort them; by name when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listReservedNames,
          filter: toFilter(where, ReservedNameWhere, context),
          sort: sortBy(orderBy, { field: 'name', descending: false }),
          cursorOf: nameOrMoment,
        }),
    },
    ReservedNameConnection,
  ),
  blockedNames: t.connection(
    {
      type: BlockedNameRef,
      nullable: true,
      description: listBlockedNames.summary,
      args: {
        where: t.arg({ type: BlockedNameWhere, description: 'Which of them; all when left out.' }),
        orderBy: t.arg({ type: BlockedNameOrder, description: 'How to sort them; by name when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listBlockedNames,
          filter: toFilter(where, BlockedNameWhere, context),
          sort: sortBy(orderBy, { field: 'name', descending: false }),
          cursorOf: nameOrMoment,
        }),
    },
    BlockedNameConnection,
  ),
  disputes: t.connection(
    {
      type: DisputeRef,
      nullable: true,
      description: listDisputes.summary,
      args: {
        where: t.arg({
          type: DisputeWhere,
          description: 'Which of them; all, open and closed, when left out.',
        }),
        orderBy: t.arg({ type: DisputeOrder, description: 'How to sort them; newest first when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listDisputes,
          filter: toFilter(where, DisputeWhere, context),
          sort: sortBy(orderBy, { field: 'createdAt', descending: true }),
          cursorOf: (row, field) =>
            field === 'expiresAt' ? { value: row.expires_at, id: row.id } : nameOrMoment(row, field),
        }),
    },
    DisputeConnection,
  ),
  retainedNames: t.connection(
    {
      type: RetainedNameRef,
      nullable: true,
      description: `${listRetainedNames.summary} For everybody.`,
      args: {
        kind: t.arg({ type: RetainedNameKindEnum, description: 'Which of them; all when left out.' }),
      },
      resolve: (_, { kind, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listRetainedNames,
          filter: kind ? { field: 'kind', is: 'eq', value: kind } : undefined,
          sort: { field: 'position', descending: true },
          cursorOf: ({ position, id }) => ({ value: position, id }),
        }),
    },
    RetainedNameConnection,
  ),
  auctions: t.connection(
    {
      type: AuctionRef,
      nullable: true,
      description: `${listAuctions.summary} For everybody; this registry auctions none.`,
      resolve: (_, page, context, info) =>
        connect(context, page, info, {
          operation: listAuctions,
          sort: { field: 'position', descending: true },
          cursorOf: ({ name, id }) => ({ value: name, id }),
        }),
    },
    AuctionConnection,
  ),
}));
