import { DateTimeFilter, IntFilter, StringFilter } from '../filters.ts';
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
