import { listAuctions } from '../../operations/names/list-auctions.ts';
import { listRetainedNames } from '../../operations/names/list-retained-names.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import {
  AuctionConnection,
  AuctionRef,
  RetainedNameConnection,
  RetainedNameKindEnum,
  RetainedNameRef,
} from './type.ts';

builder.queryFields((t) => ({
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
