import { listAccessLog, listOperatorLog } from '../../operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import { listQuery } from '../list.ts';
import { toFilter } from '../where.ts';
import { OperatorLogWhere } from './inputs.ts';
import { accessLog, OperatorLogEntryConnection, OperatorLogEntryRef } from './type.ts';

listQuery('accessLog', accessLog, {
  operation: listAccessLog,
  description: `${listAccessLog.summary} Newest first.`,
  where: 'Which looks; all of them when left out.',
  usual: { field: 'at', descending: true },
});

builder.queryFields((t) => ({
  operatorLog: t.connection(
    {
      type: OperatorLogEntryRef,
      nullable: true,
      description: `${listOperatorLog.summary} Newest first.`,
      args: {
        where: t.arg({ type: OperatorLogWhere, description: 'Which changes; all of them when left out.' }),
      },
      resolve: (_, { where, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listOperatorLog,
          filter: toFilter(where, OperatorLogWhere, context),
          sort: { field: 'id', descending: true },
          cursorOf: ({ id }) => ({ value: String(id), id }),
        }),
    },
    OperatorLogEntryConnection,
  ),
}));
