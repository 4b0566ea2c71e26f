import { listOutbox } from '../../../registry/operations/operator/list-outbox.ts';
import { noRows } from '../connections.ts';
import { listQuery } from '../list.ts';
import { runList } from '../run.ts';
import { outbox, type WithLag } from './type.ts';

listQuery('outbox', outbox, {
  operation: listOutbox,
  where: 'Which items; all of them when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'id', descending: true },
  show: async (connection, { context, filter, sort }): Promise<WithLag> => ({
    ...(await connection),
    lagSeconds: async () => {
      const query = { filter, sort: [sort] as [typeof sort], slice: noRows };
      const { lagSeconds } = await runList(context, listOutbox, { query, withCount: false, withLag: true });
      return lagSeconds ?? 0;
    },
  }),
});
