import { listAccessLog, listOperatorLog } from '../../operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { toFilter } from '../where.ts';
import { AccessLogWhere, OperatorLogWhere } from './inputs.ts';
import {
  AccessLogEntryConnection,
  AccessLogEntryRef,
  OperatorLogEntryConnection,
  OperatorLogEntryRef,
} from './type.ts';

builder.queryFields((t) => ({
  accessLog: t.connection(
    {
      type: AccessLogEntryRef,
      nullable: true,
      description: `${listAccessLog.summary} Newest first.`,
      args: {
        where: t.arg({ type: AccessLogWhere, description: 'Which looks; all of them when left out.' }),
      },
      resolve: (_, { where, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listAccessLog,
          filter: toFilter(where, AccessLogWhere, context),
          sort: { field: 'at', descending: true },
          cursorOf: ({ at, id }) => instantCursor(at, id),
        }),
    },
    AccessLogEntryConnection,
  ),
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
