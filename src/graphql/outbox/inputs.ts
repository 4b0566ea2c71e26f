import { DateTimeFilter, IntFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const OutboxItemWhere = whereInput(
  'OutboxItemWhere',
  'Which items to list; all conditions that are given must hold. {state: {eq: "dead"}} are those that were given up.',
  {
    kind: [
      StringFilter,
      'By where they go: {eq: "mail"}.',
      ['mail', 'accounting', 'e-invoice', 'owner-service', 'refund'],
    ],
    subject: [StringFilter, 'By what they are about: {eq: "tamm.ee"}.'],
    state: [StringFilter, 'By what became of them: pending, done or dead.', ['pending', 'done', 'dead']],
    attempts: [IntFilter, 'By how often they were tried: {gte: 2}.'],
    createdAt: [DateTimeFilter, 'By when they were put in: {gte: "-P1D"} is the last day.'],
    nextAttemptAt: [DateTimeFilter, 'By when they are tried the next time.'],
    deadAt: [DateTimeFilter, 'By when they were given up.'],
    doneAt: [DateTimeFilter, 'By when they were delivered.'],
  },
);

export const OutboxItemOrder = orderInput('OutboxItem', 'items of the outbox', {
  CREATED_AT: { value: 'id', description: 'By when they were put in.' },
  NEXT_ATTEMPT_AT: { value: 'nextAttemptAt', description: 'By when they are tried the next time.' },
});
