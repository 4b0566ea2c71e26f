import { builder } from '../../../../apis/graphql/builder.ts';
import { listQuery } from '../../../../apis/graphql/list.ts';
import { rowOf } from '../../../../apis/graphql/loading.ts';
import { runQuery } from '../../../../apis/graphql/run.ts';
import { listBulkRows, listBulkWorks, showBulkWork } from '../operations/list-bulk.ts';
import { BulkWorkRef, bulkRows, bulkWorks, usualRows } from './type.ts';

listQuery('bulkWorks', bulkWorks, {
  operation: listBulkWorks,
  where: 'Which works; all of them when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'startedAt', descending: true },
});

listQuery('bulkRows', bulkRows, {
  operation: listBulkRows,
  where: 'Which objects; those of all works when left out.',
  orderBy: 'How to sort them; as they are done when left out.',
  usual: usualRows,
});

builder.queryField('bulkWork', (t) =>
  t.field({
    type: BulkWorkRef,
    nullable: true,
    description: `${showBulkWork.summary} Null when there is none.`,
    args: {
      id: t.arg.globalID({
        required: true,
        description: 'The id of the work, which bulkStart answers and bulkWorks lists.',
      }),
    },
    resolve: (_, { id }, context) => runQuery(context, showBulkWork, { id: rowOf('BulkWork', id) }),
  }),
);
