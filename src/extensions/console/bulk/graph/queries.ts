import { listBulkRows, listBulkWorks, showBulkWork } from '../../../registry/operations/bulk/list-bulk.ts';
import { builder } from '../builder.ts';
import { listQuery } from '../list.ts';
import { rowOf } from '../loading.ts';
import { runQuery } from '../run.ts';
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
