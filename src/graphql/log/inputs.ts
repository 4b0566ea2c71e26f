import { DateTimeFilter, StringFilter } from '../filters.ts';
import { whereInput } from '../where.ts';

export const OperatorLogWhere = whereInput(
  'OperatorLogWhere',
  'Which changes to list; all conditions that are given must hold.',
  {
    at: [DateTimeFilter, 'By when it was done: {gte: "-P7D"} is the last week.'],
    actor: [StringFilter, 'By which operator it was.'],
    operation: [StringFilter, 'By what was done: {eq: "registrar.suspend"}.'],
    objectType: [StringFilter, 'By what it was done to: {eq: "registrar"}.'],
    objectKey: [StringFilter, 'By to which: {eq: "ALPHA"}.'],
    requestId: [StringFilter, 'By the request that did it.'],
  },
);
