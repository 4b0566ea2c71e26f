import { DateTimeFilter, IntFilter, StringFilter } from '../filters.ts';
import { whereInput } from '../where.ts';

export const JobWhere = whereInput(
  'JobWhere',
  'Which jobs to list; all conditions that are given must hold. {lastError: {isNull: false}} are those that fail.',
  {
    name: [StringFilter, 'By their names: {eq: "expire"}.'],
    nextDueAt: [DateTimeFilter, 'By the time of the next run: {lte: "PT0S"} are those that are due.'],
    lagSeconds: [IntFilter, 'By lag in seconds: {gte: 300}.'],
    heldBy: [StringFilter, 'By the process that runs it now: {isNull: false} are those that are running.'],
    lastStartedAt: [DateTimeFilter, 'By the start of the last run: {gte: "-PT1H"} is the last hour.'],
    lastFinishedAt: [DateTimeFilter, 'By the end of the last run.'],
    lastError: [StringFilter, 'By the error of the last run: {isNull: false} are those that failed.'],
  },
);
