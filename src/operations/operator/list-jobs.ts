import { z } from 'zod';
import { jobStates } from '../lifecycle/job-states.ts';
import { defineQuery } from '../operation.ts';

export const listJobs = defineQuery({
  name: 'job.list',
  summary: 'Tells how the jobs are doing: when each works next and whether any lags behind.',
  permits: ['operator'],
  input: z.object({}),
  errors: [],
  graphql: 'Query.jobs',
  run: ({ db, calendar, now }) => jobStates(db, calendar, now),
});
