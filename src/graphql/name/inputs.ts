import { BooleanFilter, DateFilter, DateTimeFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const ReservedNameWhere = whereInput(
  'ReservedNameWhere',
  'Which reserved names to list; all conditions that are given must hold.',
  {
    name: [StringFilter, 'By the name: {startsWith: "tam"}.'],
    byPortal: [
      BooleanFilter,
      'By who holds it: {eq: true} are those of reservations, {eq: false} those of operators.',
    ],
    expiresAt: [DateTimeFilter, 'By until when it is kept back: {isNull: true} are those that are for good.'],
    createdAt: [DateTimeFilter, 'By since when it is kept back: {gte: "-P7D"} is the last week.'],
  },
);

export const ReservedNameOrder = orderInput('ReservedName', 'reserved names', {
  NAME: { value: 'name', description: 'By the name, as the alphabet has it.' },
  CREATED_AT: { value: 'createdAt', description: 'By since when they are kept back.' },
});

export const BlockedNameWhere = whereInput(
  'BlockedNameWhere',
  'Which blocked names to list; all conditions that are given must hold.',
  {
    name: [StringFilter, 'By the name: {startsWith: "tam"}.'],
    createdAt: [DateTimeFilter, 'By since when it is blocked: {gte: "-P7D"} is the last week.'],
  },
);

export const BlockedNameOrder = orderInput('BlockedName', 'blocked names', {
  NAME: { value: 'name', description: 'By the name, as the alphabet has it.' },
  CREATED_AT: { value: 'createdAt', description: 'By since when they are blocked.' },
});

export const DisputeWhere = whereInput(
  'DisputeWhere',
  'Which disputes to list; all conditions that are given must hold. {closedAt: {isNull: true}} are those that nobody has ended.',
  {
    name: [StringFilter, 'By the name that is disputed: {eq: "tamm.ee"}.'],
    startsAt: [DateFilter, 'By its first day: {gt: "PT0S"} are those yet to begin.'],
    expiresAt: [DateFilter, 'By its last day: {lte: "P30D"} is within 30 days.'],
    closedAt: [DateTimeFilter, 'By when it was ended; {isNull: true} are the open ones.'],
    createdAt: [DateTimeFilter, 'By when it was opened: {gte: "-P7D"} is the last week.'],
  },
);

export const DisputeOrder = orderInput('Dispute', 'disputes', {
  NAME: { value: 'name', description: 'By the name, as the alphabet has it.' },
  EXPIRES_AT: { value: 'expiresAt', description: 'By their last day.' },
  CREATED_AT: { value: 'createdAt', description: 'By when they were opened.' },
});
