import { z } from 'zod';
import { jobsMatching } from '../../store/runner/job-leases.ts';
import { jobStates } from '../lifecycle/job-states.ts';
import { filterInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Shows operators the state of the scheduled jobs: when each is due, how late it is, which process runs it, and its
 * last error. It reads the due times from the rows that wait, so a job without work is never late.
 */
export const listJobs = defineQuery({
  name: 'job.list',
  summary: 'Shows the state of the jobs: when each runs next and whether any is late.',
  permits: ['operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ where: filterInput }),
  errors: [],
  graphql: 'Query.jobs',
  run: async ({ db, calendar, now }, { where }) => {
    const states = await jobStates(db, calendar, now);
    const chosen = where && (await jobsMatching(db, states, where));
    return chosen ? states.filter(({ name }) => chosen.has(name)) : states;
  },
});
