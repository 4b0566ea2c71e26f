import { BooleanFilter, DateTimeFilter, IntFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const JobWhere = whereInput(
  'JobWhere',
  'Which jobs to list; all conditions that are given must hold. {lastError: {isNull: false}} are those that fail.',
  {
    name: [StringFilter, 'By their names: {eq: "expire"}.'],
    nextDueAt: [DateTimeFilter, 'By when they have to work next: {lte: "PT0S"} are those that should.'],
    lagSeconds: [IntFilter, 'By for how many seconds something has been due: {gte: 300}.'],
    heldBy: [StringFilter, 'By the process that is at it now: {isNull: false} are those at work.'],
    lastStartedAt: [DateTimeFilter, 'By when they last began: {gte: "-PT1H"} is the last hour.'],
    lastFinishedAt: [DateTimeFilter, 'By when they were last done.'],
    lastError: [StringFilter, 'By why the last run failed: {isNull: false} are those that did.'],
  },
);

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
