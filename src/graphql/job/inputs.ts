import { BooleanFilter, DateTimeFilter, IntFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const JobRunWhere = whereInput(
  'JobRunWhere',
  'Which runs of jobs to list; all conditions that are given must hold.',
  {
    job: [StringFilter, 'By the name of the job, as jobs lists it.'],
    failed: [BooleanFilter, 'By whether it failed: {eq: true}.'],
    taken: [IntFilter, 'By how many rows were due: {gte: 1000}.'],
    startedAt: [DateTimeFilter, 'By when it began: {gte: "-P7D"} is the last week.'],
  },
);

export const JobRunOrder = orderInput('JobRun', 'runs of jobs', {
  STARTED_AT: { value: 'startedAt', description: 'By when they began.' },
});
