import { listRetainedNames } from '../../../registry/operations/names/list-retained-names.ts';
import {
  listBlockedNames,
  listDisputes,
  listReservedNames,
} from '../../../registry/operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import { listQuery } from '../list.ts';
import {
  blockedNames,
  disputes,
  RetainedNameConnection,
  RetainedNameKindEnum,
  RetainedNameRef,
  reservedNames,
} from './type.ts';

listQuery('reservedNames', reservedNames, {
  operation: listReservedNames,
  where: 'Which of them; all when left out.',
  orderBy: 'How to sort them; by name when left out.',
  usual: { field: 'name', descending: false },
});

listQuery('blockedNames', blockedNames, {
  operation: listBlockedNames,
  where: 'Which of them; all when left out.',
  orderBy: 'How to sort them; by name when left out.',
  usual: { field: 'name', descending: false },
});

listQuery('disputes', disputes, {
  operation: listDisputes,
  where: 'Which of them; all, open and closed, when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'createdAt', descending: true },
});

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
}));
