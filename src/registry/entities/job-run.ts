import { entity, identity, integer, moment, text } from './entity.ts';

export const jobRun = entity('job_runs', {
  id: identity(),
  job: text()
    .shown('The name of the job.')
    .filter('By the name of the job, as jobs lists it.')
    .groups('The job that ran.'),
  started_at: moment()
    .shown('When it began.')
    .filter('By start time: {gte: "-P7D"} is the last week.')
    .order('By start time.')
    .groups('When they began.'),
  finished_at: moment().nullable().shown('When it was done; null when it failed.'),
  taken: integer()
    .measure('COUNT')
    .shown('How many rows were due; 0 when it failed.')
    .filter('By the number of rows that were due: {gte: 1000}.'),
  error: text().written().nullable().shown('Why it failed; null when it did not.'),
});
