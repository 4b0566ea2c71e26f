import { DateTimeFilter, DecimalFilter, StringFilter } from '../filters.ts';
import { whereInput } from '../where.ts';

export const TransactionWhere = whereInput(
  'TransactionWhere',
  'Which transactions to list; all conditions that are given must hold.',
  {
    createdAt: [DateTimeFilter, 'By when the money moved: {gte: "-P30D"} is the last 30 days.'],
    description: [StringFilter, 'By the words of its description: {contains: "tamm.ee"}.'],
    sum: [
      DecimalFilter,
      'By its amount, negative when it was taken: {lt: "0"} is everything that was charged.',
    ],
  },
);
