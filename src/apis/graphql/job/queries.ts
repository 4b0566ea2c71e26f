import { listJobs } from '../../../registry/operations/operator/list-jobs.ts';
import { listJobRuns } from '../../../registry/operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { listQuery } from '../list.ts';
import { runList } from '../run.ts';
import { toFilter } from '../where.ts';
import { JobWhere } from './inputs.ts';
import { JobRef, jobNode, jobRuns } from './type.ts';

builder.queryFields((t) => ({
  jobs: t.field({
    type: [JobRef],
    nullable: true,
    description: listJobs.summary,
    args: { where: t.arg({ type: JobWhere, description: 'Which jobs; all of them when left out.' }) },
    resolve: async (_, { where }, context) => {
      const states = await runList(context, listJobs, { where: toFilter(where, JobWhere, context) });
      return states.map(jobNode);
    },
  }),
}));

listQuery('jobRuns', jobRuns, {
  operation: listJobRuns,
  where: 'Which runs; all of them when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'startedAt', descending: true },
});
