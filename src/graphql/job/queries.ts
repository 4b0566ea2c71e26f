import { listJobs } from '../../operations/operator/list-jobs.ts';
import { listJobRuns } from '../../operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { runList } from '../run.ts';
import { toFilter } from '../where.ts';
import { JobRunOrder, JobRunWhere, JobWhere } from './inputs.ts';
import { JobRef, JobRunConnection, JobRunRef } from './type.ts';

builder.queryFields((t) => ({
  jobs: t.field({
    type: [JobRef],
    nullable: true,
    description: listJobs.summary,
    args: { where: t.arg({ type: JobWhere, description: 'Which jobs; all of them when left out.' }) },
    resolve: (_, { where }, context) =>
      runList(context, listJobs, { where: toFilter(where, JobWhere, context) }),
  }),
  jobRuns: t.connection(
    {
      type: JobRunRef,
      nullable: true,
      description: listJobRuns.summary,
      args: {
        where: t.arg({ type: JobRunWhere, description: 'Which runs; all of them when left out.' }),
        orderBy: t.arg({ type: JobRunOrder, description: 'How to sort them; newest first when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listJobRuns,
          filter: toFilter(where, JobRunWhere, context),
          sort: sortBy(orderBy, { field: 'startedAt', descending: true }),
          cursorOf: ({ started_at, id }) => instantCursor(started_at, id),
        }),
    },
    JobRunConnection,
  ),
}));
