import { listJobs } from '../../operations/operator/list-jobs.ts';
import { builder } from '../builder.ts';
import { runList } from '../run.ts';
import { JobRef } from './type.ts';

builder.queryField('jobs', (t) =>
  t.field({
    type: [JobRef],
    nullable: true,
    description: listJobs.summary,
    resolve: (_, __, context) => runList(context, listJobs, {}),
  }),
);
