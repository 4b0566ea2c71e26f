import { listAccessLog, listOperatorLog } from '../../../registry/operations/operator/lists.ts';
import { listQuery } from '../list.ts';
import { accessLog, operatorLog } from './type.ts';

listQuery('accessLog', accessLog, {
  operation: listAccessLog,
  description: `${listAccessLog.summary} Newest first.`,
  where: 'Which entries; all of them when left out.',
  usual: { field: 'at', descending: true },
});

listQuery('operatorLog', operatorLog, {
  operation: listOperatorLog,
  description: `${listOperatorLog.summary} Newest first.`,
  where: 'Which changes; all of them when left out.',
  usual: { field: 'id', descending: true },
});
